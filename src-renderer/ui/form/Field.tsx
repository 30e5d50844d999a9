import { FormControl, FormHelperText, InputLabel, OutlinedInput, type OutlinedInputProps } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { visuallyHidden } from '../look/text-looks.ts'
import { radius } from '../look/tokens.ts'
import { CutPasteNote } from './CutPasteNote.tsx'
import { useCutPaste } from './use-cut-paste.ts'

export type FieldProps = Omit<OutlinedInputProps, 'error' | 'label' | 'fullWidth'> & {
  label: string
  /** The error of the value, which takes the place of the hint. */
  error?: string | undefined
  hint?: ReactNode
  /** A hint that is always heard, and shows only while the field is in use, over what is below it so that nothing moves. */
  hintInUse?: string | undefined
  /** Where its place says what the field is, the label is only heard. */
  isLabelHidden?: boolean
}

const whileInUse = {
  '&:not(.Mui-focused)': visuallyHidden,
  '&.Mui-focused': {
    position: 'absolute',
    top: '100%',
    zIndex: 1,
    px: 1,
    py: 0.25,
    borderRadius: radius.small,
    bgcolor: 'background.paper',
    border: 1,
    borderColor: 'divider',
  },
} as const

/**
 * One line of text with its label above and its hint or error below. It is lighter than MUI's TextField, which brings
 * menus.
 */
export const Field = ({
  label,
  error,
  hint,
  hintInUse,
  isLabelHidden = false,
  id,
  'aria-describedby': describedBy,
  ...input
}: FieldProps) => {
  const ownId = useId()
  const inputId = id ?? ownId
  const { dropped, handlers } = useCutPaste()
  const lasting = error ?? hint
  const below = lasting ?? hintInUse
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
          ...(isLabelHidden && visuallyHidden),
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
        <FormHelperText id={`${inputId}-below`} {...(!lasting && { sx: whileInUse })}>
          {below}
        </FormHelperText>
      )}
      <CutPasteNote dropped={dropped} />
    </FormControl>
  )
}
