import type { Payment } from '#shared/contract/index.ts'
import { accessOf } from '#server/access/access.ts'
import { holdMembers, holdProjectToChange } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { requireManager } from '#server/access/policy.ts'
import { withTx, type Tx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, invalid } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { hashOf } from '#server/http/request-hash.ts'
import { findOwed, settleDue } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { findNamed } from '../tasks/service.ts'
import * as repository from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

export const toPayment = (row: repository.PaymentRow): Payment => ({
  id: row.id,
  projectID: row.project_id,
  userID: row.user_id,
  username: row.username,
  amountCents: row.amount_cents,
  currency: row.currency,
  method: row.method,
  note: row.note,
  task:
    row.task_number === null ? null : { id: row.task_id, taskId: String(row.task_number), title: row.task_title ?? '' },
  recordedByUsername: row.recorded_by_username,
  recordedByName: row.recorded_by_name,
  createdAt: row.created_at.toISOString(),
  voidedAt: row.voided_at?.toISOString() ?? null,
  voidReason: row.void_reason,
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
  missingAt: row.missing_at?.toISOString() ?? null,
  missingText: row.missing_text,
})

/** What is asked for. All of it has to be the same when its key comes again. */
type Request = { projectID: string; idempotencyKey: string; method?: string | undefined; note?: string | undefined }
type Plan = {
  /** Who is paid by name: members, and people who had a task under an offer. */
  userIDs: readonly string[]
  /** Whether each payment for a task settles first what is due for it. */
  settles: boolean
  /** The payments, decided once the project's row and these members are held. */
  decide: (tx: Tx) => Promise<repository.NewPayment[]>
}

/**
 * Makes a request's entries only once: a repeat with the same key, even in parallel, gets the first one's entries in
 * their present state. Errors: 403 for a payment to oneself, unless there is no other owner or admin; 422
 * for another currency than the project's.
 */
export const record = (
  { db, clock }: Deps,
  viewer: Viewer,
  request: Request,
  { userIDs, settles, decide }: Plan,
): Promise<Payment[]> =>
  withTx(db, async (tx) => {
    const { projectID, idempotencyKey, method, note } = request
    // This check comes before the lock, too, so that a person who may not pay makes nobody wait.
    requireManager(await accessOf(tx, projectID, viewer.userID))
    await holdProjectToChange(tx, projectID)
    const [members, access] = await Promise.all([
      holdMembers(tx, projectID, [viewer.userID, ...userIDs]),
      accessOf(tx, projectID, viewer.userID),
    ])
    requireManager(access)
    const now = clock.now()
    const key = { projectID, recordedBy: viewer.userID, idempotencyKey }
    const requestHash = hashOf(request)
    const recordingID = await repository.insertRecording(tx, { ...key, requestHash, now })
    if (recordingID === undefined) {
      const earlier = await repository.findRecording(tx, key)
      if (earlier?.request_hash !== requestHash)
        throw conflict('CONFLICT', 'This idempotency key was used for another payment.')
      return (await repository.findRecorded(tx, earlier.id)).map(toPayment)
    }
    const strangers = userIDs.filter((userID) => !members.has(userID))
    if (strangers.length > 0 && (await findOwed(tx, projectID, strangers)).length < strangers.length)
      throw invalid('userIDs', 'Only members of the project can be paid.')
    const terms = { method: method || null, note: note || null }
    const payments = await decide(tx)
    const inProject = access?.project.currency
    if (payments.some(({ currency }) => currency !== inProject))
      throw invalid('currency', `Payments in this project are in ${inProject}.`)
    if (payments.some(({ userID }) => userID === viewer.userID) && (await repository.hasOtherManagers(tx, key)))
      throw forbidden('Another owner or admin of the project has to record a payment to you.')
    await repository.insertPayments(tx, { recordingID, projectID, payments, ...terms, now })
    await noteActivity(tx, projectID, viewer.userID, now)
    const entries = await repository.findRecorded(tx, recordingID)
    const eventIDs = await tell(tx, now, ...entries.map((entry) => eventOf('payment.recorded', viewer, entry)))
    for (const [at, { id, task_id: taskID, user_id: userID, currency, amount_cents: amountCents }] of entries.entries())
      if (settles && taskID !== null)
        await settleDue(tx, now, {
          ...{ id, projectID, taskID, userID, currency, amountCents },
          ...{ note: terms.note, by: viewer.userID, eventID: eventIDs[at] ?? '' },
        })
    return entries.map(toPayment)
  })

/** The task that a payment names, if it names one. Errors: 422. */
export const requireNamed = async (
  tx: Tx,
  projectID: string,
  taskID: string | undefined,
): Promise<repository.PaidTask | null> => {
  if (taskID === undefined) return null
  const task = await findNamed(tx, projectID, taskID)
  if (!task) throw invalid('taskID', 'There is no such task in this project.')
  return task
}

export const eventOf = <K extends 'payment.recorded' | 'payment.voided' | 'payment.confirmed' | 'payment.missing'>(
  kind: K,
  viewer: Viewer,
  row: repository.PaymentRow,
) => ({
  kind,
  actorID: viewer.userID,
  projectID: row.project_id,
  subjectID: row.user_id,
  data: {
    paymentID: row.id,
    amountCents: row.amount_cents,
    currency: row.currency,
    ...((kind === 'payment.recorded' || kind === 'payment.voided') && row.task_id !== null && { taskID: row.task_id }),
  },
})
