import { InputAdornment } from '@mui/material'
import { decimalOf } from '#shared/rules/money.ts'
import { currencySign } from '#lib/amounts.ts'
import { Field, type FieldProps } from '#ui/form/Field.tsx'

/** A field for an amount of this currency as a person types it; amounts.ts reads the text. */
export const MoneyField = ({ currency, inputProps, ...field }: FieldProps & { currency: string }) => (
  <Field
    placeholder={decimalOf(currency, 0)}
    autoComplete="off"
    startAdornment={
      <InputAdornment position="start" disableTypography>
        {currencySign(currency)}
      </InputAdornment>
    }
    {...field}
    inputProps={{ inputMode: 'decimal', maxLength: 20, ...inputProps }}
  />
)
