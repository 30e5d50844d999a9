import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyText, signOf } from './money-text.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const written = (cents: number, currency: string, locale: string, isShort = false) =>
  plain(moneyText({ cents, currency, locale, isShort }))

test.each([
  [123_450, 'USD', 'en-US', '$1,234.50'],
  [123_450, 'USD', 'de-DE', '$1.234,50'],
  [123_450, 'USD', 'fr-FR', '$1 234,50'],
  [123_450, 'USD', 'en-CA', '$1,234.50'],
  [-250, 'USD', 'en-US', '-$2.50'],
  [-250, 'USD', 'en-AT', '-$2,50'],
  [123_450, 'EUR', 'en-US', '€1,234.50'],
  [123_450, 'EUR', 'en-AT', '€ 1.234,50'],
  [123_450, 'EUR', 'de-DE', '1.234,50 €'],
  [150_000, 'JPY', 'en-US', '¥1,500'],
  [123_456.7, 'KWD', 'en-US', 'KWD 1,234.567'],
  [4_000, 'CAD', 'en-US', 'CA$40.00'],
  [4_000, 'CAD', 'en-CA', 'CAD 40.00'],
  [4_000, 'AUD', 'en-AU', 'AUD 40.00'],
  [4_000, 'points', 'en-US', 'points 40.00'],
])('[OFFER-32] %i of %s is written %s %s', (cents, currency, locale, text) => {
  expect(written(cents, currency, locale)).toBe(text)
})

test('[OFFER-32] a currency has the sign of its reader, and none but dollars has $', () => {
  const signs = (locale: string) => ['USD', 'EUR', 'CAD', 'CHF'].map((currency) => signOf(currency, locale))
  expect(signs('en-US')).toEqual(['$', '€', 'CA$', 'CHF'])
  expect(signs('en-CA')).toEqual(['$', '€', 'CAD', 'CHF'])
  expect(signOf('points', 'en-US')).toBe('points')
})

test('[OFFER-32] in short a whole amount has no decimals, and another one has all of its currency', () => {
  expect([4_000, 4_050, -4_000].map((cents) => written(cents, 'USD', 'en-US', true))).toEqual(['$40', '$40.50', '-$40'])
  expect(written(4_000, 'EUR', 'en-AT', true)).toBe('€ 40')
  expect(written(123_456.7, 'KWD', 'en-US', true)).toBe('KWD 1,234.567')
})

test('[OFFER-32] a rounded amount has few digits', () => {
  const rounded = (currency: string) => moneyText({ cents: 1_234_500, currency, locale: 'en-US', isRounded: true })
  expect(['USD', 'EUR', 'JPY'].map(rounded)).toEqual(['$12K', '€12K', '¥12K'])
})

test('[OFFER-32] dollars have their $ before the number in every locale, and no other currency is a $ alone', () => {
  const locales = ['en-US', 'en-GB', 'en-CA', 'en-AU', 'de-DE', 'fr-FR', 'pt-BR', 'es-MX', 'sv-SE', 'ja-JP', 'zh-TW']
  const others = Intl.supportedValuesOf('currency').filter((code) => code !== 'USD')
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.constantFrom(...others),
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      (locale, other, cents) => {
        expect(written(cents, 'USD', locale)).toMatch(/^[-−]?\$\d/)
        expect(written(cents, other, locale)).not.toMatch(/^[-−]?\$|\s\$$/)
      },
    ),
  )
})
