import type { Pagination, Payment, PaymentSummary } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { USUAL_CURRENCY } from '#shared/contract/currency.ts'
import { budgetIn, smallestUnitsOf } from '#shared/rules/reward-money.ts'
import { accessOf } from '#server/access/access.ts'
import { holdMembers, holdProjectToChange } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { requireManager, requireMember } from '#server/access/policy.ts'
import { withTx, type Tx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { isPayee, promisedIn, requireVoidable } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { countCompleted } from '../tasks/service.ts'
import { answers } from './answers.ts'
import { partsOf } from './parts.ts'
import { eventOf, record, requireNamed, toPayment } from './recording.ts'
import * as repository from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

type PaidSummary = Omit<PaymentSummary, keyof typeof nothingPromised>
const nothingPromised = { reservedCents: null, dueCents: null, lateCents: null, availableCents: null }

/** Sums are in the project's currency, and never add different ones. */
const summarise = (
  { budget, currency }: { budget: string | null; currency: string },
  rows: readonly repository.PaidRow[],
): PaidSummary => {
  const inHundredths = budgetIn(budget, currency)
  const budgetCents = inHundredths === null ? null : smallestUnitsOf(currency, inHundredths)
  const own = rows.filter((row) => row.currency === currency)
  const paidCents = own.reduce((sum, row) => sum + row.paid_cents, 0)
  const others = new Map<string, number>()
  for (const row of rows)
    if (row.currency !== currency) others.set(row.currency, (others.get(row.currency) ?? 0) + row.paid_cents)
  return {
    budgetCents,
    paidCents,
    remainingCents: budgetCents === null ? null : budgetCents - paidCents,
    currency,
    otherCurrencies: [...others].map(([other, cents]) => ({ currency: other, paidCents: cents })),
    people: own.map((row) => ({ userID: row.user_id, username: row.username, paidCents: row.paid_cents })),
  }
}

/**
 * One page of the ledger, newest first, with its sums. Owner and admin see everybody's or one person's entries, members
 * their own, and so do guests of its tasks and people who were paid, who do not read the budget. Errors: 404; 403 for others
 * who may know of the project, and for a member who asks for another person's.
 */
export const listPayments = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID }, query }: Input<'payments.list'>,
): Promise<{
  data: Payment[]
  pagination: Pagination
  summary: PaymentSummary
  periodSums: Array<{ currency: string; paidCents: number }> | null
  outCount: number
}> => {
  const { taskID, page, limit, from, to } = query
  const access = await accessOf(db, projectID, viewer.userID)
  const isOutside = access?.role === null && (await isPayee(db, projectID, viewer.userID))
  const maySeeAll = !isOutside && isManager(requireMember(access))
  if (!maySeeAll && query.userID !== undefined && query.userID !== viewer.userID)
    throw forbidden('You see your own payments only.')
  const userID = maySeeAll ? query.userID : viewer.userID
  const time = { from, to }
  const isPart = from !== undefined || to !== undefined || taskID !== undefined
  const [rows, { total, outCount }, paid, paidPart, promised] = await Promise.all([
    repository.findPayments(db, { projectID, userID, taskID, page, limit, time }),
    repository.countPayments(db, { projectID, userID, taskID, time }),
    repository.sumPaid(db, projectID, userID),
    isPart ? repository.sumPaidIn(db, { projectID, userID, taskID, time }) : null,
    maySeeAll && userID === undefined ? promisedIn(db, projectID, clock.now()) : nothingPromised,
  ])
  const { budget = null, currency = USUAL_CURRENCY } = access?.project ?? {}
  const summary = summarise({ budget: isOutside ? null : budget, currency }, paid)
  return {
    data: rows.map(toPayment),
    pagination: paginationOf({ page, limit }, total),
    // The rest of the budget would tell a member what the others were paid.
    summary: { ...summary, ...promised, ...(!maySeeAll && { remainingCents: null }) },
    periodSums: paidPart,
    outCount,
  }
}

/** Records one payment to a member. Errors: 404, 403, 422, 409 when the key was used for another payment. */
export const recordPayment = async (
  deps: Deps,
  viewer: Viewer,
  { params, body }: Input<'payments.create'>,
): Promise<Payment> => {
  const { userID, amountCents, currency, taskID } = body
  const [row] = await record(
    deps,
    viewer,
    { projectID: params.id, ...body },
    {
      userIDs: [userID],
      settles: true,
      decide: async (tx) => {
        const task = await requireNamed(tx, params.id, taskID)
        return [{ userID, amountCents, currency, task }]
      },
    },
  )
  if (!row) throw new Error('The recorded payment cannot be found.')
  return row
}

/** Records one amount split among members, completely or not at all; it settles nothing. Errors: as recordPayment. */
const recordBulk = (deps: Deps, viewer: Viewer, { params, body }: Input<'payments.bulk'>): Promise<Payment[]> => {
  const { userIDs, currency, taskID } = body
  const decide = async (tx: Tx) => {
    const task = await requireNamed(tx, params.id, taskID)
    const completed = body.split === 'tasks' ? await countCompleted(tx, params.id, userIDs) : new Map<string, number>()
    return partsOf(body, completed).map((part) => ({ ...part, currency, task }))
  }
  return record(deps, viewer, { projectID: params.id, ...body }, { userIDs, settles: false, decide })
}

/**
 * Voids an entry, which stays in the ledger: the trigger `payments_ledger` refuses every other change of an entry. Errors: 404, 403,
 * 409 when the entry is voided already,
 * when who was paid has answered it, and when it settled a due and nobody has objected in time.
 */
const voidPayment = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID, paymentId: paymentID }, body: { reason } }: Input<'payments.void'>,
): Promise<Payment> =>
  withTx(db, async (tx) => {
    requireManager(await accessOf(tx, projectID, viewer.userID))
    await holdProjectToChange(tx, projectID)
    const [, access, present] = await Promise.all([
      holdMembers(tx, projectID, [viewer.userID]),
      accessOf(tx, projectID, viewer.userID),
      repository.findPayment(tx, projectID, paymentID),
    ])
    requireManager(access)
    const now = clock.now()
    if (present?.confirmed_at) throw conflict('CONFLICT', 'It was confirmed that this arrived: it cannot be voided.')
    if (present?.missing_at) throw conflict('CONFLICT', 'Nothing of this arrived: it is in no sum already.')
    if (present?.voided_at === null) await requireVoidable(tx, now, { id: paymentID, createdAt: present.created_at })
    const entry = { paymentID, projectID, by: viewer.userID, reason: reason || null, now }
    const [isVoidedNow, row] = await Promise.all([
      repository.voidEntry(tx, entry),
      repository.findPayment(tx, projectID, paymentID),
    ])
    if (!row) throw notFound('There is no such payment.')
    if (!isVoidedNow) throw conflict('CONFLICT', 'This payment has already been voided.')
    await tell(tx, now, eventOf('payment.voided', viewer, row))
    await noteActivity(tx, projectID, viewer.userID, now)
    return toPayment(row)
  })

export const payments = { list: listPayments, create: recordPayment, bulk: recordBulk, void: voidPayment, ...answers }
