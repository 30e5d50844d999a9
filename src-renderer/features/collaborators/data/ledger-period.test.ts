import { expect, test } from 'vitest'
import { ledgerTime, sumsText } from './ledger-period.ts'

const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).toISOString()

test('a period begins with a day where the viewer is; only the last month has an end', () => {
  const now = new Date(2026, 0, 15, 13)
  expect(ledgerTime('month', now)).toEqual({ from: day(2026, 1, 1) })
  expect(ledgerTime('lastMonth', now)).toEqual({ from: day(2025, 12, 1), to: day(2026, 1, 1) })
  expect(ledgerTime('3months', now)).toEqual({ from: day(2025, 10, 15) })
  expect(ledgerTime('year', now)).toEqual({ from: day(2026, 1, 1) })
  expect(ledgerTime(null, now)).toEqual({})
})

test('three months before a day that its month does not have is the last day of that month', () => {
  expect(ledgerTime('3months', new Date(2026, 4, 31))).toEqual({ from: day(2026, 2, 28) })
})

test('[OFFER-32] each currency has a sum of its own, and nothing paid is a sum, too', () => {
  const summary = {
    budgetCents: null,
    paidCents: 12_000,
    remainingCents: null,
    ...{ reservedCents: null, dueCents: null, lateCents: null, availableCents: null },
    currency: 'USD',
    otherCurrencies: [{ currency: 'EUR', paidCents: 500 }],
    people: [],
  }
  expect(sumsText(summary, null)).toBe('$120.00 and €5.00')
  expect(sumsText(summary, [{ currency: 'EUR', paidCents: 100 }])).toBe('€1.00')
  expect(sumsText(summary, [])).toBe('$0.00')
})
