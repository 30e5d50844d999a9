import { z } from 'zod'
import { enveloped, id, pageOf, pageQuery, time } from './common.ts'
import { endpoint, serverMessageOr } from './endpoint.ts'

/** Ten million: beyond any honest entry, and within PostgreSQL's integer. */
export const AMOUNT_MAX_CENTS = 1_000_000_000
export const PAYMENT_NOTE_MAX = 500
export const PAYMENT_PEOPLE_MAX = 200

export const payment = z.object({
  id,
  projectID: id,
  userID: id,
  username: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  method: z.string().nullable(),
  note: z.string().nullable(),
  recordedByUsername: z.string(),
  createdAt: time,
  voidedAt: time.nullable(),
  voidReason: z.string().nullable(),
})
export type Payment = z.output<typeof payment>

/** The ledger records what was paid elsewhere; it moves no money. Voided entries are in no sum. */
export const paymentSummary = z.object({
  /** The project's budget when it is one number, else null. */
  budgetCents: z.int().nullable(),
  /** In `currency`; for a member, and with `userID`, that person's alone. */
  paidCents: z.int(),
  /** Null without a budget, and for a member; negative when more was paid than the budget has. */
  remainingCents: z.int().nullable(),
  currency: z.string(),
  /** What was paid in other currencies, which no sum above includes. */
  otherCurrencies: z.array(z.object({ currency: z.string(), paidCents: z.int() })),
  /** Each person's earnings in `currency`, most first; for a member their own. */
  people: z.array(z.object({ userID: id, username: z.string(), paidCents: z.int() })),
})
export type PaymentSummary = z.output<typeof paymentSummary>

const amountCents = z.int().min(1, 'Enter an amount above zero.').max(AMOUNT_MAX_CENTS)
const currency = z.string().regex(/^[A-Z]{3}$/, 'A currency is three capital letters, such as USD.')
const note = z.string().trim().max(PAYMENT_NOTE_MAX).optional()
const method = z.string().trim().max(60).optional()
/** The sender's own name for one entry: sending it again answers the first entry instead of making another. */
const idempotencyKey = z.string().min(8).max(100)
const projectParams = z.strictObject({ id })

export const payments = {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/payments',
    summary: "The project's ledger, newest first; a member sees their own entries.",
    policy: 'project.member',
    params: projectParams,
    query: z.strictObject({ ...pageQuery, userID: id.optional() }),
    response: pageOf(payment).extend({ summary: paymentSummary }),
    failure: serverMessageOr('Failed to load payments'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/projects/:id/payments',
    summary: 'Records one payment.',
    policy: 'project.manager',
    params: projectParams,
    body: z.strictObject({ userID: id, amountCents, currency, method, note, idempotencyKey }),
    response: enveloped(payment),
    status: 201,
    failure: serverMessageOr('Failed to record the payment'),
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/projects/:id/payments/bulk',
    summary: 'Records one amount split among several members; the parts add up to the amount exactly.',
    policy: 'project.manager',
    params: projectParams,
    body: z.strictObject({
      userIDs: z.array(id).min(1).max(PAYMENT_PEOPLE_MAX),
      amountCents,
      currency,
      split: z.enum(['equal', 'hours', 'tasks', 'custom']),
      hours: z.record(z.string(), z.number().min(0).max(10_000)).optional(),
      amounts: z.record(z.string(), z.int().min(0).max(AMOUNT_MAX_CENTS)).optional(),
      note,
      idempotencyKey,
    }),
    response: enveloped(z.array(payment)),
    status: 201,
    failure: serverMessageOr('Failed to record the payments'),
  }),
  void: endpoint({
    method: 'POST',
    path: '/projects/:id/payments/:paymentId/void',
    summary: 'Voids an entry; it stays in the ledger, struck out.',
    policy: 'project.manager',
    params: z.strictObject({ id, paymentId: id }),
    body: z.strictObject({ reason: z.string().trim().max(PAYMENT_NOTE_MAX).optional() }),
    response: enveloped(payment),
    failure: serverMessageOr('Failed to void the payment'),
  }),
}
