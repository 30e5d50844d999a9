import { type Due, OWN_DUES_MAX } from '#shared/contract/dues.ts'
import type { LedgerEntry } from '#shared/contract/ledger.ts'
import { isManager } from '#shared/rules/membership.ts'
import { nameOf } from '#shared/rules/person.ts'
import { isLate } from '#shared/rules/reward-state.ts'
import { budgetIn, smallestUnitsOf } from '#shared/rules/reward-money.ts'
import { accessOf } from '#server/access/access.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { oneMoreThan } from '#server/http/bounded-list.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { readPlace, writePlace } from '#server/http/place-cursor.ts'
import type { Input } from '#server/http/services.ts'
import { findRewardsOfClaims } from './claim-rewards.ts'
import * as repository from './reading-repository.ts'
import { findBound } from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

export const toEntry = (row: repository.EntryRow): LedgerEntry => ({
  id: row.id,
  kind: row.kind,
  amountCents: row.cents,
  currency: row.currency,
  from: row.from_account,
  to: row.to_account,
  taskID: row.task_id,
  claimID: row.claim_id,
  paymentID: row.payment_id,
  person:
    row.user_id === null || row.username === null
      ? null
      : { id: row.user_id, username: row.username, name: row.name ?? '' },
  createdAt: row.created_at.toISOString(),
})

/** The newest entries about a task. */
export const findEntriesOfTask = async (
  db: DbOrTx,
  { projectID, taskID }: { projectID: string; taskID: string },
  limit: number,
): Promise<LedgerEntry[]> => {
  const query = { projectID, taskID, userID: undefined, from: undefined, to: undefined }
  return (await repository.findEntries(db, { ...query, after: null, limit })).map(toEntry)
}

/**
 * One page of the ledger, newest first, with its balances. Owner and admin read all entries, other members, guests and people
 * who were paid those that name them. Errors: 404 for anybody else; 422 for a cursor that is not ours.
 */
const listEntries = async (
  { db }: Deps,
  viewer: Viewer,
  { params: { id: projectID }, query }: Input<'ledger.list'>,
) => {
  const access = await accessOf(db, projectID, viewer.userID)
  if (!access?.role && !(access && (await repository.isPayee(db, projectID, viewer.userID))))
    throw notFound('Project not found')
  const readsAll = access.role !== null && isManager(access.role)
  const { taskID, from, to, cursor, limit } = query
  const isOthers = !readsAll && query.userID !== undefined && query.userID !== viewer.userID
  const userID = readsAll ? query.userID : viewer.userID
  const after = cursor === undefined ? null : readPlace(cursor)
  const [rows, { before: budget, currency }] = await Promise.all([
    isOthers ? [] : repository.findEntries(db, { projectID, taskID, userID, from, to, after, limit: limit + 1 }),
    findBound(db, projectID),
  ])
  const sums = await repository.sumBalances(db, { projectID, currency, userID: readsAll ? null : viewer.userID })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    data: {
      entries: page.map(toEntry),
      balances: { budgetCents: readsAll ? budgetIn(budget, currency) : null, ...sums },
      currency,
    },
    nextCursor: last ? writePlace({ time: last.created_at.toISOString(), id: last.id }) : null,
  }
}

/** The dues of these rows with what each waits for. */
const toDues = async (db: DbOrTx, rows: readonly repository.ShownDue[], now: Date): Promise<Due[]> => {
  const ids = rows.map(({ claim_id }) => claim_id)
  const rewards = await findRewardsOfClaims(db, ids, now)
  return rows.map((row) => ({ ...toDue(row, now), reward: rewards.get(row.claim_id) ?? null }))
}

const toDue = (row: repository.ShownDue, now: Date): Omit<Due, 'reward'> => ({
  claimID: row.claim_id,
  taskID: row.task_id,
  taskId: row.task_number === null ? null : String(row.task_number),
  title: row.title,
  project: { id: row.project_id, title: row.project_title },
  person: { id: row.user_id, username: row.username, name: row.name },
  amountCents: row.cents,
  currency: row.currency,
  since: row.since.toISOString(),
  payBy: (row.late_from ?? row.pay_by).toISOString(),
  isLate: isLate(row.late_from, now),
  waitsForPayee: row.waits_for_payee,
})

/**
 * A page of what a project owes, the earliest pay date first. Errors: 404 for anybody but members, 403 for a member; 422 for a
 * cursor that is not ours.
 */
const listDues = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID }, query: { late, cursor, limit } }: Input<'dues.list'>,
): Promise<{ data: Due[]; nextCursor: string | null }> => {
  const access = await accessOf(db, projectID, viewer.userID)
  if (!access?.role) throw notFound('Project not found')
  if (!isManager(access.role)) throw forbidden('Only owners and admins of the project see what it owes.')
  const now = clock.now()
  const after = cursor === undefined ? null : readPlace(cursor)
  const rows = await repository.findShownDues(db, { projectID, isLate: late, now, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    data: await toDues(db, page, now),
    nextCursor: last ? writePlace({ time: last.pay_by.toISOString(), id: last.claim_id }) : null,
  }
}

/** What the viewer is owed, and what the projects of which they are an owner owe; of each the earliest pay dates. */
const listOwnDues = async (
  { db, clock }: Deps,
  { userID }: Viewer,
): Promise<{ owedToMe: Due[]; owedByMe: Due[]; isCut: boolean }> => {
  const now = clock.now()
  const limit = oneMoreThan(OWN_DUES_MAX)
  const [toMe, byMe] = await Promise.all([
    repository.findShownDues(db, { payeeID: userID, now, limit }),
    repository.findShownDues(db, { ownerID: userID, now, limit }),
  ])
  const shown = (rows: repository.ShownDue[]) => toDues(db, rows.slice(0, OWN_DUES_MAX), now)
  const [owedToMe, owedByMe] = await Promise.all([shown(toMe), shown(byMe)])
  return { owedToMe, owedByMe, isCut: toMe.length === limit || byMe.length === limit }
}

type PromisedSums = Record<'reservedCents' | 'dueCents' | 'lateCents' | 'availableCents', number | null>
/** What a project has promised and owes, and what is left beside that, in the smallest unit of its currency. */
export const promisedIn = async (db: DbOrTx, projectID: string, now: Date): Promise<PromisedSums> => {
  const sums = await repository.sumPromised(db, projectID, now)
  const budget = sums ? budgetIn(sums.budget, sums.currency) : null
  const units = (cents: number) => smallestUnitsOf(sums?.currency ?? 'USD', cents)
  return {
    reservedCents: sums ? units(sums.reservedCents) : null,
    dueCents: sums ? units(sums.dueCents) : null,
    lateCents: sums ? units(sums.lateCents) : null,
    availableCents: sums && budget !== null ? units(budget - sums.usedCents) : null,
  }
}

/**
 * Refuses to make somebody an owner of a project that promises or owes them something: owners are not paid by their own
 * project. The project's row is held to be changed. Errors: 409 that names the task.
 */
export const requireUnpaid = async (tx: Tx, who: { projectID: string; userID: string }): Promise<void> => {
  const task = await repository.findRewardedTask(tx, who)
  if (task)
    throw conflict(
      'CONFLICT',
      `${nameOf(task)} is to be paid for ‘${task.title}’. An owner cannot be paid by the project.`,
    )
}

export const ledger = { list: listEntries }
export const dues = { list: listDues, own: listOwnDues }
