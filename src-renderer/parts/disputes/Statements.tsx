import { Box, Typography } from '@mui/material'
import type { Dispute } from '#shared/contract/disputes.ts'
import { sideLabels } from '#shared/rules/disputes.ts'
import { nameOf } from '#shared/rules/person.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { formatMoment } from '#lib/format.ts'
import { radius, weight } from '#ui/look/tokens.ts'

const typed = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const

/** What both sides say, the first one first, and the ruling. */
export const Statements = ({ dispute: { statements, ruling, currency } }: { dispute: Dispute }) => (
  <Box component="ol" aria-label="Statements" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
    {statements.map(({ side, text, files, createdAt, ...person }) => (
      <Box
        component="li"
        key={`${side} ${createdAt}`}
        sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, px: 1.5, py: 1, minWidth: 0 }}
      >
        <Typography variant="body2" sx={{ fontWeight: weight.semibold }}>
          {sideLabels[side]}: {nameOf(person)}
        </Typography>
        <Typography variant="body2" sx={typed}>
          {text}
        </Typography>
        {files.length > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            Files: {files.map(({ name }) => name).join(', ')}
          </Typography>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {formatMoment(createdAt)}
        </Typography>
      </Box>
    ))}
    {ruling && (
      <Box component="li" sx={{ border: 2, borderColor: 'primary.main', borderRadius: radius.medium, px: 1.5, py: 1 }}>
        <Typography variant="body2" sx={{ fontWeight: weight.semibold }}>
          Ruled: {rewardText(ruling.amountCents, currency)}
        </Typography>
        <Typography variant="body2" sx={typed}>
          {ruling.text}
        </Typography>
      </Box>
    )}
  </Box>
)
