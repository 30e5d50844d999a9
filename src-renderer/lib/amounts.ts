import { AMOUNT_MAX_CENTS } from '#shared/contract/payments.ts'
import { decimalsOf } from '#shared/rules/money.ts'
import { hundredthsOf, rewardText, shownBudget, unitsIn } from '#shared/rules/reward-money.ts'
import { moneyText as writeMoney, signOf } from '#shared/rules/money-text.ts'
import { shortAmount } from '#shared/rules/reward-sentence.ts'
import { dateLocale } from './locale.ts'

// Money as this viewer reads it. Payments and their sums are in the smallest unit of their currency, rewards and what
// is owed for them in hundredths of every currency.

/** A share of a hundred: "92%". */
export const percentText = (percent: number): string => `${percent}%`

/** An amount in the smallest unit of its currency: "$12.05" for 1205 cents, "¥1,000" for 1000 yen. */
export const moneyText = (currency: string, amount: number): string =>
  rewardText(hundredthsOf(currency, amount), currency, dateLocale)

/** The same with few digits, for the axis of a chart: "$12K". */
export const compactMoney = (currency: string, amount: number): string =>
  writeMoney({ cents: hundredthsOf(currency, amount), currency, locale: dateLocale, isRounded: true })

/** An amount in hundredths: "$40.00". */
export const rewardAmount = (cents: number, currency: string): string => rewardText(cents, currency, dateLocale)

/** An amount in hundredths, without the decimals of a whole one: "$40". */
export const shortReward = (cents: number, currency: string): string => shortAmount(cents, currency, dateLocale)

/** The sign of a currency, for the begin of a field. */
export const currencySign = (currency: string): string => signOf(currency, dateLocale)

/** A project's budget: as money when its text is one number, else the text itself. */
export const budgetText = (budget: string, currency: string): string => shownBudget(budget, currency, dateLocale)

export type ReadAmount = { cents: number; problem?: undefined } | { cents?: undefined; problem: string }

const decimalsText = (decimals: number): string =>
  decimals === 0 ? 'no decimals' : `at most ${decimals === 2 ? 'two' : 'three'} decimals`

/**
 * Reads what a person typed as an amount of a currency, exactly and without rounding; answers the amount in its smallest
 * unit, or what is wrong.
 */
export const readAmount = (typed: string, currency: string): ReadAmount => {
  const text = typed.trim()
  const decimals = decimalsOf(currency)
  if (!text) return { problem: 'Enter an amount.' }
  const [, typedDecimals = ''] = /\.(\d+)$/.exec(text) ?? []
  if (typedDecimals.length > decimals)
    return { problem: `An amount ${currency === 'USD' ? '' : `in ${currency} `}has ${decimalsText(decimals)}.` }
  const cents = unitsIn(text, currency, decimals)
  if (cents === null) return { problem: `Enter an amount such as ${decimals === 0 ? '250' : '250 or 99.50'}.` }
  if (cents === 0) return { problem: 'Enter an amount above zero.' }
  if (cents > AMOUNT_MAX_CENTS) return { problem: `An amount is at most ${moneyText(currency, AMOUNT_MAX_CENTS)}.` }
  return { cents }
}
