import { z } from 'zod'
import {
  creationKey,
  enveloped,
  freeText,
  id,
  idOf,
  pageOf,
  pageQuery,
  REQUIRED_TEXT,
  sentTime,
  time,
} from './common.ts'
import { sentCurrency } from './currency.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'

/** Ten million: more than any honest entry, and within PostgreSQL's integer. */
export const AMOUNT_MAX_CENTS = 1_000_000_000
export const PAYMENT_NOTE_MAX = 500
export const PAYMENT_METHOD_MAX = 60
export const PAYMENT_PEOPLE_MAX = 200
export const MISSING_TEXT_MAX = 1000

/** A host that knows no tasks of payments answers none. */
const paidTask = z
  .object({
    id: id.nullable().meta({ description: 'Null when the task is gone for good.' }),
    taskId: z.string().meta({ description: "The task's number within its project.", examples: ['12'] }),
    title: z.string().meta(described.taskTitle),
  })
  .nullable()
  .default(null)
  .meta({ description: 'The task that it was paid for, as it was called then; null when none was named.' })

/** A host that knows no answers of who was paid sends none. */
const answered = (description: string) => time.nullable().default(null).meta({ description })

export const payment = z
  .object({
    id,
    projectID: id,
    userID: id,
    username: z.string().meta({ description: 'Who was paid.', examples: ['ada'] }),
    amountCents: z.int().meta({
      description: 'In the smallest unit of the currency: cents of USD, whole yen of JPY.',
      examples: [150000],
    }),
    currency: z.string().meta({ description: 'ISO 4217.', examples: ['USD'] }),
    method: z
      .string()
      .nullable()
      .meta({ description: 'How it was paid.', examples: ['Bank transfer'] }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'What it was for.', examples: ['First half'] }),
    task: paidTask,
    recordedByUsername: z.string().meta({ description: 'Who wrote the entry.', examples: ['grace'] }),
    recordedByName: z.string().default('').meta(described.fullName),
    createdAt: time,
    voidedAt: time.nullable().meta({ description: 'When it was voided, else null.' }),
    voidReason: z.string().nullable().meta({ description: 'Why it was voided.' }),
    confirmedAt: answered('When who was paid confirmed that it arrived, else null.'),
    missingAt: answered('When who was paid said that nothing arrived, else null. It is in no sum then.'),
    missingText: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'What they said to that.', examples: ['My account has nothing since Monday.'] }),
  })
  .meta({ id: 'Payment' })
export type Payment = z.output<typeof payment>

const paidIn = z.object({
  currency: z.string().meta({ description: 'ISO 4217.', examples: ['USD'] }),
  paidCents: z
    .int()
    .meta({ description: 'In the smallest unit of the currency: cents of USD, whole yen of JPY.', examples: [150000] }),
})

/** A sum of the whole project, which a host without rewards does not answer. */
const promised = (description: string, example: number) =>
  z
    .int()
    .nullable()
    .default(null)
    .meta({ description: `${description}; null for a member, and with \`userID\`.`, examples: [example] })

/** The ledger records payments made elsewhere; it moves no money. Voided entries are left out of every sum. */
export const paymentSummary = z
  .object({
    budgetCents: z
      .int()
      .nullable()
      .meta({ description: "The project's budget when it is one number, else null.", examples: [300000] }),
    paidCents: z.int().meta({
      description: "In `currency`; for a member, and with `userID`, that person's alone.",
      examples: [150000],
    }),
    remainingCents: z
      .int()
      .nullable()
      .meta({
        description: 'Null without a budget, and for a member; negative when more was paid than the budget has.',
        examples: [150000],
      }),
    reservedCents: promised('What open offers promise', 40000),
    dueCents: promised('What is owed for accepted work', 64000),
    lateCents: promised('What of it is late', 24000),
    availableCents: promised('The budget less what is reserved, owed and paid; negative when that is more', 46000),
    currency: z.string().meta({ description: 'The currency of the sums: ISO 4217.', examples: ['USD'] }),
    otherCurrencies: z
      .array(paidIn)
      .meta({ description: 'What was paid in other currencies, which no sum above includes.' }),
    people: z
      .array(
        z.object({
          userID: id,
          username: z.string().meta({ description: 'Who was paid.', examples: ['ada'] }),
          paidCents: z.int().meta({
            description: 'In the smallest unit of the currency: cents of USD, whole yen of JPY.',
            examples: [150000],
          }),
        }),
      )
      .meta({ description: "Each person's earnings in `currency`, most first; for a member their own." }),
  })
  .meta({ id: 'PaymentSummary', description: 'Voided entries are in no sum.' })
export type PaymentSummary = z.output<typeof paymentSummary>

/** What the entries of the asked time or task come to. A host that knows no times answers none. */
const periodSums = z.array(paidIn).nullable().default(null).meta({
  description:
    'What the asked entries come to, in each currency, most first; null where neither a time nor a task was asked for.',
})

const outCount = z
  .int()
  .default(0)
  .meta({
    description: 'How many of the asked entries count no more: voided ones, and those that never arrived.',
    examples: [1],
  })

const amountCents = z
  .int()
  .min(1, 'Enter an amount above zero.')
  .max(AMOUNT_MAX_CENTS)
  .meta({ description: 'In the smallest unit of the currency: cents of USD, whole yen of JPY.', examples: [150000] })
const currency = sentCurrency.meta({ description: "The project's currency: ISO 4217.", examples: ['USD'] })
export const paymentNote = freeText
  .max(PAYMENT_NOTE_MAX)
  .optional()
  .meta({ description: 'What it is for.', examples: ['First half'] })
export const paymentMethod = freeText
  .max(PAYMENT_METHOD_MAX)
  .optional()
  .meta({ description: 'How it was paid.', examples: ['Bank transfer'] })
const taskID = idOf('the task it is for').optional()
export const paymentKey = z
  .string()
  .min(8)
  .max(100)
  .meta({
    description:
      "The sender's own name for one entry: sending it again answers the first entry instead of making another.",
    examples: ['march-first-half'],
  })
const ofPayee = z.strictObject({ id: idOf('the payment') })
const projectParams = z.strictObject({ id: idOf('the project') })

export const payments = noun('The ledger of a project: what was paid elsewhere. It moves no money.', {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/payments',
    summary: "The project's ledger, newest first; members and payees see their own entries.",
    policy: 'project.payee',
    scope: 'read',
    params: projectParams,
    query: z.strictObject({
      ...pageQuery,
      userID: id.optional().meta({ description: 'Only what this person was paid.' }),
      taskID: id.optional().meta({ description: 'Only what was paid for this task; `summary` counts all the same.' }),
      from: sentTime.optional().meta({ description: 'Only entries from then on; `summary` counts all the same.' }),
      to: sentTime.optional().meta({ description: 'Only entries before then; `summary` counts all the same.' }),
    }),
    response: pageOf(payment).extend({ summary: paymentSummary, periodSums, outCount }),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to load payments'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/projects/:id/payments',
    summary: 'Records one payment.',
    policy: 'project.manager',
    scope: 'manage',
    params: projectParams,
    body: z.strictObject({
      ...{ userID: idOf('the member'), amountCents, currency, method: paymentMethod, note: paymentNote, taskID },
      idempotencyKey: paymentKey,
    }),
    response: enveloped(payment),
    status: 201,
    fails: { 409: 'CONFLICT' },
    leaves: ['payment.recorded', 'reward.settled'],
    stale: reads.ledger,
    failure: serverMessageOr('Failed to record the payment'),
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/projects/:id/payments/bulk',
    summary: 'Records one amount split among several members; the parts add up to the amount exactly.',
    policy: 'project.manager',
    scope: 'manage',
    params: projectParams,
    body: z.strictObject({
      userIDs: z.array(id).min(1).max(PAYMENT_PEOPLE_MAX).meta({ description: 'The members to pay, each once.' }),
      amountCents,
      currency,
      split: z.enum(['equal', 'hours', 'tasks', 'custom']).meta({
        description: 'How the amount is split: equally, by `hours`, by completed tasks, or by `amounts`.',
        examples: ['equal'],
      }),
      hours: z
        .record(z.string(), z.number().min(0).max(10_000))
        .optional()
        .meta({ description: "With `split: 'hours'`: hours by the member's ID." }),
      amounts: z.record(z.string(), z.int().min(0).max(AMOUNT_MAX_CENTS)).optional().meta({
        description: "With `split: 'custom'`: amounts in the smallest unit of the currency, by the member's ID.",
      }),
      note: paymentNote,
      taskID,
      idempotencyKey: paymentKey,
    }),
    response: enveloped(z.array(payment)),
    status: 201,
    fails: { 409: 'CONFLICT' },
    leaves: ['payment.recorded'],
    stale: reads.ledger,
    failure: serverMessageOr('Failed to record the payments'),
  }),
  void: endpoint({
    method: 'POST',
    path: '/projects/:id/payments/:paymentId/void',
    summary: 'Voids an entry; it stays in the ledger, struck out.',
    policy: 'project.manager',
    scope: 'manage',
    params: z.strictObject({ id: idOf('the project'), paymentId: idOf('the entry') }),
    body: z.strictObject({
      reason: freeText
        .max(PAYMENT_NOTE_MAX)
        .optional()
        .meta({ description: 'Why it is voided.', examples: ['Paid twice'] }),
    }),
    response: enveloped(payment),
    fails: { 409: 'CONFLICT' },
    leaves: ['payment.voided'],
    stale: reads.ledger,
    failure: serverMessageOr('Failed to void the payment'),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/payments/:id/confirm',
    summary: 'Who was paid confirms that it arrived, within 30 days. It can no longer be voided then.',
    policy: 'user',
    scope: 'work',
    since: 'rewards',
    params: ofPayee,
    body: z.strictObject({ idempotencyKey: creationKey('answer') }),
    response: enveloped(payment),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['payment.confirmed'],
    stale: reads.ledger,
    failure: serverMessageOr('Failed to confirm the payment'),
  }),
  missing: endpoint({
    method: 'POST',
    path: '/payments/:id/missing',
    summary: 'Who was paid says, within 30 days, that nothing arrived: what it settled is due again.',
    policy: 'user',
    scope: 'work',
    since: 'rewards',
    params: ofPayee,
    body: z.strictObject({
      text: freeText
        .min(1, REQUIRED_TEXT)
        .max(MISSING_TEXT_MAX, `This has at most ${MISSING_TEXT_MAX} characters.`)
        .meta({
          description: 'What owners and admins are to know.',
          examples: ['My account has nothing since Monday.'],
        }),
      idempotencyKey: creationKey('answer'),
    }),
    response: enveloped(payment),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['payment.missing'],
    stale: reads.ledger,
    failure: serverMessageOr('Failed to send this'),
  }),
})
