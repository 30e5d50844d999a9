import { decimalsOf } from './money.ts'

/** Hundredths of an amount in the smallest unit of its currency, as the database's `hundredths_of` counts them. */
export const hundredthsOf = (currency: string, amount: number): number => (amount * 100) / 10 ** decimalsOf(currency)
/** The same backwards. */
export const smallestUnitsOf = (currency: string, cents: number): number =>
  Math.round((cents * 10 ** decimalsOf(currency)) / 100)

/** An amount in hundredths of its currency as a sentence names it: '$1,200.00', '€40.00', '¥1,500'. */
export const rewardText = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

const NUMBER = /^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/

const signOf = (currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/**
 * A project's budget in hundredths when its text is one number, with or without the sign or code of the project's
 * currency before or behind it; null for anything else.
 */
export const budgetIn = (text: string | null, currency: string): number | null => {
  let rest = text?.trim() ?? ''
  const marks = [signOf(currency), currency]
  for (const mark of marks) if (rest.toUpperCase().startsWith(mark.toUpperCase())) rest = rest.slice(mark.length).trim()
  for (const mark of marks)
    if (rest.toUpperCase().endsWith(mark.toUpperCase())) rest = rest.slice(0, -mark.length).trim()
  const [, whole, part = ''] = NUMBER.exec(rest) ?? []
  return whole === undefined ? null : Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
}
