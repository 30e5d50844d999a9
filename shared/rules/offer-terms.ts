import type { Tier } from '../contract/common.ts'
import type { AiRule, AiUse, OfferTakers, TaskOffer } from '../contract/task-offer.ts'
import { rewardText } from './reward-money.ts'
import { tierLabels } from './tiers.ts'

export const NO_REWARD = 'No reward: for reputation'
export const NOT_HELD = 'Recorded, not held.'
export const NO_DISPUTES = 'No disputes on this server; amounts are settled by proposal.'

/** What an offer says of disputes, besides its terms: nothing where the server has them, or where there is nothing to settle. */
export const disputeTerms = ({ amountCents }: { amountCents: number }, hasDisputes: boolean): readonly string[] =>
  amountCents > 0 && !hasDisputes ? [NO_DISPUTES] : []

/** What an offer is worth; an offer of 0 says so wherever an amount would be. */
export const rewardOrReputation = (
  { amountCents, currency }: { amountCents: number; currency: string },
  locale?: string,
): string => (amountCents === 0 ? NO_REWARD : rewardText(amountCents, currency, locale))

type Terms = {
  mode: 'apply' | 'claim'
  amountCents: number
  leaseDays: number
  reviewDays: number
  payDays: number
}

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** The terms of an offer in sentences; `answerBy` is the day by which an application is answered, as people read it. */
export const termsOf = (
  { mode, amountCents, leaseDays, reviewDays, payDays }: Terms,
  answerBy: string,
): readonly string[] => [
  ...(mode === 'apply'
    ? [`Your application is answered by ${answerBy}.`, `Yours for ${days(leaseDays)} after it is approved.`]
    : [`Yours for ${days(leaseDays)} after you take it.`]),
  `Reviewed within ${days(reviewDays)}, or it counts as accepted.`,
  ...(amountCents > 0 ? [`Paid within ${days(payDays)} after that.`, NOT_HELD] : []),
]

/** What an offer says of generators. */
export const aiRuleText: Readonly<Record<AiRule, string>> = {
  any: 'AI generators may be used.',
  declare: 'Say with your hand-in whether an AI generator was used.',
  none: 'Made without a generator.',
}

/** What a hand-in says of generators, as its readers read it. */
export const aiUseText: Readonly<Record<AiUse, string>> = {
  none: 'Made without a generator',
  some: 'Made with some help of a generator',
  mostly: 'Made mostly by a generator',
}

/** Why a hand-in under this rule is not taken with what it says of generators; null where it is. */
export const whyNotAiUse = (rule: AiRule | null, use: AiUse | null): string | null => {
  if (rule === 'none' && use !== 'none') return 'This task takes only what was made without a generator.'
  return rule === 'declare' && use === null ? 'Say whether an AI generator was used.' : null
}

/** Who may take a task, in words. */
export const takersText = ({ takers, minTier }: { takers: OfferTakers; minTier: Tier | null }): string => {
  switch (takers) {
    case 'anyone':
      return 'Anyone may take it.'
    case 'tier':
      return `For people of ${tierLabels[minTier ?? 'basic']} and above.`
    case 'known':
      return 'For people who have worked with the owner or are vouched for.'
    case 'newcomers':
      return 'For people with fewer than 3 accepted tasks.'
    case 'members':
      return 'For members of this project.'
  }
}

/** What the choices of an offer are called in forms. */
export const offerModeLabels: Readonly<Record<TaskOffer['mode'], string>> = {
  assigned: 'You assign it',
  apply: 'People apply',
  claim: 'The first one takes it',
}
export const takersLabels: Readonly<Record<OfferTakers, string>> = {
  anyone: 'Anyone',
  tier: 'People from a tier on',
  known: 'People you know',
  newcomers: 'Newcomers',
  members: 'Members',
}
export const aiRuleLabels: Readonly<Record<AiRule, string>> = {
  any: 'May be used',
  declare: 'Must be declared',
  none: 'Not allowed',
}

/** How somebody comes to an offered task, as its members read it. */
export const offerModeText: Readonly<Record<TaskOffer['mode'], string>> = {
  assigned: 'Owners and admins assign it.',
  apply: 'People apply for it.',
  claim: 'The first one takes it.',
}

/** The days of an offer in sentences, as its members read them. */
export const dayTerms = ({
  amountCents,
  leaseDays,
  reviewDays,
  payDays,
}: Pick<TaskOffer, 'amountCents' | 'leaseDays' | 'reviewDays' | 'payDays'>): readonly string[] => [
  `${days(leaseDays)} to work.`,
  `Reviewed within ${days(reviewDays)}, or it counts as accepted.`,
  ...(amountCents > 0 ? [`Paid within ${days(payDays)} after that.`] : []),
]
