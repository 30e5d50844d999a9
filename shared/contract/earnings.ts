import { z } from 'zod'
import { enveloped, id, idOf, sentTime, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { rewardOfClaim } from './rewards.ts'

export const EARNINGS_PAGE_MAX = 200
/** How many tasks the list of what is coming has at most. */
export const COMING_MAX = 200
/** How many lines a statement has at most. */
export const STATEMENT_LINES_MAX = 5_000

const cents = (description: string, example: number) =>
  z.number().meta({ description: `${description}, in hundredths.`, examples: [example] })
const currency = z.string().meta({ description: 'ISO 4217.', examples: ['USD'] })
const project = z
  .object({ id, title: z.string().meta({ description: 'What it is, or was, called.', examples: ['A bird atlas'] }) })
  .meta({ description: 'The project; it may be deleted.' })
const task = z
  .string()
  .nullable()
  .meta({ description: 'What the task was called then; null where none was named.', examples: ['Draw the map'] })

const line = z
  .object({
    id: idOf('the first entry of the ledger that it is made of'),
    kind: z.enum(['paid', 'voided', 'missing']).meta({
      description: 'A payment, or one that was voided or never arrived: those are below 0.',
      examples: ['paid'],
    }),
    paymentID: idOf('the payment'),
    receipt: z.int().meta({ description: "The number of the payment's receipt in its project.", examples: [12] }),
    project,
    task,
    taskId: z
      .string()
      .nullable()
      .default(null)
      .meta({
        description: 'The project’s number of the task; null where none was named, or the caller cannot open it.',
        examples: ['12'],
      }),
    amountCents: cents('How much came, or went again', 40000),
    currency,
    at: time,
  })
  .meta({ id: 'EarningsLine', description: 'Something that was recorded as paid to a person, or taken back.' })
export type EarningsLine = z.output<typeof line>

const sums = z
  .array(
    z.object({
      currency,
      receivedCents: cents('What was paid in that time', 40000),
      owedCents: cents('What is owed now', 10000),
    }),
  )
  .meta({ description: 'A sum for each currency. They are never added across currencies.' })

const coming = z
  .object({
    claimID: idOf('the claim'),
    taskID: idOf('the task'),
    taskId: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'The project’s number of the task; null once it is gone.', examples: ['12'] }),
    title: z.string().meta(described.taskTitle),
    project,
    amountCents: cents('What is promised', 40000),
    currency,
    isInReview: z
      .boolean()
      .meta({ description: 'Whether it waits for review; else it is worked on.', examples: [false] }),
    by: time.nullable().meta({ description: 'Until when it is theirs, or is reviewed; null without a date.' }),
    reward: rewardOfClaim
      .nullable()
      .default(null)
      .meta({ description: 'How far its reward is, and what it waits for; null from older servers.' }),
  })
  .meta({ id: 'ComingReward', description: 'A reward that a person works for.' })
export type ComingReward = z.output<typeof coming>

const times = {
  from: sentTime.optional().meta({ description: 'Only what was recorded from then on.' }),
  to: sentTime.optional().meta({ description: 'Only what was recorded before then.' }),
}

const party = z
  .object({
    name: z
      .string()
      .meta({ description: 'The name for receipts, else the name of the account.', examples: ['Ana Silva Ltd'] }),
    address: z
      .string()
      .meta({ description: 'The address for receipts, or empty.', examples: ['Rua das Flores 1, Porto'] }),
  })
  .meta({ description: 'One of the two sides.' })

const receipt = z
  .object({
    paymentID: id,
    number: z.int().meta({ description: 'Its number in the project, from 1 on.', examples: [12] }),
    project,
    task,
    amountCents: cents('How much', 40000),
    currency,
    method: z
      .string()
      .nullable()
      .meta({ description: 'How it was paid.', examples: ['Bank transfer'] }),
    paidAt: time,
    voidedAt: time.nullable().meta({ description: 'When it was voided, else null.' }),
    missingAt: time.nullable().meta({ description: 'When its payee said that nothing arrived, else null.' }),
    confirmedAt: time
      .nullable()
      .default(null)
      .meta({ description: 'When its payee confirmed that it arrived, else null.' }),
    mayAnswer: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the caller can say now that it arrived, or did not.', examples: [false] }),
    recordedBy: z.string().meta({ description: 'Who has recorded it.', examples: ['Marta'] }),
    from: party,
    to: party,
  })
  .meta({ id: 'Receipt', description: 'A record of a payment. It is no invoice.' })
export type Receipt = z.output<typeof receipt>

const statement = z
  .object({
    person: party,
    from: time.nullable().meta({ description: 'From when on; null for the beginning.' }),
    to: time.nullable().meta({ description: 'Before when; null for now.' }),
    lines: z.array(line).meta({ description: 'What was paid and taken back, the oldest first.' }),
    sums,
    isCut: z.boolean().meta({
      description: `Whether there are more than the ${STATEMENT_LINES_MAX} lines; the sums have all.`,
      examples: [false],
    }),
  })
  .meta({ id: 'EarningsStatement', description: 'All that was paid to a person in a time.' })
export type EarningsStatement = z.output<typeof statement>

export const earnings = noun('What the caller was paid, is owed and works for, in all projects.', {
  list: endpoint({
    method: 'GET',
    path: '/users/earnings',
    summary: 'What was paid to the caller, newest first, with sums, and the rewards that they work for.',
    policy: 'user',
    scope: 'read',
    since: 'payouts',
    query: z.strictObject({
      ...times,
      cursor: z.string().max(200).optional().meta({ description: 'Where the page before this one ended.' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(EARNINGS_PAGE_MAX)
        .default(50)
        .meta({ description: 'How many lines a page has.', examples: [50] }),
    }),
    response: enveloped(
      z.object({
        lines: z.array(line).meta({ description: 'The lines of this page.' }),
        sums,
        coming: z.array(coming).meta({ description: `The rewards that the caller works for, at most ${COMING_MAX}.` }),
      }),
    ).extend({
      nextCursor: z.string().nullable().meta({ description: 'Where the next page begins; null after the last one.' }),
    }),
    failure: serverMessageOr('Failed to load your earnings'),
  }),
  statement: endpoint({
    method: 'GET',
    path: '/users/earnings/statement',
    summary: 'A statement of all that was paid to the caller in a year, or a time.',
    policy: 'user',
    scope: 'read',
    since: 'payouts',
    query: z.strictObject({
      ...times,
      year: z.coerce
        .number()
        .int()
        .min(2000)
        .max(9998)
        .optional()
        .meta({ description: 'A year of UTC, in place of `from` and `to`.', examples: [2026] }),
    }),
    response: enveloped(statement),
    failure: serverMessageOr('Failed to load the statement'),
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/receipts/:paymentID',
    summary: 'The receipt of a payment, for its payee, for who paid it, and for owners and admins of the project.',
    policy: 'user',
    scope: 'read',
    since: 'payouts',
    params: z.strictObject({ paymentID: idOf('the payment') }),
    response: enveloped(receipt),
    fails: { 404: 'NOT_FOUND' },
    failure: serverMessageOr('Failed to load the receipt'),
  }),
})
