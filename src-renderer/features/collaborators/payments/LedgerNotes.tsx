import { Typography } from '@mui/material'
import type { PaymentSummary } from '#shared/contract/index.ts'
import { moneyText } from '#lib/amounts.ts'

type LedgerNotesProps = { summary: PaymentSummary; hasRewards?: boolean }

/** What a budget's figures leave out, and what the ledger is. */
export const LedgerNotes = ({ summary: { otherCurrencies }, hasRewards = false }: LedgerNotesProps) => (
  <>
    {otherCurrencies.length > 0 && (
      <Typography variant="body2" className="tabular" sx={{ mt: 1, color: 'text.secondary' }}>
        Also paid, but not included above:{' '}
        {otherCurrencies.map((one) => moneyText(one.currency, one.paidCents)).join(', ')}
      </Typography>
    )}
    <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
      {hasRewards && 'Recorded, not held. '}This is a ledger: it records what was paid elsewhere. No money is moved.
    </Typography>
  </>
)
