import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'

export type FieldProps = Omit<OutlinedInputProps, 'error' | 'label' | 'fullWidth'> & {
  label: string
  /** What is wrong with the value; it takes the place of the hint. */
  error?: string | undefined
  hint?: ReactNode
}

/** One line of text with its label above and its hint or error below. Lighter than MUI's TextField, which brings menus. */
export const Field = ({ label, error, hint, id, ...input }: FieldProps) => {
  const ownId = useId()
  const inputId = id ?? ownId
  const below = error ?? hint
  return (
    <FormControl fullWidth error={Boolean(error)} variant="outlined">
      <InputLabel
        htmlFor={inputId}
        // A mark for the eye; who hears the form is told by the field itself.
        sx={input.required ? { '&::after': { content: '" *" / ""', color: 'error.main' } } : {}}
      >
        {label}
      </InputLabel>
      <OutlinedInput id={inputId} aria-describedby={below ? `${inputId}-below` : undefined} {...input} />
      {below && <FormHelperText id={`${inputId}-below`}>{below}</FormHelperText>}
    </FormControl>
  )
}
