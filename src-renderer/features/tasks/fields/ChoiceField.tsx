import { Autocomplete, Box, Chip, createFilterOptions, TextField } from '@mui/material'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { keepEnter } from '#lib/keep-enter.ts'

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
  noneText: string | ((typed: string) => string)
  hint?: string
  /** Makes what was typed and is not in the list. */
  creation?: {
    /** The option that stands for it; null where the text makes nothing. */
    optionOf: (typed: string) => T | null
    isOne: (option: T) => boolean
    text: (option: T) => string
    /** Resolves with the ID, or with null when it could not be made. */
    make: (option: T) => Promise<T['id'] | null>
  }
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
    creation,
  } = props
  const [typed, setTyped] = useState('')
  const chosen = value.flatMap((id) => options.find((option) => option.id === id) ?? [])
  const unknown = value.filter((id) => !chosen.some((option) => option.id === id))
  const isFull = value.length >= max
  const lookOf = (option: T) => (creation?.isOne(option) ? creation.text(option) : (look?.(option) ?? nameOf(option)))
  const newest = useRef(value)
  useLayoutEffect(() => {
    newest.current = value
  })
  const change = async (picked: readonly T[]) => {
    const made = creation && picked.find(creation.isOne)
    if (!made) return onChange([...unknown, ...picked.map(({ id }) => id)])
    setTyped('')
    const id = await creation.make(made)
    // What was chosen in the meantime stays.
    if (id !== null && !newest.current.includes(id)) onChange([...newest.current, id])
  }
  const fitting = createFilterOptions<T>({ stringify: nameOf })
  return (
    <Autocomplete<T, true>
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      // What was typed is chosen by Enter, and never saves the form around the field.
      autoHighlight={typed !== ''}
      onKeyDown={keepEnter}
      inputValue={typed}
      // The list of what is chosen is another one at each drawing, which the field takes for a reason to empty itself.
      onInputChange={(_event, text, reason) => reason !== 'reset' && setTyped(text)}
      filterOptions={(all, state) => {
        const created = creation?.optionOf(state.inputValue)
        return [...fitting(all, state), ...(created && !isFull ? [created] : [])]
      }}
      disabled={whyDisabled !== null}
      options={isFull ? [] : [...options]}
      value={chosen}
      onChange={(_event, picked) => void change(picked)}
      {...(onOpen && { onOpen })}
      loading={isLoading}
      getOptionLabel={nameOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText={
        isFull ? `At most ${max} can be chosen.` : typeof noneText === 'string' ? noneText : noneText(typed)
      }
      renderOption={({ key, ...item }, option) => (
        <Box component="li" key={key} {...item}>
          {lookOf(option)}
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
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          placeholder={value.length === 0 ? 'None' : ''}
          helperText={whyDisabled ?? hint}
        />
      )}
    />
  )
}
