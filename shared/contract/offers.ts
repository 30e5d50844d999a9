import { z } from 'zod'
import { enveloped, idOf, REQUIRED_TEXT, singleLine, tier, time } from './common.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import * as reads from './reads.ts'
import { aiRules, OFFER_DAYS, offerModes, offerTakers, taskOffer } from './task-offer.ts'

export const REWARD_MIN_CENTS = 100
export const REWARD_MAX_CENTS = 1_000_000_000
export const OFFER_SKILLS_MAX = 5

/** A whole number of days within these bounds. */
const days = ({ min, max, usual }: (typeof OFFER_DAYS)[keyof typeof OFFER_DAYS], description: string) =>
  z
    .int()
    .min(min)
    .max(max)
    .default(usual)
    .meta({ description: `${description}, ${min} to ${max}; ${usual} when not sent.`, examples: [usual] })

const offerFields = {
  amountCents: z
    .int()
    .max(REWARD_MAX_CENTS)
    .refine((cents) => cents === 0 || cents >= REWARD_MIN_CENTS, 'A reward is 0, or at least 1.00.')
    .meta({
      description: 'Hundredths of the project’s currency, in every currency; 0 is an offer for reputation alone.',
      examples: [40000],
    }),
  mode: z.enum(offerModes).meta({
    description: 'How somebody comes to it: managers assign it, people apply, or the first one takes it.',
    examples: ['claim'],
  }),
  takers: z
    .enum(offerTakers)
    .default('anyone')
    .meta({
      description: 'Who may take it; `anyone` when not sent. `tier` needs `minTier`.',
      examples: ['tier'],
    }),
  minTier: tier.optional().meta({ description: 'The least tier of who may take it.', examples: ['silver'] }),
  skills: z
    .array(singleLine.min(1, REQUIRED_TEXT).max(60))
    .max(OFFER_SKILLS_MAX)
    .default([])
    .meta({ description: 'The skills it asks for; none are the project’s.', examples: [['Maps']] }),
  leaseDays: days(OFFER_DAYS.leaseDays, 'For how many days it is whose it is'),
  reviewDays: days(OFFER_DAYS.reviewDays, 'Within how many days a hand-in is answered'),
  payDays: days(OFFER_DAYS.payDays, 'Within how many days it is paid'),
  aiRule: z
    .enum(aiRules)
    .default('declare')
    .meta({
      description: 'Whether generators may be used: as one likes, as one declares, or not; `declare` when not sent.',
      examples: ['declare'],
    }),
}
type MinTier = { takers: string; minTier?: unknown }
const hasRightTier = ({ takers, minTier }: MinTier) => (takers === 'tier') === (minTier !== undefined)
const tierError = { message: 'Say which tier is the least.', path: ['minTier'] }

/** An offer as it is set for a task that had none: with the task itself, or for many tasks. */
export const newOffer = z
  .strictObject(offerFields)
  .refine(hasRightTier, tierError)
  .meta({ id: 'NewOffer', description: 'What it is worth and under which terms.' })

export type NewOffer = z.output<typeof newOffer>
/** The same as it is sent: what is left out has its usual value. */
export type NewOfferBody = z.input<typeof newOffer>

export const offerBody = z
  .strictObject({
    ...offerFields,
    version: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'The version that the change is based on; an older one is refused.', examples: [1] }),
  })
  .refine(hasRightTier, tierError)
  .meta({ id: 'OfferBody' })
export type OfferBody = z.output<typeof offerBody>

const params = z.strictObject({ id: idOf('the task') })
const offered = z
  .object({
    taskID: idOf('the task'),
    projectID: idOf('its project'),
    offer: taskOffer.nullable().meta({ description: 'What it promises; null once it is closed.' }),
    closedAt: time.nullable().meta({ description: 'When it was closed, else null.' }),
  })
  .meta({ id: 'OfferOfTask', description: 'A task with its offer.' })
export type Offered = z.output<typeof offered>

export const offers = noun('What a task is worth, and under which terms.', {
  set: endpoint({
    method: 'PUT',
    path: '/user-tasks/:id/offer',
    summary:
      'Sets the whole offer of a task. What it promises is reserved from the budget in the same moment. Who has the task already is promised it by a claim.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'rewards',
    params,
    body: offerBody,
    response: enveloped(offered),
    handlesOwn403: true,
    fails: { 409: ['CONFLICT', 'BUDGET_SHORT', 'OFFER_HELD'] },
    // Applications are closed where the task is no longer given after applications.
    leaves: ['offer.made', 'offer.changed', 'reward.reserved', 'reward.released', 'claim.made', 'request.rejected'],
    stale: [...reads.rewards, ...reads.requests],
    failure: serverMessageOr('Failed to set the reward'),
  }),
  close: endpoint({
    method: 'DELETE',
    path: '/user-tasks/:id/offer',
    summary: 'Closes a task’s offer. What was reserved is free again.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'rewards',
    params,
    response: enveloped(offered),
    handlesOwn403: true,
    fails: { 409: 'CONFLICT' },
    leaves: ['offer.closed', 'reward.released', 'request.rejected'],
    stale: [...reads.rewards, ...reads.requests],
    failure: serverMessageOr('Failed to close the offer'),
  }),
})
