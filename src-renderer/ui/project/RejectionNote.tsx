import { Box } from '@mui/material'
import type { Rejection } from '#shared/contract/index.ts'
import { rejectionReasonText } from '#shared/rules/rejection.ts'
import { weight } from '../look/tokens.ts'
import { Quote } from '../text/Quote.tsx'

/** What a project says with a rejection: the reason, and its own words. */
export const RejectionNote = ({ rejection: { reason, text } }: { rejection: Rejection }) => (
  <Quote aria-label="What the project says">
    {reason !== null && (
      <Box component="span" sx={{ fontWeight: weight.semibold }}>
        {rejectionReasonText[reason]}
      </Box>
    )}
    {text && <Box sx={{ color: 'text.secondary', whiteSpace: 'pre-wrap' }}>{text}</Box>}
  </Quote>
)
