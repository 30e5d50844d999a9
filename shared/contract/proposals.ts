import { z } from 'zod'
import { creationKey, enveloped, freeText, id, idOf, REQUIRED_TEXT, time } from './common.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { REWARD_MAX_CENTS } from './offers.ts'
import * as reads from './reads.ts'

export const PROPOSAL_TEXT_MAX = 1000
/** For how many days a proposal waits for its answer. */
export const PROPOSAL_DAYS = 7
export const PROPOSALS_MAX = 100

export const proposalSides = ['holder', 'managers'] as const
export const proposalStates = ['open', 'accepted', 'refused', 'withdrawn', 'expired'] as const

const proposal = z
  .object({
    id,
    claimID: idOf('the claim'),
    side: z.enum(proposalSides).meta({
      description: 'Who made it: who has, or had, the task, or owner and admin. The other side answers it.',
      examples: ['managers'],
    }),
    amountCents: z.number().meta({ description: 'The amount proposed, in hundredths.', examples: [30000] }),
    currency: z.string().meta({ description: 'ISO 4217.', examples: ['USD'] }),
    text: z.string().meta({ description: 'Why.', examples: ['The legend is missing.'] }),
    state: z.enum(proposalStates).meta({ description: 'What became of it.', examples: ['open'] }),
    createdAt: time.meta({ description: 'When it was made.' }),
    endsAt: time.meta({ description: 'When it ends without an answer.' }),
    answeredAt: time
      .nullable()
      .meta({ description: 'When it was answered, withdrawn or over; null while it is open.' }),
  })
  .meta({ id: 'Proposal' })
export type Proposal = z.output<typeof proposal>

const ofClaim = z.strictObject({ id: idOf('the claim') })
/** Answers, and the withdrawal, by the proposal's ID. */
const params = z.strictObject({ id: idOf('the proposal') })
const fails = { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' } as const
const stale = [...reads.rewards, 'claims.list', 'claims.get', 'proposals.list'] as const

export const proposals = noun('Another amount than was promised, which one side proposes and the other answers.', {
  list: endpoint({
    method: 'GET',
    path: '/claims/:id/proposals',
    summary: 'The proposals about a claim, newest first, for its holder and for owners and admins of the project.',
    policy: 'user',
    scope: 'read',
    since: 'rewards',
    params: ofClaim,
    response: enveloped(z.array(proposal)),
    fails: { 404: 'NOT_FOUND' },
    failure: serverMessageOr('Failed to load the proposals'),
  }),
  make: endpoint({
    method: 'POST',
    path: '/claims/:id/proposals',
    summary:
      'Proposes another amount, after the first hand-in: up to the reward, once it is due up to what is owed. One at a time.',
    policy: 'user',
    scope: 'work',
    since: 'rewards',
    params: ofClaim,
    body: z.strictObject({
      amountCents: z
        .int()
        .min(0)
        .max(REWARD_MAX_CENTS)
        .meta({ description: 'The amount, in hundredths; 0 to what was promised or is owed.', examples: [30000] }),
      text: freeText
        .min(1, REQUIRED_TEXT)
        .max(PROPOSAL_TEXT_MAX, `This has at most ${PROPOSAL_TEXT_MAX} characters.`)
        .meta({ description: 'Why; the other side reads it.', examples: ['The legend is missing.'] }),
      idempotencyKey: creationKey('proposal'),
    }),
    response: enveloped(proposal),
    status: 201,
    handlesOwn403: true,
    fails,
    leaves: ['proposal.made', 'proposal.expired'],
    stale,
    failure: serverMessageOr('Failed to send the proposal'),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/proposals/:id/accept',
    summary: 'The other side agrees: the task is completed with that amount due, or what is due is lowered to it.',
    policy: 'user',
    scope: 'work',
    since: 'rewards',
    params,
    body: z.strictObject({}),
    response: enveloped(proposal),
    handlesOwn403: true,
    fails,
    leaves: [
      ...(['task.moved', 'submission.accepted', 'claim.finished', 'reward.due', 'reward.released'] as const),
      ...(['offer.closed', 'reward.forgiven', 'dispute.agreed', 'proposal.accepted'] as const),
    ],
    stale,
    failure: serverMessageOr('Failed to agree'),
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/proposals/:id/refuse',
    summary: 'The other side refuses.',
    policy: 'user',
    scope: 'work',
    since: 'rewards',
    params,
    body: z.strictObject({}),
    response: enveloped(proposal),
    handlesOwn403: true,
    fails,
    leaves: ['proposal.refused'],
    stale,
    failure: serverMessageOr('Failed to refuse'),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/proposals/:id/withdraw',
    summary: 'The side that made a proposal withdraws it.',
    policy: 'user',
    scope: 'work',
    since: 'rewards',
    params,
    body: z.strictObject({}),
    response: enveloped(proposal),
    handlesOwn403: true,
    fails,
    leaves: ['proposal.withdrawn'],
    stale,
    failure: serverMessageOr('Failed to withdraw the proposal'),
  }),
})
