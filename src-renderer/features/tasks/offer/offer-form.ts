import { type NewOffer, OFFER_SKILLS_MAX } from '#shared/contract/offers.ts'
import { OFFER_DAYS, type TaskOffer } from '#shared/contract/task-offer.ts'
import { readReward } from '#shared/rules/typed-reward.ts'
import { isApiError } from '#lib/api.ts'
import { dateLocale } from '#lib/locale.ts'
import { errorText } from '#lib/query-client.ts'

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
  leaseDays: String(OFFER_DAYS.leaseDays.usual),
  reviewDays: String(OFFER_DAYS.reviewDays.usual),
  payDays: String(OFFER_DAYS.payDays.usual),
  aiRule: 'declare',
}

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

const readDays = (text: string, { min, max }: { min: number; max: number }): number | null => {
  const count = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return count >= min && count <= max ? count : null
}

/** What the form sends, or what is wrong with it. */
export const readOffer = (values: OfferValues, currency: string): { body: NewOffer } | { errors: OfferErrors } => {
  const amount = readReward(values.amount, currency, dateLocale)
  const days = {
    leaseDays: readDays(values.leaseDays, OFFER_DAYS.leaseDays),
    reviewDays: readDays(values.reviewDays, OFFER_DAYS.reviewDays),
    payDays: readDays(values.payDays, OFFER_DAYS.payDays),
  }
  const wrongDays = Object.entries(OFFER_DAYS).flatMap(([name, { min, max }]) =>
    days[name as keyof typeof days] === null ? [[name, `From ${min} to ${max} days.`] as const] : [],
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
