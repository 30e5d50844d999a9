import { MenuItem, TextField, type SxProps } from '@mui/material'

type FilterSelectProps<T> = {
  label: string
  /** The words for no filter. */
  all: string
  choices: ReadonlyArray<{ value: T; label: string }>
  /** Null filters nothing. */
  value: T | null
  onChange: (value: T | null) => void
  sx?: SxProps
}

const ALL = 'all'
const besideSearch = { flex: { xs: '1 1 140px', sm: 'none' }, width: { xs: 'auto', sm: 180 } } as const

/** A filter of a list: one of the choices, or all of them. */
export const FilterSelect = <T extends string | number>({
  label,
  all,
  choices,
  value,
  onChange,
  sx = besideSearch,
}: FilterSelectProps<T>) => (
  <TextField
    select
    label={label}
    value={value ?? ALL}
    onChange={({ target }) =>
      onChange(choices.find((choice) => String(choice.value) === String(target.value))?.value ?? null)
    }
    sx={sx}
  >
    <MenuItem value={ALL}>{all}</MenuItem>
    {choices.map((choice) => (
      <MenuItem key={choice.value} value={choice.value}>
        {choice.label}
      </MenuItem>
    ))}
  </TextField>
)
