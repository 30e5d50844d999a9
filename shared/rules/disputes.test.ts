import { expect, test } from 'vitest'
import { meaningOfRuling } from './disputes.ts'

test.each([
  [30_000, { dueCents: 30_000, releasedCents: 10_000, givenUpCents: 0, paidCents: 0 }],
  [0, { dueCents: 0, releasedCents: 40_000, givenUpCents: 0, paidCents: 0 }],
  [40_001, null],
])('[DISPUTE-16] a ruling of %i before acceptance releases the rest', (amount, meaning) => {
  expect(meaningOfRuling({ mostCents: 40_000, dueCents: 0, paidCents: 0 }, amount)).toEqual(meaning)
})

test.each([
  [25_000, { dueCents: 15_000, releasedCents: 0, givenUpCents: 15_000, paidCents: 10_000 }],
  [10_000, { dueCents: 0, releasedCents: 0, givenUpCents: 30_000, paidCents: 10_000 }],
  [9_999, null],
])('[DISPUTE-16] a ruling of %i on a due gives up the rest of it, and never what was paid', (amount, meaning) => {
  expect(meaningOfRuling({ mostCents: 40_000, dueCents: 30_000, paidCents: 10_000 }, amount)).toEqual(meaning)
})
