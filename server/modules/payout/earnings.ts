import {
  COMING_MAX,
  type ComingReward,
  type EarningsLine,
  type EarningsStatement,
  type Receipt,
  STATEMENT_LINES_MAX,
} from '#shared/contract/earnings.ts'
import { isUnobjected } from '#shared/rules/reward-state.ts'
import type { AppDeps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import { readPlace, writePlace } from '#server/http/place-cursor.ts'
import type { Input } from '#server/http/services.ts'
import { findRewardsOfClaims } from '../ledger/service.ts'
import * as repository from './earnings-repository.ts'
import { findDetails } from './repository.ts'
import { openPayout } from './sealed.ts'

type Deps = Pick<AppDeps, 'db' | 'config' | 'clock'>

const text = (moment: Date | null): string | null => moment?.toISOString() ?? null

const toLine = (row: repository.LineRow): EarningsLine => ({
  id: row.id,
  kind: row.kind,
  paymentID: row.payment_id,
  receipt: row.receipt,
  project: { id: row.project_id, title: row.project_title },
  task: row.task,
  taskId: row.task_number === null ? null : String(row.task_number),
  amountCents: row.cents,
  currency: row.currency,
  at: row.at.toISOString(),
})

const toComing = (row: repository.ComingRow): Omit<ComingReward, 'reward'> => ({
  claimID: row.claim_id,
  taskID: row.task_id,
  taskId: row.task_number === null ? null : String(row.task_number),
  title: row.title,
  project: { id: row.project_id, title: row.project_title },
  amountCents: row.cents,
  currency: row.currency,
  isInReview: row.is_in_review,
  by: text(row.by),
})

/** The rewards that a person works for, with what each waits for. */
const readComing = async ({ db, clock }: Deps, userID: string): Promise<ComingReward[]> => {
  const rows = await repository.findComing(db, userID, COMING_MAX)
  const ids = rows.map(({ claim_id }) => claim_id)
  const rewards = await findRewardsOfClaims(db, ids, clock.now())
  return rows.map((row) => ({ ...toComing(row), reward: rewards.get(row.claim_id) ?? null }))
}

/** A page of what was paid to the viewer, with the sums of that time, and what they work for. Errors: 422 for a cursor that is not ours. */
const list = async (deps: Deps, { userID }: Viewer, { query }: Input<'earnings.list'>) => {
  const { db } = deps
  const { from, to, cursor, limit } = query
  const after = cursor === undefined ? null : readPlace(cursor)
  const rows = await repository.findLines(db, { userID, from, to, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    data: {
      lines: page.map(toLine),
      sums: await repository.sumEarnings(db, { userID, from, to }),
      coming: await readComing(deps, userID),
    },
    nextCursor: last ? writePlace({ time: last.at.toISOString(), id: last.id }) : null,
  }
}

type Scopes = Pick<RequestContext, 'scopes'>
type ReadingScopes = Scopes & { mayReadSealed?: boolean }
/** How a person is called on receipts: as they have said, else by the name of the account. Access tokens read nothing of what is sealed. */
const partyOf = async (
  { db, config }: Deps,
  { scopes, mayReadSealed = true }: ReadingScopes,
  userID: string,
  name: string,
): Promise<Receipt['to']> => {
  const row = scopes || !mayReadSealed ? undefined : await findDetails(db, userID)
  const opened = row ? await openPayout(config, userID, row) : null
  return { name: opened?.receiptName || name, address: opened?.receiptAddress ?? '' }
}

/** All that was paid to the viewer in a year, or a time. */
const statement = async (
  deps: Deps,
  { userID }: Viewer,
  { query }: Input<'earnings.statement'>,
  context: Scopes,
): Promise<EarningsStatement> => {
  const { db } = deps
  const { year } = query
  const from = year === undefined ? query.from : `${year}-01-01T00:00:00.000Z`
  const to = year === undefined ? query.to : `${year + 1}-01-01T00:00:00.000Z`
  const asked = { userID, from, to, after: null, limit: STATEMENT_LINES_MAX + 1, isOldestFirst: true }
  const rows = await repository.findLines(db, asked)
  return {
    person: await partyOf(deps, context, userID, await repository.findName(db, userID)),
    from: from ?? null,
    to: to ?? null,
    lines: rows.slice(0, STATEMENT_LINES_MAX).map(toLine),
    sums: await repository.sumEarnings(db, { userID, from, to }),
    isCut: rows.length > STATEMENT_LINES_MAX,
  }
}

/**
 * The receipt of a payment, for both of its sides. A payer who has left the project reads nothing of what its payee has
 * sealed, maybe since. Errors: 404 for anybody else.
 */
const readReceipt = async (
  deps: Deps,
  { userID }: Viewer,
  { params: { paymentID } }: Input<'earnings.receipt'>,
  context: Scopes,
): Promise<Receipt> => {
  const row = await repository.findReceipt(deps.db, paymentID, userID)
  if (!row) throw notFound('Receipt not found')
  const [from, to] = await Promise.all([
    partyOf(deps, context, row.payer_id, row.payer),
    partyOf(deps, { ...context, mayReadSealed: row.may_read_payee }, row.payee_id, row.payee),
  ])
  return {
    paymentID: row.id,
    number: row.receipt,
    project: { id: row.project_id, title: row.project_title },
    task: row.task,
    amountCents: row.cents,
    currency: row.currency,
    method: row.method,
    paidAt: row.paid_at.toISOString(),
    voidedAt: text(row.voided_at),
    missingAt: text(row.missing_at),
    confirmedAt: text(row.confirmed_at),
    mayAnswer:
      row.payee_id === userID &&
      row.voided_at === null &&
      row.missing_at === null &&
      row.confirmed_at === null &&
      !isUnobjected(row.paid_at, deps.clock.now()),
    recordedBy: row.recorded_by,
    from,
    to,
  }
}

export const earnings = { list, statement, receipt: readReceipt }
