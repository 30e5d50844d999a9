import { daysAfter } from '#shared/rules/lease.ts'
import { nameOf } from '#shared/rules/person.ts'
import { hundredthsOf } from '#shared/rules/reward-money.ts'
import { isUnobjected, OBJECTION_DAYS } from '#shared/rules/reward-state.ts'
import type { Tx } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import * as repository from './repository.ts'

/** The least days in which a due is to be paid again when nothing of its payment arrived. */
const AGAIN_DAYS = 7

export type PaymentForTask = {
  id: string
  projectID: string
  taskID: string
  userID: string
  amountCents: number
  currency: string
  note: string | null
  by: string
  /** The event that tells of the payment. */
  eventID: string
}

/**
 * Lets a payment for a task settle first what its person is owed for it; what exceeds that is paid from the budget. Any
 * other payment is left to the trigger `payments_entered`. The project's row is held to be changed, so that of two
 * payments at once the second finds nothing due. Errors: 422 without a note for what exceeds a due, or comes after it.
 */
export const settleDue = async (tx: Tx, now: Date, payment: PaymentForTask): Promise<void> => {
  const { projectID, taskID, userID, currency, note, by } = payment
  const dues = await repository.findDues(tx, { projectID, taskID })
  const due = dues.find((one) => one.userID === userID && one.currency === currency)
  const cents = hundredthsOf(currency, payment.amountCents)
  const settled = Math.min(due?.cents ?? 0, cents)
  const paid = due ?? (await repository.findPaid(tx, taskID))
  if (settled < cents && !note && paid?.userID === userID)
    throw invalid('note', `${nameOf(paid)} was paid for this. Say what more it is for.`)
  if (!due || settled === 0) return
  const about = { actorID: by, projectID, taskID, subjectID: userID }
  const data = { amountCents: settled, currency, claimID: due.claimID }
  const [eventID = ''] = await record(tx, now, { kind: 'reward.settled', ...about, data })
  const common = {
    projectID,
    taskID,
    claimID: due.claimID,
    userID,
    to: `paid:${userID}`,
    currency,
    paymentID: payment.id,
    now,
  }
  await repository.insertEntries(tx, [
    { ...common, kind: 'settle', from: `due:${due.claimID}`, cents: settled, eventID },
    ...(settled < cents
      ? [{ ...common, kind: 'pay' as const, from: 'budget', cents: cents - settled, eventID: payment.eventID }]
      : []),
  ])
}

/**
 * Moves each part of a payment that never arrived back where it came from: to the due that it settled, and the rest to
 * the budget. The first time the due has a pay date at least a week ahead; later it keeps its own, so that nobody gains time
 * by recording what was not paid. The project's row is held to be changed.
 */
export const returnPayment = async (
  tx: Tx,
  now: Date,
  { paymentID, eventID }: { paymentID: string; eventID: string },
): Promise<void> => {
  const parts = await repository.findParts(tx, paymentID)
  const claimIDs = parts.flatMap(({ kind, claimID }) => (kind === 'settle' && claimID !== null ? [claimID] : []))
  for (const claimID of claimIDs) await repository.putOffOnce(tx, claimID, daysAfter(now, AGAIN_DAYS))
  await repository.insertEntries(
    tx,
    parts.map(({ from, to, ...part }) => ({ ...part, kind: 'missing', from: to, to: from, paymentID, eventID, now })),
  )
}

/** Who ever had a task of the project under an offer: guests, also former ones, can be paid without being members. */
export const findOwed = repository.findPaidForTasks

/**
 * Refuses to void what settled a due and was not objected to in time: the claim would be undone by it. A payment that is
 * voided in time goes back to where each part came from, by the trigger `payments_entered`. Errors: 409.
 */
export const requireVoidable = async (tx: Tx, now: Date, payment: { id: string; createdAt: Date }): Promise<void> => {
  if (!isUnobjected(payment.createdAt, now)) return
  if (await repository.hasSettled(tx, payment.id))
    throw conflict('CONFLICT', `Nobody objected to this payment in ${OBJECTION_DAYS} days: it can no longer be voided.`)
}
