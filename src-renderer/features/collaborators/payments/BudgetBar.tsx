import { Box, Typography } from '@mui/material'
import type { PaymentSummary } from '#shared/contract/index.ts'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { size } from '#ui/look/tokens.ts'
import { moneyText, percentText } from '#lib/amounts.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { LedgerNotes } from './LedgerNotes.tsx'

const Figure = ({ label, value, isBad = false }: { label: string; value: string; isBad?: boolean }) => (
  <div>
    <Box component="dt" sx={{ color: 'text.secondary', fontSize: size.small }}>
      {label}
    </Box>
    <Box
      component="dd"
      className="tabular"
      sx={{
        m: 0,
        typography: 'panel',
        color: isBad ? 'error.main' : undefined,
        overflowWrap: 'anywhere',
      }}
    >
      {value}
    </Box>
  </div>
)

/** The budget, what the ledger has as paid, and what remains. */
export const BudgetBar = ({ summary }: { summary: PaymentSummary }) => {
  const { budgetCents, paidCents, remainingCents, currency } = summary
  const text = (cents: number) => moneyText(currency, cents)
  const percent = budgetCents ? Math.round((paidCents / budgetCents) * 100) : 0
  const isOver = remainingCents !== null && remainingCents < 0
  return (
    <TitledCard title="Budget">
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: 2,
          m: 0,
          mb: 2,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        <Figure label="Budget" value={budgetCents === null ? 'Not set' : text(budgetCents)} />
        <Figure label="Paid" value={text(paidCents)} />
        <Figure label="Remaining" value={remainingCents === null ? '–' : text(remainingCents)} isBad={isOver} />
      </Box>
      {budgetCents !== null && (
        <>
          <ProgressBar
            label="Budget paid"
            percent={percent}
            valueText={`${percentText(percent)} of the budget paid`}
            height={12}
            {...(isOver && { color: 'var(--mui-palette-error-main)' })}
          />
          <Typography
            variant="body2"
            className="tabular"
            sx={{ mt: 1, color: isOver ? 'error.main' : 'text.secondary' }}
          >
            {isOver ? `${percentText(percent)} paid: over budget.` : `${percentText(percent)} of the budget paid`}
          </Typography>
        </>
      )}
      {budgetCents === null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The budget isn’t a number, so we can’t show how much is left.
        </Typography>
      )}
      <LedgerNotes summary={summary} />
    </TitledCard>
  )
}
