import { decimalsOf } from './money.ts'

/**
 * An amount in hundredths of a currency and the place of its reader; whether whole amounts have no decimals, and whether
 * it is rounded to a few digits, as at the axis of a chart.
 */
type Written = { cents: number; currency: string; locale: string; isShort?: boolean; isRounded?: boolean }

const formats = new Map<string, Intl.NumberFormat>()
/** A number in parts. A format takes ten times as long to make as to use, and a page of amounts needs few of them. */
const partsOf = (value: number, locale: string, how: Intl.NumberFormatOptions): Intl.NumberFormatPart[] => {
  const key = JSON.stringify([locale, how])
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, how)
  formats.set(key, format)
  return format.formatToParts(value)
}

const isCode = (currency: string): boolean => /^[A-Z]{3}$/.test(currency)
const signIn = (parts: Intl.NumberFormatPart[]) => parts.find(({ type }) => type === 'currency')?.value
/** Intl's style of a currency that is not USD: by its sign, or by its code where the sign is a '$' alone. */
const styleOf = (currency: string, locale: string): Intl.NumberFormatOptions => {
  const style = { style: 'currency', currency } as const
  const sign = signIn(partsOf(0, locale, style))
  return sign === '$' ? { ...style, currencyDisplay: 'code' } : style
}

/** The sign that this reader knows a currency by: '$', '€', 'CA$'; its code where it has none. */
export const signOf = (currency: string, locale: string): string =>
  currency === 'USD'
    ? '$'
    : isCode(currency)
      ? (signIn(partsOf(0, locale, styleOf(currency, locale))) ?? currency)
      : currency

/**
 * Money as people read it, everywhere: by Intl in the reader's place, with the decimals that the currency has. Dollars of
 * the United States have '$' in front of the number in every place, and nothing else is written with a '$' alone.
 */
export const moneyText = ({ cents, currency, locale, isShort = false, isRounded = false }: Written): string => {
  const count = isShort && cents % 100 === 0 ? 0 : decimalsOf(currency)
  const digits = isRounded
    ? ({ notation: 'compact' } as const)
    : { minimumFractionDigits: count, maximumFractionDigits: count }
  const partsIn = (style: Intl.NumberFormatOptions) => partsOf(cents / 100, locale, { ...style, ...digits })
  const textOf = (parts: Intl.NumberFormatPart[]) => parts.map(({ value }) => value).join('')
  if (currency === 'USD') {
    // Intl would put the sign where the place has it, and call it 'US$' in some.
    const ofNumber = ({ type }: Intl.NumberFormatPart) => type !== 'currency' && type !== 'literal'
    const parts = partsIn({ style: 'currency', currency }).filter(ofNumber)
    const first = parts.findIndex(({ type }) => type === 'integer')
    return textOf(parts.with(first, { type: 'integer', value: `$${parts[first]?.value ?? ''}` }))
  }
  // A code of another host may be none; Intl would throw at it.
  if (!isCode(currency)) return `${currency} ${textOf(partsIn({}))}`
  return textOf(partsIn(styleOf(currency, locale)))
}
