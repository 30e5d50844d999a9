import { expect, test } from 'vitest'
import { formatCents, formatIn, moneyText, percentText, readAmount } from './amounts.ts'

test('amounts are read to the cent, with or without commas and a dollar sign', () => {
  const typed = ['250', '99.50', '0.1', '$1,234.56', ' 12 ', '0.29', '10000000']
  expect(typed.map((one) => readAmount(one).cents)).toEqual([25_000, 9_950, 10, 123_456, 1_200, 29, 1_000_000_000])
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
  expect(readAmount(typed)).toEqual({ problem })
})

test('[PAY-01] cents are written with a $ before them, exactly', () => {
  expect([0, 5, 1_200, 123_456_789, -250].map(formatCents)).toEqual([
    '$0.00',
    '$0.05',
    '$12.00',
    '$1,234,567.89',
    '-$2.50',
  ])
  expect(formatIn('EUR', 1_205)).toBe('EUR 12.05')
  expect([moneyText('USD', 1_205), moneyText('JPY', 1_000), moneyText('KWD', 1_234_567)]).toEqual([
    '$12.05',
    'JPY 1,000',
    'KWD 1,234.567',
  ])
})

test('a percentage stands with a space, as the specification writes it', () => {
  expect(percentText(92)).toBe('92 %')
})
