import type { LedgerEntry } from '../contract/ledger.ts'
import type { RewardOfTask } from '../contract/rewards.ts'
import { decimalsOf } from './money.ts'
import { moneyText } from './money-text.ts'

/** Hundredths of an amount in the smallest unit of its currency, as the database's `hundredths_of` counts them. */
export const hundredthsOf = (currency: string, amount: number): number => (amount * 100) / 10 ** decimalsOf(currency)
/** The same backwards. */
export const smallestUnitsOf = (currency: string, cents: number): number =>
  Math.round((cents * 10 ** decimalsOf(currency)) / 100)

/** The locale of sentences that the server, and the command line, say to everybody. */
const OF_SENTENCES = 'en-US'

/** An amount in hundredths of its currency as a sentence names it: '$1,200.00', '€40.00', '¥1,500'. */
export const rewardText = (cents: number, currency: string, locale = OF_SENTENCES): string =>
  moneyText({ cents, currency, locale })

const NUMBER = /^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,3}))?$/

const signOf = (currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/**
 * A typed number in the smallest units that have this many decimals, with or without the sign or code of the currency
 * before or behind it; null for anything else, and for more decimals.
 */
export const unitsIn = (text: string | null, currency: string, decimals: number): number | null => {
  let rest = text?.trim() ?? ''
  const marks = [signOf(currency), currency]
  for (const mark of marks) if (rest.toUpperCase().startsWith(mark.toUpperCase())) rest = rest.slice(mark.length).trim()
  for (const mark of marks)
    if (rest.toUpperCase().endsWith(mark.toUpperCase())) rest = rest.slice(0, -mark.length).trim()
  const [, whole, part = ''] = NUMBER.exec(rest) ?? []
  if (whole === undefined || part.length > decimals) return null
  return Number(whole.replaceAll(',', '')) * 10 ** decimals + Number(part.padEnd(decimals, '0'))
}

/** A project's budget in hundredths of its currency when its text is one number; null for anything else. */
export const budgetIn = (text: string | null, currency: string): number | null => unitsIn(text, currency, 2)

/** A budget as people read it: as money when its text is one number, else the text itself. */
export const shownBudget = (text: string, currency: string, locale: string): string => {
  const cents = budgetIn(text, currency)
  return cents === null ? text.trim() : moneyText({ cents, currency, locale, isShort: true })
}

/** What is, or was, owed for a task in all: less than was promised where both sides agreed on less or an administrator ruled so. */
export const owedCents = ({ terms, entries }: Pick<RewardOfTask, 'terms' | 'entries'>): number | null => {
  const sumOf = (kind: LedgerEntry['kind']) =>
    entries.filter((entry) => entry.kind === kind).reduce((sum, { amountCents }) => sum + amountCents, 0)
  const due = sumOf('due')
  return due > 0 ? due - sumOf('forgive') : terms.amountCents
}
