import { Box, FormHelperText } from '@mui/material'
import type { ReactNode } from 'react'
import { useCutPaste } from './use-cut-paste.ts'

/** Says how much of a pasted text did not fit into its field; nothing while all of it did. */
export const CutPasteNote = ({ dropped }: { dropped: number }) =>
  dropped > 0 && (
    <FormHelperText error role="status">
      {dropped === 1
        ? 'The last character of the pasted text did not fit.'
        : `The last ${dropped.toLocaleString('en-US')} characters of the pasted text did not fit.`}
    </FormHelperText>
  )

/** Shown around a field that is no `Field` and has a `maxLength`, and says below it what of a pasted text did not fit. */
export const WithCutPasteNote = ({ children }: { children: ReactNode }) => {
  const { dropped, handlers } = useCutPaste()
  return (
    <Box {...handlers} sx={{ flex: 1, minWidth: 0 }}>
      {children}
      <CutPasteNote dropped={dropped} />
    </Box>
  )
}
