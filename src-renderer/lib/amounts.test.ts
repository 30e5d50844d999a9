import { expect, test } from 'vitest'
import { budgetText, moneyText, percentText, readAmount, rewardAmount, shortReward } from './amounts.ts'

test('amounts are read to the cent, with or without commas and a dollar sign', () => {
  const typed = ['250', '99.50', '0.1', '$1,234.56', ' 12 ', '0.29', '10000000']
  expect(typed.map((one) => readAmount(one, 'USD').cents)).toEqual([
    25_000, 9_950, 10, 123_456, 1_200, 29, 1_000_000_000,
  ])
})

test.each([
  ['', 'Enter an amount.'],
  ['   ', 'Enter an amount.'],
  ['12.345', 'An amount has at most two decimals.'],
  ['0', 'Enter an amount above zero.'],
  ['0.00', 'Enter an amount above zero.'],
  ['-5', 'Enter an amount such as 250 or 99.50.'],
  ['1e3', 'Enter an amount such as 250 or 99.50.'],
  ['12,5', 'Enter an amount such as 250 or 99.50.'],
  ['ten', 'Enter an amount such as 250 or 99.50.'],
  ['10000000.01', 'An amount is at most $10,000,000.00.'],
])('the amount %j is refused: %s', (typed, problem) => {
  expect(readAmount(typed, 'USD')).toEqual({ problem })
})

test('amounts are read in the units of their currency', () => {
  expect([readAmount('€12.50', 'EUR').cents, readAmount('1,500', 'JPY').cents]).toEqual([1_250, 1_500])
  expect([readAmount('12.345', 'KWD').cents, readAmount('1.5', 'KWD').cents]).toEqual([12_345, 1_500])
  expect(readAmount('1500.50', 'JPY')).toEqual({ problem: 'An amount in JPY has no decimals.' })
  expect(readAmount('1.2345', 'KWD')).toEqual({ problem: 'An amount in KWD has at most three decimals.' })
  expect(readAmount('$12', 'EUR')).toEqual({ problem: 'Enter an amount such as 250 or 99.50.' })
})

test('[PAY-01] [OFFER-32] amounts are written in their currency, exactly, and dollars with a $ before them', () => {
  expect([0, 5, 1_200, 123_456_789, -250].map((cents) => moneyText('USD', cents))).toEqual([
    '$0.00',
    '$0.05',
    '$12.00',
    '$1,234,567.89',
    '-$2.50',
  ])
  const others = [moneyText('EUR', 1_205), moneyText('JPY', 1_000), moneyText('KWD', 1_234_567)]
  expect(others.map((text) => text.replace('\u00a0', ' '))).toEqual(['€12.05', '¥1,000', 'KWD 1,234.567'])
  expect([rewardAmount(4_000, 'USD'), shortReward(4_000, 'EUR'), budgetText('3000', 'EUR')]).toEqual([
    '$40.00',
    '€40',
    '€3,000',
  ])
})

test('a percentage is written without a space', () => {
  expect(percentText(92)).toBe('92%')
})
