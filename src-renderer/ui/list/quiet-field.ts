import { visuallyHidden } from '../look/text-looks.ts'
import { size } from '../look/tokens.ts'

/** The look of a field in a bar: low, and with its label for screen readers only, since the field's text says what it is. */
export const quietField = {
  '& .MuiInputLabel-root': visuallyHidden,
  '& .MuiOutlinedInput-input': {
    py: '6px',
    fontSize: size.small,
    lineHeight: 1.5,
    minHeight: 0,
    height: 'auto',
    textOverflow: 'ellipsis',
  },
  '& .MuiOutlinedInput-root': { bgcolor: 'background.paper' },
} as const
