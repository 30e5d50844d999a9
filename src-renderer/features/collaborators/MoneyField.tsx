import InputAdornment from '@mui/material/InputAdornment'
import { Field, type FieldProps } from '../../ui/Field.tsx'

/** An amount of dollars as a person types it; amounts.ts reads it. */
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
