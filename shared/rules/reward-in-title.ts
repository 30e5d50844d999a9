import { REWARD_MAX_CENTS, REWARD_MIN_CENTS } from '../contract/offers.ts'
import { decimalsOf } from './money.ts'
import { budgetIn } from './reward-money.ts'

/**
 * The reward at the end of a typed title, with the sign or code of the project's currency: 'Fix the legend $40'. Null where
 * there is none; then the whole text is the title.
 */
export const rewardInTitle = (text: string, currency: string): { title: string; amountCents: number } | null => {
  const [, title = '', last = ''] = /^(.*\S)\s+(\S+)$/su.exec(text.trim()) ?? []
  // A number alone is part of the title: 'Print page 40'.
  if (/^[\d.,]*$/.test(last)) return null
  const amountCents = budgetIn(last, currency)
  if (amountCents === null || amountCents > REWARD_MAX_CENTS) return null
  if (amountCents > 0 && amountCents < REWARD_MIN_CENTS) return null
  return decimalsOf(currency) === 0 && amountCents % 100 !== 0 ? null : { title, amountCents }
}
