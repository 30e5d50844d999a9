import { z } from 'zod'
import { enveloped, id, idOf, time } from './common.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { payment, paymentKey, paymentMethod, paymentNote } from './payments.ts'
import * as reads from './reads.ts'
import { rewardOfClaim } from './rewards.ts'

export const DUES_PAGE_MAX = 200
/** How many dues each of a person's own two lists has at most. */
export const OWN_DUES_MAX = 200
export const PAID_DUES_MAX = 50

const yes = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()

/** Somebody who is owed something, or the owner who owes it. */
const person = (description: string) =>
  z
    .object({
      id,
      username: z.string().meta({ description: 'Their username.', examples: ['ada'] }),
      name: z.string().meta({ description: 'Their full name, or empty.', examples: ['Ada Lovelace'] }),
    })
    .meta({ description })

const due = z
  .object({
    claimID: idOf('the claim that it is owed for'),
    taskID: idOf('the task'),
    taskId: z
      .string()
      .nullable()
      .meta({ description: 'The project’s number of the task; null once it is gone.', examples: ['12'] }),
    title: z.string().meta({ description: 'What the task was called when it was taken.', examples: ['Draw the map'] }),
    project: z
      .object({ id, title: z.string().meta({ description: 'What it is called.', examples: ['A bird atlas'] }) })
      .meta({ description: 'The project that owes it.' }),
    person: person('Who is owed it.'),
    amountCents: z.number().meta({ description: 'What is still owed, in hundredths.', examples: [40000] }),
    currency: z.string().meta({ description: 'ISO 4217.', examples: ['USD'] }),
    since: time.meta({ description: 'When it was accepted.' }),
    payBy: time.meta({ description: 'By when it is to be paid.' }),
    isLate: z.boolean().meta({ description: 'Whether that day is over.', examples: [false] }),
    waitsForPayee: z
      .boolean()
      .default(false)
      .meta({
        description: 'Whether the date does not begin before the person has said how to be paid.',
        examples: [false],
      }),
    reward: rewardOfClaim
      .nullable()
      .default(null)
      .meta({ description: 'How far its reward is, and what it waits for; null from older servers.' }),
  })
  .meta({ id: 'Due', description: 'What a project owes somebody for a task.' })
export type Due = z.output<typeof due>

export const dues = noun('What is owed for accepted work, and was not recorded as paid yet.', {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/dues',
    summary: 'Who is owed what in a project, since when and by when, the earliest pay date first.',
    policy: 'project.manager',
    scope: 'read',
    since: 'rewards',
    params: z.strictObject({ id: idOf('the project') }),
    query: z.strictObject({
      late: yes.meta({
        description: 'Only what is late, or only what is not; both when not sent.',
        examples: ['true'],
      }),
      cursor: z.string().max(200).optional().meta({ description: 'Where the page before this one ended.' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(DUES_PAGE_MAX)
        .default(50)
        .meta({ description: 'How many a page has.', examples: [50] }),
    }),
    response: enveloped(z.array(due)).extend({
      nextCursor: z.string().nullable().meta({ description: 'Where the next page begins; null after the last one.' }),
    }),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to load what is owed'),
  }),
  own: endpoint({
    method: 'GET',
    path: '/users/dues',
    summary: 'What the caller is owed, and what the projects of which they are an owner owe.',
    policy: 'user',
    scope: 'read',
    since: 'rewards',
    response: enveloped(
      z.object({
        owedToMe: z.array(due).meta({ description: 'What the caller is owed.' }),
        owedByMe: z.array(due).meta({ description: 'What projects of the caller owe.' }),
        isCut: z.boolean().meta({
          description: `Whether there is more than the ${OWN_DUES_MAX} of either list, which are those with the earliest pay dates.`,
          examples: [false],
        }),
      }),
    ),
    failure: serverMessageOr('Failed to load what is owed'),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/projects/:id/dues/pay',
    summary: 'Records as paid all that is owed for these tasks: a payment for each, or nothing at all.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'rewards',
    params: z.strictObject({ id: idOf('the project') }),
    body: z.strictObject({
      taskIDs: z
        .array(id)
        .min(1)
        .max(PAID_DUES_MAX, `At most ${PAID_DUES_MAX} at once.`)
        .meta({ description: 'The tasks whose dues were paid, each once.' }),
      method: paymentMethod,
      note: paymentNote,
      idempotencyKey: paymentKey,
    }),
    response: enveloped(z.array(payment)),
    status: 201,
    fails: { 409: 'CONFLICT' },
    leaves: ['payment.recorded', 'reward.settled'],
    stale: reads.ledger,
    failure: serverMessageOr('Failed to record the payments'),
  }),
})
