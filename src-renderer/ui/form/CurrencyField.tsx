import { Autocomplete, TextField } from '@mui/material'
import type { Ref } from 'react'
import { keepEnter } from '#lib/keep-enter.ts'
import { oneValueField } from './one-value-field.ts'

const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'code' })
const codes = Intl.supportedValuesOf('currency')
/** A currency as a list shows it, so that its code and its name can be typed. */
const labelOf = (code: string): string => {
  const name = /^[A-Z]{3}$/.test(code) ? names.of(code) : code
  return name === undefined || name === code ? code : `${code} – ${name}`
}

type CurrencyFieldProps = {
  value: string
  onChange: (code: string) => void
  onBlur?: () => void
  name: string
  inputRef?: Ref<HTMLInputElement>
  disabled?: boolean
  error?: string | undefined
  hint: string
}

/** A currency, found by its code or its name. */
export const CurrencyField = ({ value, onChange, name, inputRef, error, hint, ...rest }: CurrencyFieldProps) => (
  <Autocomplete
    {...rest}
    disableClearable
    autoHighlight
    options={codes.includes(value) ? codes : [value, ...codes]}
    value={value}
    onKeyDown={keepEnter}
    onChange={(_event, code) => onChange(code)}
    getOptionLabel={labelOf}
    noOptionsText="There is no such currency."
    openText="Show the currencies"
    sx={oneValueField}
    renderInput={(input) => (
      <TextField
        {...input}
        {...{ name, inputRef }}
        label="Currency"
        error={Boolean(error)}
        helperText={error ?? hint}
      />
    )}
  />
)
