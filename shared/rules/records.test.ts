import { expect, test } from 'vitest'
import type { PayerRecord } from '../contract/records.ts'
import { owesText, payerRecordText, workerRecordText } from './records.ts'

const record: PayerRecord = {
  count: 14,
  paid: 14,
  medianDays: 2.4,
  withinPromise: 1,
  confirmed: 1,
  reviewDays: 1.1,
  reviewsByClock: 0,
  rulingsAgainst: 0,
  late: null,
}

test('[RECORD-02] from 3 dues on it reads how an owner pays, below that there were no payments yet', () => {
  expect(payerRecordText(record)).toBe('Pays within 3 days · 14 of 14 paid · reviews in 2 days')
  expect(payerRecordText({ ...record, medianDays: 0.01, reviewDays: 1 })).toBe(
    'Pays within 1 day · 14 of 14 paid · reviews in 1 day',
  )
  expect(payerRecordText({ ...record, count: 3, paid: 0, medianDays: null, reviewDays: null })).toBe('0 of 3 paid')
  for (const count of [0, 1, 2]) expect(payerRecordText({ ...record, count, paid: count })).toBe('No payments yet.')
})

test('[RECORD-04] what is late now is said with its sums and days', () => {
  const owing = (amounts: Array<[number, string]>, days: number) =>
    owesText({ late: { amounts: amounts.map(([amountCents, currency]) => ({ amountCents, currency })), days } })
  expect(owing([[40_000, 'USD']], 20)).toBe('Owes $400, late by 20 days.')
  expect(owing([[40_050, 'USD']], 1)).toBe('Owes $400.50, late by 1 day.')
  expect(
    owing(
      [
        [5_000, 'EUR'],
        [40_000, 'USD'],
      ],
      3,
    ),
  ).toBe('Owes €50 and $400, late by 3 days.')
  expect(owesText(record)).toBeNull()
})

test('[RECORD-06] a worker’s record reads what became of their tasks', () => {
  const worker = { accepted: 12, onTime: 0.917, returned: 1, expired: 0, creators: 4 }
  expect(workerRecordText(worker)).toBe('12 accepted · 92% on time · 1 returned · 0 expired · for 4 creators')
  expect(workerRecordText({ ...worker, creators: 1, onTime: null })).toBe(
    '12 accepted · 1 returned · 0 expired · for 1 creator',
  )
})
