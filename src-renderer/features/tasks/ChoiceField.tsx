import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'

type ChoiceFieldProps<T extends { id: string | number }> = {
  label: string
  options: readonly T[]
  value: ReadonlyArray<T['id']>
  onChange: (ids: Array<T['id']>) => void
  nameOf: (option: T) => string
  /** How an option looks; its name by default. */
  look?: (option: T) => ReactNode
  max: number
  whyDisabled: string | null
  /** Options are on their way. */
  isLoading?: boolean
  /** Called when the list is opened. */
  onOpen?: () => void
  noneText: string
  hint?: string
}

/** Several things of a list, as chips. What is chosen and not in the list (any more) stays, and is counted. */
export const ChoiceField = <T extends { id: string | number }>(props: ChoiceFieldProps<T>) => {
  const {
    label,
    options,
    value,
    onChange,
    nameOf,
    look,
    max,
    whyDisabled,
    isLoading = false,
    onOpen,
    noneText,
    hint,
  } = props
  const chosen = value.flatMap((id) => options.find((option) => option.id === id) ?? [])
  const unknown = value.filter((id) => !chosen.some((option) => option.id === id))
  const isFull = value.length >= max
  return (
    <Autocomplete<T, true>
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      disabled={whyDisabled !== null}
      options={isFull ? [] : [...options]}
      value={chosen}
      onChange={(_event, picked) => onChange([...unknown, ...picked.map(({ id }) => id)])}
      {...(onOpen && { onOpen })}
      loading={isLoading}
      getOptionLabel={nameOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={isFull ? `At most ${max} can be chosen.` : noneText}
      renderOption={({ key, ...item }, option) => (
        <Box component="li" key={key} {...item}>
          {look?.(option) ?? nameOf(option)}
        </Box>
      )}
      renderValue={(picked, itemProps) =>
        picked.map((option, index) => {
          const { key, ...item } = itemProps({ index })
          return <Chip key={key} size="small" label={look?.(option) ?? nameOf(option)} {...item} />
        })
      }
      // The padding makes this field as high as the other ones.
      sx={{ '&& .MuiAutocomplete-inputRoot': { py: '6px' }, '&& .MuiAutocomplete-input': { py: '6.5px' } }}
      renderInput={(input) => <TextField {...input} label={label} helperText={whyDisabled ?? hint} />}
    />
  )
}
