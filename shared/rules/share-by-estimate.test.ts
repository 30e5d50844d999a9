import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareByEstimate } from './share-by-estimate.ts'

test('[OFFER-38] a sum is shared by estimate; a task without one counts as the average of the others', () => {
  expect(shareByEstimate(300_000, 'USD', [1, 2, 3])).toEqual([50_000, 100_000, 150_000])
  expect(shareByEstimate(300_000, 'USD', [2, undefined, 4])).toEqual([66_667, 100_000, 133_333])
  expect(shareByEstimate(10_000, 'USD', [undefined, undefined, undefined])).toEqual([3_334, 3_333, 3_333])
  expect(shareByEstimate(10_000, 'USD', [])).toBeNull()
})

test('[OFFER-38] the shares add up exactly, and are whole units where the currency has no smaller ones', () => {
  const hours = fc.option(
    fc.integer({ min: 1, max: 3996 }).map((quarters) => quarters / 4),
    { nil: undefined },
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.constantFrom('USD', 'JPY'),
      fc.array(hours, { minLength: 1, maxLength: 40 }),
      (units, currency, estimates) => {
        const cents = currency === 'JPY' ? units * 100 : units
        const shares = shareByEstimate(cents, currency, estimates) ?? []
        expect(shares).toHaveLength(estimates.length)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents)
        if (currency === 'JPY') expect(shares.every((share) => share % 100 === 0)).toBe(true)
      },
    ),
  )
})
