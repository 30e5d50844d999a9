import { Box } from '@mui/material'
import type { Rejection } from '#shared/contract/index.ts'
import { rejectionReasonText } from '#shared/rules/rejection.ts'
import { weight } from '../look/tokens.ts'

/** What a project says with a rejection: the reason, and its own words. */
export const RejectionNote = ({ rejection: { reason, text } }: { rejection: Rejection }) => (
  <Box
    component="blockquote"
    aria-label="What the project says"
    sx={{
      m: 0,
      pl: 1.5,
      borderLeft: '2px solid',
      borderColor: 'divider',
      typography: 'body2',
      overflowWrap: 'anywhere',
    }}
  >
    {reason !== null && (
      <Box component="span" sx={{ fontWeight: weight.semibold }}>
        {rejectionReasonText[reason]}
      </Box>
    )}
    {text && <Box sx={{ color: 'text.secondary', whiteSpace: 'pre-wrap' }}>{text}</Box>}
  </Box>
)
