import { InputAdornment } from '@mui/material'
import { Field, type FieldProps } from '#ui/form/Field.tsx'

/** A field for an amount of dollars as a person types it; amounts.ts reads the text. */
export const MoneyField = ({ inputProps, ...field }: FieldProps) => (
  <Field
    placeholder="0.00"
    autoComplete="off"
    startAdornment={
      <InputAdornment position="start" disableTypography>
        $
      </InputAdornment>
    }
    {...field}
    inputProps={{ inputMode: 'decimal', maxLength: 20, ...inputProps }}
  />
)
