import { expect, test } from 'vitest'
import { budgetIn, shownBudget, unitsIn } from './reward-money.ts'

test('a budget counts when it is one number; ranges and words count as no budget', () => {
  const texts = ['3000', ' $3,000.5 ', '12.34 usd', '$1,234,567']
  expect(texts.map((text) => budgetIn(text, 'USD'))).toEqual([300_000, 300_050, 1_234, 123_456_700])
  for (const text of [null, '', 'tbd', '$1000-2000', '1,00', '12.345', '-5', '1e3', '€500'])
    expect(budgetIn(text, 'USD')).toBeNull()
  expect(['€3,000', '3000 EUR'].map((text) => budgetIn(text, 'EUR'))).toEqual([300_000, 300_000])
})

test('an amount is read in the units of its currency: of yen there are whole ones, of dinars thousandths', () => {
  expect([unitsIn('¥1,500', 'JPY', 0), unitsIn('1500.5', 'JPY', 0)]).toEqual([1_500, null])
  expect([unitsIn('1.234', 'KWD', 3), unitsIn('KWD 2.5', 'KWD', 3)]).toEqual([1_234, 2_500])
})

test('[OFFER-32] a budget that is one number is shown as money of the project, any other text stays', () => {
  expect(shownBudget('3000', 'USD', 'en-US')).toBe('$3,000')
  expect(shownBudget('$1,250.50', 'USD', 'en-US')).toBe('$1,250.50')
  expect(shownBudget('3000', 'EUR', 'en-GB')).toBe('€3,000')
  expect(shownBudget('$3000', 'EUR', 'en-GB')).toBe('$3000')
  expect(shownBudget(' to be agreed ', 'USD', 'en-US')).toBe('to be agreed')
})
