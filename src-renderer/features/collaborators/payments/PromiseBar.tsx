import { Box, Typography } from '@mui/material'
import type { PaymentSummary } from '#shared/contract/index.ts'
import { moneyText } from '#lib/amounts.ts'
import { radius, size } from '#ui/look/tokens.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { EntriesExport } from './EntriesExport.tsx'
import { LedgerNotes } from './LedgerNotes.tsx'

type Part = { label: string; cents: number; color: string }

/** What is promised is a pale kind of what is paid: there is no third colour beside the warning's. */
const pale = 'color-mix(in srgb, var(--mui-palette-primary-main) 40%, var(--mui-palette-background-paper))'

/** What the budget is made of. What is late is a part of what is due. */
const partsOf = ({ paidCents, dueCents, reservedCents, availableCents }: PaymentSummary): Part[] => [
  { label: 'Paid', cents: paidCents, color: 'var(--mui-palette-primary-main)' },
  { label: 'Due', cents: dueCents ?? 0, color: 'var(--mui-palette-warning-main)' },
  { label: 'Reserved', cents: reservedCents ?? 0, color: pale },
  ...(availableCents === null ? [] : [{ label: 'Free', cents: availableCents, color: 'transparent' }]),
]

/** One bar of what is paid, due, reserved and free, whose parts add up to the budget. */
export const PromiseBar = ({ projectID, summary }: { projectID: string; summary: PaymentSummary }) => {
  const { budgetCents, availableCents, currency } = summary
  const text = (cents: number) => moneyText(currency, cents)
  const parts = partsOf(summary)
  const whole = parts.reduce((sum, { cents }) => sum + Math.max(0, cents), 0)
  const isOver = availableCents !== null && availableCents < 0
  return (
    <TitledCard title="Budget">
      <Box
        role="img"
        aria-label={parts.map(({ label, cents }) => `${label} ${text(cents)}`).join(', ')}
        sx={{ display: 'flex', height: 12, borderRadius: radius.pill, overflow: 'hidden', bgcolor: 'divider' }}
      >
        {parts.map(({ label, cents, color }) => (
          <div
            key={label}
            style={{ background: color, width: whole > 0 ? `${(Math.max(0, cents) / whole) * 100}%` : 0 }}
          />
        ))}
      </Box>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: 2,
          m: 0,
          mt: 2,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {parts.map(({ label, cents, color }) => (
          <div key={label}>
            <Box
              component="dt"
              sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary', fontSize: size.small }}
            >
              <Box
                component="span"
                aria-hidden
                sx={{
                  width: 10,
                  height: 10,
                  borderRadius: radius.pill,
                  background: color,
                  border: 1,
                  borderColor: 'divider',
                }}
              />
              {label}
            </Box>
            <Box
              component="dd"
              className="tabular"
              sx={{ m: 0, typography: 'panel', color: cents < 0 ? 'error.main' : undefined, overflowWrap: 'anywhere' }}
            >
              {text(cents)}
            </Box>
          </div>
        ))}
      </Box>
      <Typography variant="body2" className="tabular" sx={{ mt: 1, color: isOver ? 'error.main' : 'text.secondary' }}>
        {budgetCents === null
          ? 'The budget isn’t a number, so we can’t show how much is free.'
          : isOver
            ? `${text(-availableCents)} more than the budget of ${text(budgetCents)}.`
            : `Of a budget of ${text(budgetCents)}.`}
      </Typography>
      <LedgerNotes summary={summary} hasRewards />
      <EntriesExport projectID={projectID} />
    </TitledCard>
  )
}
