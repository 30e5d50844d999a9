import { FormControl, FormHelperText, InputLabel, OutlinedInput, type OutlinedInputProps } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { CutPasteNote } from './CutPasteNote.tsx'
import { useCutPaste } from './use-cut-paste.ts'

export type FieldProps = Omit<OutlinedInputProps, 'error' | 'label' | 'fullWidth'> & {
  label: string
  /** The error of the value, which takes the place of the hint. */
  error?: string | undefined
  hint?: ReactNode
  /** How hint and label look where that is not as usual, as in a quiet field (quiet-fields.ts). */
  hintLook?: object | undefined
  labelLook?: object | undefined
}

/**
 * One line of text with its label above and its hint or error below. It is lighter than MUI's TextField, which brings
 * menus.
 */
export const Field = ({
  label,
  error,
  hint,
  hintLook,
  labelLook,
  id,
  'aria-describedby': describedBy,
  ...input
}: FieldProps) => {
  const ownId = useId()
  const inputId = id ?? ownId
  const { dropped, handlers } = useCutPaste()
  const below = error ?? hint
  return (
    <FormControl fullWidth error={Boolean(error)} variant="outlined" {...handlers}>
      <InputLabel
        htmlFor={inputId}
        // The star is only seen; a screen reader reads from the input itself that it is required.
        sx={{
          // A long label, such as a question, takes more lines.
          whiteSpace: 'normal',
          maxWidth: '100%',
          overflowWrap: 'anywhere',
          ...labelLook,
          ...(input.required && { '&::after': { content: '" *" / ""', color: 'error.main' } }),
        }}
      >
        {label}
      </InputLabel>
      <OutlinedInput
        id={inputId}
        aria-describedby={[below && `${inputId}-below`, describedBy].filter(Boolean).join(' ') || undefined}
        {...input}
      />
      {below && (
        <FormHelperText id={`${inputId}-below`} {...(!error && { sx: hintLook })}>
          {below}
        </FormHelperText>
      )}
      <CutPasteNote dropped={dropped} />
    </FormControl>
  )
}
