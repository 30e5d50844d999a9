import { expect, test } from 'vitest'
import { aiRuleText, takersText, termsOf } from './offer-terms.ts'

const offer = { mode: 'claim', amountCents: 40_000, leaseDays: 7, reviewDays: 14, payDays: 14 } as const
const terms = (more: Partial<Parameters<typeof termsOf>[0]> = {}) =>
  termsOf({ ...offer, ...more }, '12 Dec 2026').join(' ')

test('[OPEN-15] the terms give the days of the offer, and say nothing of payment without a reward', () => {
  expect(terms()).toBe(
    'Yours for 7 days after you take it. Reviewed within 14 days, or it counts as accepted. Paid within 14 days after that. Recorded, not held.',
  )
  expect(terms({ leaseDays: 1, reviewDays: 3, payDays: 60 })).toBe(
    'Yours for 1 day after you take it. Reviewed within 3 days, or it counts as accepted. Paid within 60 days after that. Recorded, not held.',
  )
  expect(terms({ amountCents: 0 })).toBe(
    'Yours for 7 days after you take it. Reviewed within 14 days, or it counts as accepted.',
  )
})

test('[OPEN-15] for a task that is applied for, they say by when the application is answered', () => {
  expect(terms({ mode: 'apply', amountCents: 0 })).toBe(
    'Your application is answered by 12 Dec 2026. Yours for 7 days after it is approved. Reviewed within 14 days, or it counts as accepted.',
  )
})

test('each rule about takers and generators is a sentence', () => {
  const takers = ['anyone', 'tier', 'known', 'newcomers', 'members'] as const
  const said = takers.map((one) => takersText({ takers: one, minTier: one === 'tier' ? 'silver' : null }))
  expect(said[1]).toBe('For people of Silver and above.')
  expect(new Set([...said, ...Object.values(aiRuleText)]).size).toBe(8)
})
