import { z } from 'zod'
import { enveloped, freeText, idOf, messageOnly, REQUIRED_TEXT, time } from './common.ts'
import { decisionCalls } from './decisions.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { letterCalls } from './letters.ts'

/** The days by which an answer date is put off, once. */
export const PROLONG_DAYS = 7
export const PROLONG_REASON_MAX = 500

const prolonged = z.object({
  at: time.meta({ description: 'When it was put off.' }),
  reason: z.string().meta({ description: 'Why, in the words of the project.', examples: ['Our lead is away.'] }),
})

/** How a creator answers applications: what became of the last 50 that were closed, to all their projects. */
export const answerRecord = z.object({
  closed: z.int().meta({ description: 'Approved, rejected, or closed by the clock.', examples: [24] }),
  answered: z.int().meta({ description: 'Those of them that were approved or rejected.', examples: [22] }),
  medianHours: z
    .number()
    .nullable()
    .meta({ description: 'The time in which half of the answers came; null without any.', examples: [30.5] }),
})

/** What the clock knows of a request; hosts without one send none of it. */
export const clockFields = {
  answerBy: time.nullable().default(null).meta({
    description: 'The answer date; null once it is answered, and while the project takes no applications.',
  }),
  seenAt: time
    .nullable()
    .default(null)
    .meta({ description: 'When an owner or admin first opened it; null until then.' }),
  prolonged: prolonged.nullable().default(null).meta({ description: 'How the answer date was put off, if it was.' }),
}

export const requests = noun('A request between a person and a project: when it is to be answered.', {
  ...letterCalls,
  ...decisionCalls,
  prolong: endpoint({
    method: 'POST',
    path: '/requests/:id/prolong',
    summary: `Puts the answer date of a pending request off by ${PROLONG_DAYS} days, once. Owners and admins may.`,
    policy: 'request.party',
    scope: 'manage',
    since: 'clock',
    params: z.strictObject({ id: idOf('the request') }),
    body: z.strictObject({
      reason: freeText
        .min(1, REQUIRED_TEXT)
        .max(PROLONG_REASON_MAX, `A reason has at most ${PROLONG_REASON_MAX} characters.`)
        .meta({ description: 'Why; the other side reads it.', examples: ['Our lead is away.'] }),
    }),
    response: enveloped(z.object({ answerBy: time.meta({ description: 'The new answer date.' }) })),
    fails: { 409: 'CONFLICT' },
    leaves: ['request.prolonged'],
    stale: [...reads.requests, 'work.get', ...reads.access],
    failure: serverMessageOr('Failed to change the answer date. Please try again.'),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/requests/:id/withdraw',
    summary: 'Takes a pending invitation back, which then leaves every list. Owners and admins may.',
    policy: 'request.party',
    scope: 'manage',
    since: 'invitations',
    params: z.strictObject({ id: idOf('the invitation') }),
    body: z.strictObject({}),
    response: messageOnly,
    fails: { 409: 'CONFLICT' },
    leaves: ['request.withdrawn'],
    stale: [...reads.projectLists, ...reads.requests, 'work.get', ...reads.access],
    failure: serverMessageOr('Failed to take the invitation back. Please try again.'),
  }),
})
