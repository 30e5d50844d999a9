import { REWARD_MAX_CENTS, REWARD_MIN_CENTS, type NewOffer, OFFER_SKILLS_MAX } from '#shared/contract/offers.ts'
import type { TaskOffer } from '#shared/contract/task-offer.ts'
import { decimalsOf } from '#shared/rules/money.ts'
import { budgetIn, rewardText } from '#shared/rules/reward-money.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'

/** The currency of projects, which nobody can change yet. */
export const CURRENCY = 'USD'

/** An offer as it is typed. */
export type OfferValues = Pick<NewOffer, 'mode' | 'takers' | 'aiRule' | 'skills'> & {
  amount: string
  minTier: NonNullable<NewOffer['minTier']>
  leaseDays: string
  reviewDays: string
  payDays: string
}
export type OfferErrors = Readonly<Partial<Record<keyof OfferValues | 'all', string>>>

/** What the form proposes for a task without an offer. */
export const proposedOffer: OfferValues = {
  amount: '',
  mode: 'claim',
  takers: 'anyone',
  minTier: 'silver',
  skills: [],
  leaseDays: '7',
  reviewDays: '14',
  payDays: '14',
  aiRule: 'declare',
}

/** The bounds of each count of days. */
export const dayBounds = { leaseDays: [1, 30], reviewDays: [3, 30], payDays: [1, 60] } as const

const isSame = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')
/** The skills that an offer names itself: one with none answers those of its project. */
export const ownSkills = (skills: readonly string[], ofProject: readonly string[]): string[] =>
  isSame(skills, ofProject) ? [] : [...skills]

/** An offer as the form shows it. */
export const valuesOfOffer = (offer: TaskOffer, ofProject: readonly string[]): OfferValues => ({
  amount: String(offer.amountCents / 100),
  mode: offer.mode,
  takers: offer.takers,
  minTier: offer.minTier ?? proposedOffer.minTier,
  skills: ownSkills(offer.skills, ofProject),
  leaseDays: String(offer.leaseDays),
  reviewDays: String(offer.reviewDays),
  payDays: String(offer.payDays),
  aiRule: offer.aiRule,
})

/** An offer as it is sent to be set once more. */
export const bodyOfOffer = (offer: TaskOffer, ofProject: readonly string[]): NewOffer => ({
  amountCents: offer.amountCents,
  mode: offer.mode,
  takers: offer.takers,
  ...(offer.minTier && { minTier: offer.minTier }),
  skills: ownSkills(offer.skills, ofProject),
  leaseDays: offer.leaseDays,
  reviewDays: offer.reviewDays,
  payDays: offer.payDays,
  aiRule: offer.aiRule,
})

/** Hundredths of a typed amount, or what is wrong with it. */
export const readAmount = (text: string, currency: string): { cents: number } | { error: string } => {
  const cents = budgetIn(text, currency)
  if (cents === null) return { error: 'Please enter an amount such as 40 or 40.50, or 0.' }
  if (cents > 0 && cents < REWARD_MIN_CENTS)
    return { error: `A reward is 0, or at least ${rewardText(REWARD_MIN_CENTS, currency)}.` }
  if (cents > REWARD_MAX_CENTS) return { error: `A reward is at most ${rewardText(REWARD_MAX_CENTS, currency)}.` }
  if (decimalsOf(currency) === 0 && cents % 100 !== 0) return { error: `Please enter whole units of ${currency}.` }
  return { cents }
}

const readDays = (text: string, [least, most]: readonly [number, number]): number | null => {
  const count = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return count >= least && count <= most ? count : null
}

/** What the form sends, or what is wrong with it. */
export const readOffer = (values: OfferValues, currency: string): { body: NewOffer } | { errors: OfferErrors } => {
  const amount = readAmount(values.amount, currency)
  const days = {
    leaseDays: readDays(values.leaseDays, dayBounds.leaseDays),
    reviewDays: readDays(values.reviewDays, dayBounds.reviewDays),
    payDays: readDays(values.payDays, dayBounds.payDays),
  }
  const wrongDays = Object.entries(dayBounds).flatMap(([name, [least, most]]) =>
    days[name as keyof typeof days] === null ? [[name, `From ${least} to ${most} days.`] as const] : [],
  )
  const errors: OfferErrors = {
    ...('error' in amount && { amount: amount.error }),
    ...(values.skills.length > OFFER_SKILLS_MAX && { skills: `At most ${OFFER_SKILLS_MAX} skills.` }),
    ...Object.fromEntries(wrongDays),
  }
  const { leaseDays, reviewDays, payDays } = days
  if ('error' in amount || leaseDays === null || reviewDays === null || payDays === null || errors.skills)
    return { errors }
  const { mode, takers, minTier, skills, aiRule } = values
  return {
    body: {
      ...{ amountCents: amount.cents, mode, takers, skills: [...skills], leaseDays, reviewDays, payDays, aiRule },
      ...(takers === 'tier' && { minTier }),
    },
  }
}

/** What a refusal says beside a field; what no field is wrong with is about the whole. */
export const refusalOfOffer = (error: unknown): OfferErrors => {
  const failure = errorText(error, 'Failed to set the reward')
  if (!isApiError(error)) return { all: failure }
  const named = error.details.flatMap(({ path, message }) => {
    const field = path.split('.').find((part) => part === 'amountCents' || part in proposedOffer)
    return field ? [[field === 'amountCents' ? 'amount' : field, message] as const] : []
  })
  if (named.length > 0) return Object.fromEntries(named)
  return error.code === 'BUDGET_SHORT' ? { amount: failure } : { all: failure }
}
