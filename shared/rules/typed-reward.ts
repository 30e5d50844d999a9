import { REWARD_MAX_CENTS, REWARD_MIN_CENTS } from '../contract/offers.ts'
import { decimalsOf } from './money.ts'
import { budgetIn, rewardText } from './reward-money.ts'

/** Hundredths of a reward as it is typed, with or without the sign or code of its currency, or what is wrong with it. */
export const readReward = (text: string, currency: string, locale?: string): { cents: number } | { error: string } => {
  const cents = budgetIn(text, currency)
  if (cents === null) return { error: 'Please enter an amount such as 40 or 40.50, or 0.' }
  if (cents > 0 && cents < REWARD_MIN_CENTS)
    return { error: `A reward is 0, or at least ${rewardText(REWARD_MIN_CENTS, currency, locale)}.` }
  if (cents > REWARD_MAX_CENTS)
    return { error: `A reward is at most ${rewardText(REWARD_MAX_CENTS, currency, locale)}.` }
  if (decimalsOf(currency) === 0 && cents % 100 !== 0) return { error: `Please enter whole units of ${currency}.` }
  return { cents }
}
