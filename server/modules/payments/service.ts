import type { Pagination, Payment, PaymentSummary } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { budgetInCents, type Part } from '#shared/rules/money.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { accessOf } from '#server/access/access.ts'
import { holdMembers, holdProjectToChange } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { requireManager, requireMember } from '#server/access/policy.ts'
import { withTx, type Tx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { hashOf } from '#server/http/request-hash.ts'
import type { Input } from '#server/http/services.ts'
import { findOwed, requireVoidable, settleDue } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { countCompleted, findNamed } from '../tasks/service.ts'
import { partsOf } from './parts.ts'
import * as repository from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** Budgets are in dollars, and sums never add different currencies. */
export const LEDGER_CURRENCY = 'USD'

const toPayment = (row: repository.PaymentRow): Payment => ({
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
})

const summarise = (budget: string | null, rows: readonly repository.PaidRow[]): PaymentSummary => {
  const budgetCents = budgetInCents(budget)
  const own = rows.filter(({ currency }) => currency === LEDGER_CURRENCY)
  const paidCents = own.reduce((sum, row) => sum + row.paid_cents, 0)
  const others = new Map<string, number>()
  for (const row of rows)
    if (row.currency !== LEDGER_CURRENCY) others.set(row.currency, (others.get(row.currency) ?? 0) + row.paid_cents)
  return {
    budgetCents,
    paidCents,
    remainingCents: budgetCents === null ? null : budgetCents - paidCents,
    currency: LEDGER_CURRENCY,
    otherCurrencies: [...others].map(([currency, cents]) => ({ currency, paidCents: cents })),
    people: own.map((row) => ({ userID: row.user_id, username: row.username, paidCents: row.paid_cents })),
  }
}

/**
 * One page of the ledger, newest first, with its sums. Owner and admin see everybody's or one person's entries, members
 * their own. Errors: 404; 403 for a viewer who is not a member, and for a member who asks for another person's.
 */
export const listPayments = async (
  { db }: Deps,
  viewer: Viewer,
  { params: { id: projectID }, query }: Input<'payments.list'>,
): Promise<{
  data: Payment[]
  pagination: Pagination
  summary: PaymentSummary
  periodSums: Array<{ currency: string; paidCents: number }> | null
}> => {
  const { taskID, page, limit, from, to } = query
  const access = await accessOf(db, projectID, viewer.userID)
  const maySeeAll = isManager(requireMember(access))
  if (!maySeeAll && query.userID !== undefined && query.userID !== viewer.userID)
    throw forbidden('Members see their own payments only.')
  const userID = maySeeAll ? query.userID : viewer.userID
  const time = { from, to }
  const isPart = from !== undefined || to !== undefined || taskID !== undefined
  const [rows, total, paid, paidPart] = await Promise.all([
    repository.findPayments(db, { projectID, userID, taskID, page, limit, time }),
    repository.countPayments(db, { projectID, userID, taskID, time }),
    repository.sumPaid(db, projectID, userID),
    isPart ? repository.sumPaidIn(db, { projectID, userID, taskID, time }) : null,
  ])
  const summary = summarise(access?.project.budget ?? null, paid)
  return {
    data: rows.map(toPayment),
    pagination: paginationOf({ page, limit }, total),
    // The rest of the budget would tell a member what the others were paid.
    summary: maySeeAll ? summary : { ...summary, remainingCents: null },
    periodSums: paidPart,
  }
}

type PaymentKey = { projectID: string } & Pick<
  Input<'payments.create'>['body'],
  'idempotencyKey' | 'currency' | 'method' | 'note' | 'taskID'
>

/** Records one payment to a member. Errors: 404, 403, 422, 409 when the key was used for another payment. */
export const recordPayment = async (
  deps: Deps,
  viewer: Viewer,
  { params, body }: Input<'payments.create'>,
): Promise<Payment> => {
  const { userID, amountCents } = body
  const [row] = await record(deps, viewer, { projectID: params.id, ...body }, [userID], async () => [
    { userID, amountCents },
  ])
  if (!row) throw new Error('The recorded payment cannot be found.')
  return row
}

/** Records one amount split among members, completely or not at all. Errors: as recordPayment. */
const recordBulk = (deps: Deps, viewer: Viewer, { params, body }: Input<'payments.bulk'>): Promise<Payment[]> =>
  record(deps, viewer, { projectID: params.id, ...body }, body.userIDs, async (tx) => {
    const isByTasks = body.split === 'tasks'
    return partsOf(body, isByTasks ? await countCompleted(tx, params.id, body.userIDs) : new Map())
  })

/**
 * Makes a request's entries only once: a repeat with the same key, even in parallel, gets the first one's entries in
 * their present state.
 */
const record = (
  { db, clock }: Deps,
  viewer: Viewer,
  request: PaymentKey,
  userIDs: readonly string[],
  split: (tx: Tx) => Promise<Part[]>,
): Promise<Payment[]> =>
  withTx(db, async (tx) => {
    const { projectID, idempotencyKey, currency, method, note, taskID } = request
    // This check comes before the lock, too, so that a person who may not pay makes nobody wait.
    requireManager(await accessOf(tx, projectID, viewer.userID))
    await holdProjectToChange(tx, projectID)
    const members = await holdMembers(tx, projectID, [viewer.userID, ...userIDs])
    requireManager(await accessOf(tx, projectID, viewer.userID))
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
    const task = taskID === undefined ? null : await findNamed(tx, projectID, taskID)
    if (task === undefined) throw invalid('taskID', 'There is no such task in this project.')
    const parts = await split(tx)
    const terms = { currency, method: method || null, note: note || null, task }
    await repository.insertPayments(tx, { recordingID, projectID, parts, ...terms, now })
    await noteActivity(tx, projectID, viewer.userID, now)
    const entries = await repository.findRecorded(tx, recordingID)
    const eventIDs = await tell(tx, now, ...entries.map((entry) => eventOf('payment.recorded', viewer, entry)))
    const [entry, ...others] = entries
    // One payment of several settles nothing.
    if (entry && others.length === 0 && task && !('userIDs' in request))
      await settleDue(tx, now, {
        ...{ id: entry.id, projectID, taskID: task.id, userID: entry.user_id, currency, note: note || null },
        ...{ amountCents: entry.amount_cents, by: viewer.userID, eventID: eventIDs[0] ?? '' },
      })
    return entries.map(toPayment)
  })

const eventOf = <K extends 'payment.recorded' | 'payment.voided'>(
  kind: K,
  viewer: Viewer,
  row: repository.PaymentRow,
) => ({
  kind,
  actorID: viewer.userID,
  projectID: row.project_id,
  subjectID: row.user_id,
  data: { paymentID: row.id, amountCents: row.amount_cents, currency: row.currency },
})

/**
 * Voids an entry, which stays in the ledger: the trigger `payments_ledger` refuses every other change of an entry. Errors: 404, 403,
 * 409 when the entry is voided already.
 */
const voidPayment = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID, paymentId: paymentID }, body: { reason } }: Input<'payments.void'>,
): Promise<Payment> =>
  withTx(db, async (tx) => {
    requireManager(await accessOf(tx, projectID, viewer.userID))
    await holdProjectToChange(tx, projectID)
    await holdMembers(tx, projectID, [viewer.userID])
    requireManager(await accessOf(tx, projectID, viewer.userID))
    const now = clock.now()
    const present = await repository.findPayment(tx, projectID, paymentID)
    if (present?.voided_at === null) await requireVoidable(tx, now, { id: paymentID, createdAt: present.created_at })
    const entry = { paymentID, projectID, by: viewer.userID, reason: reason || null, now }
    const isVoidedNow = await repository.voidEntry(tx, entry)
    const row = await repository.findPayment(tx, projectID, paymentID)
    if (!row) throw notFound('There is no such payment.')
    if (!isVoidedNow) throw conflict('CONFLICT', 'This payment has already been voided.')
    await tell(tx, now, eventOf('payment.voided', viewer, row))
    await noteActivity(tx, projectID, viewer.userID, now)
    return toPayment(row)
  })

export const payments = { list: listPayments, create: recordPayment, bulk: recordBulk, void: voidPayment }
