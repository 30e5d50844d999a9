import { AMOUNT_MAX_CENTS } from '#shared/contract/payments.ts'
import { budgetInCents, decimalsOf } from '#shared/rules/money.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Whole cents as "$1,234.50"; the cents are always shown. */
export const formatCents = (cents: number): string => dollars.format(cents / 100)

/** A share of a hundred as "92 %": with a space, as the specification writes it in 'answered 92 % of 24'. */
export const percentText = (percent: number): string => `${percent} %`

/** An amount in another currency, even in one that the browser does not know: "JPY 1,000" for 1000, "EUR 12.05" for 1205. */
export const formatIn = (currency: string, amount: number): string => {
  const count = decimalsOf(currency)
  const shown = { minimumFractionDigits: count, maximumFractionDigits: count }
  return `${currency} ${(amount / 10 ** count).toLocaleString('en-US', shown)}`
}

/** An amount with its currency as people read it: dollars with their sign, all else with its name. */
export const moneyText = (currency: string, cents: number): string =>
  currency === 'USD' ? formatCents(cents) : formatIn(currency, cents)

export type ReadAmount = { cents: number; problem?: undefined } | { cents?: undefined; problem: string }

/**
 * Reads what a person typed as an amount of dollars, to the cent and without rounding; answers the amount or what is
 * wrong.
 */
export const readAmount = (typed: string): ReadAmount => {
  const text = typed.trim()
  if (!text) return { problem: 'Enter an amount.' }
  if (/\.\d{3,}$/.test(text)) return { problem: 'An amount has at most two decimals.' }
  const cents = budgetInCents(text)
  if (cents === null) return { problem: 'Enter an amount such as 250 or 99.50.' }
  if (cents === 0) return { problem: 'Enter an amount above zero.' }
  if (cents > AMOUNT_MAX_CENTS) return { problem: `An amount is at most ${formatCents(AMOUNT_MAX_CENTS)}.` }
  return { cents }
}
