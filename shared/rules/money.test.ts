import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, decimalsOf, isCurrency, splitAmount } from './money.ts'

const shares = (...weights: number[]) => weights.map((weight, index) => ({ userID: `u${index}`, weight }))

test('cents that cannot be divided go to the largest remainders first', () => {
  expect(splitAmount(100, shares(1, 1, 1))?.map((part) => part.amountCents)).toEqual([34, 33, 33])
  expect(splitAmount(100, shares(1, 2, 3))?.map((part) => part.amountCents)).toEqual([17, 33, 50])
})

test('a sum without weights to split it by gives null', () => {
  expect(splitAmount(100, [])).toBeNull()
  expect(splitAmount(100, shares(0, 0))).toBeNull()
  expect(splitAmount(100, shares(-1, 2))).toBeNull()
})

test('the parts always add up to the amount, none is negative, and a share without weight gets nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.array(fc.double({ min: 0, max: 10_000, noNaN: true }), { minLength: 1, maxLength: 50 }),
      (amountCents, weights) => {
        const parts = splitAmount(amountCents, shares(...weights))
        if (!weights.some((weight) => weight > 0)) {
          expect(parts).toBeNull()
          return
        }
        const cents = parts?.map((part) => part.amountCents) ?? []
        expect(cents).toHaveLength(weights.length)
        expect(cents.filter((each, index) => each < 0 || (weights[index] === 0 && each !== 0))).toEqual([])
        expect(cents.reduce((sum, each) => sum + each, 0)).toBe(amountCents)
      },
    ),
  )
})

test('every currency is written with the decimals that Node gives it, and read back to the same amount', () => {
  const all = Intl.supportedValuesOf('currency')
  expect(all.length).toBeGreaterThan(150)
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.integer({ min: 1, max: 1_000_000_000 }), (currency, amount) => {
      const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency,
      }).resolvedOptions()
      const text = decimalOf(currency, amount)
      expect(text.split('.')[1]?.length ?? 0, currency).toBe(maximumFractionDigits)
      expect(Math.round(Number(text) * 10 ** maximumFractionDigits)).toBe(amount)
      expect(isCurrency(currency)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
  for (const currency of all)
    expect(decimalsOf(currency), currency).toBe(
      new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits,
    )
})

test.each(['XXX', 'BTC', 'ABC', 'usd', 'US', ''])('%j is no currency', (code) => {
  expect(isCurrency(code)).toBe(false)
})
