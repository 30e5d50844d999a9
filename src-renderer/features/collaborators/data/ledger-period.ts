import type { PaymentSummary } from '#shared/contract/index.ts'
import { moneyText } from '#lib/amounts.ts'

/** The times of the ledger that one chooses by a word; without one it shows all. */
export const ledgerPeriods = ['month', 'lastMonth', '3months', 'year'] as const
export type LedgerPeriod = (typeof ledgerPeriods)[number]
export const periodLabels: Readonly<Record<LedgerPeriod, string>> = {
  month: 'This month',
  lastMonth: 'Last month',
  '3months': 'Last 3 months',
  year: 'This year',
}

/** What is asked of the server: moments at which days begin where the viewer is. Nothing for all. */
export const ledgerTime = (period: LedgerPeriod | null, now = new Date()): { from?: string; to?: string } => {
  const [year, month] = [now.getFullYear(), now.getMonth()]
  const at = (...day: [year: number, month: number, day: number]) => new Date(...day).toISOString()
  if (period === 'month') return { from: at(year, month, 1) }
  if (period === 'lastMonth') return { from: at(year, month - 1, 1), to: at(year, month, 1) }
  // From the same day of the month; where that month is too short, from its last day.
  if (period === '3months') return { from: at(year, month - 3, Math.min(now.getDate(), daysIn(year, month - 3))) }
  return period === 'year' ? { from: at(year, 0, 1) } : {}
}
const daysIn = (year: number, month: number) => new Date(year, month + 1, 0).getDate()

type Sum = { currency: string; paidCents: number }

/** What the shown entries come to, each currency by itself: "$120.00 and €5.00". */
export const sumsText = (summary: PaymentSummary, periodSums: readonly Sum[] | null): string => {
  const sums = periodSums ?? [{ currency: summary.currency, paidCents: summary.paidCents }, ...summary.otherCurrencies]
  return (
    sums.map(({ currency, paidCents }) => moneyText(currency, paidCents)).join(' and ') ||
    moneyText(summary.currency, 0)
  )
}
