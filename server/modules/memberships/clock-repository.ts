import { sql } from 'kysely'
import { PROLONG_DAYS } from '#shared/contract/requests.ts'
import type { RequestKind } from '#shared/rules/membership.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'

/** A request that the clock has to do with, by the people and the project that it is between. */
export type TimedRequest = { id: string; projectID: string; userID: string; kind: RequestKind }

const timed = sql`r.id, r.project_id as "projectID", r.user_id as "userID", r.kind`
const isPending = sql<boolean>`r.status = ${sql.lit(requestStatus.pending)} and r.withdrawn_at is null`
/**
 * Whether the decision clock of project `p` runs. The trigger `projects_clock` stops it while the project is archived
 * or takes no applications, then adds that time to the deadlines of open requests.
 */
const runs = sql<boolean>`p.deleted_at is null and p.clock_stopped_at is null`

const isOver = (now: Date) => sql<boolean>`r.answer_by <= ${now}::timestamptz`
const isHalfOver = (now: Date) =>
  sql<boolean>`r.half_reminded_at is null and r.clock_from + (r.answer_by - r.clock_from) / 2 <= ${now}::timestamptz`
const isLastDay = (now: Date) =>
  sql<boolean>`r.last_reminded_at is null and r.answer_by - interval '24 hours' <= ${now}::timestamptz`

/** At most `limit` open requests to close or to remind of, the nearest end first. */
export const findTimed = async (db: DbOrTx, now: Date, limit: number): Promise<TimedRequest[]> => {
  const { rows } = await sql<TimedRequest>`
    select ${timed} from project_requests r join projects p on p.id = r.project_id
    where ${isPending} and ${runs} and (${isOver(now)} or ${isHalfOver(now)} or ${isLastDay(now)})
    order by r.answer_by, r.id limit ${limit}`.execute(db)
  return rows
}

/** Closes the request if its time is still over. It leaves every list, as a withdrawn one does. Returns whether it did. */
export const expireRequest = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update project_requests r set withdrawn_at = ${now}, expired_at = ${now}, updated_at = ${now}
    from projects p where r.id = ${id} and p.id = r.project_id and ${isPending} and ${runs} and ${isOver(now)}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/**
 * Notes the request's due reminders; after a standstill there can be two, for one notice. Returns whether there was
 * one.
 */
export const noteReminded = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update project_requests r
    set half_reminded_at = case when ${isHalfOver(now)} then ${now}::timestamptz else r.half_reminded_at end,
      last_reminded_at = case when ${isLastDay(now)} then ${now}::timestamptz else r.last_reminded_at end
    from projects p where r.id = ${id} and p.id = r.project_id and ${isPending} and ${runs} and not ${isOver(now)}
      and (${isHalfOver(now)} or ${isLastDay(now)})`.execute(tx)
  return numAffectedRows === 1n
}

type Found = TimedRequest & { isPending: boolean; isProlonged: boolean }

/** A request of a project that is not deleted. */
export const findRequest = async (db: DbOrTx, id: string): Promise<Found | undefined> => {
  const { rows } = await sql<Found>`
    select ${timed}, ${isPending} as "isPending", r.prolonged_at is not null as "isProlonged"
    from project_requests r join projects p on p.id = r.project_id
    where r.id = ${id} and p.deleted_at is null`.execute(db)
  return rows[0]
}

/**
 * Postpones the end of an open request, once; its last day gets a new reminder. Returns the ends before and after;
 * undefined for a request that is answered or was postponed before.
 */
export const prolongRequest = async (
  tx: Tx,
  { id, reason, now }: { id: string; reason: string; now: Date },
): Promise<{ from: Date; to: Date } | undefined> => {
  const { rows } = await sql<{ from: Date; to: Date }>`
    update project_requests r
    set answer_by = r.answer_by + ${PROLONG_DAYS} * interval '24 hours', prolonged_at = ${now}, prolong_reason = ${reason},
      last_reminded_at = null, updated_at = ${now}
    where r.id = ${id} and ${isPending} and r.prolonged_at is null
    returning r.answer_by - ${PROLONG_DAYS} * interval '24 hours' as from, r.answer_by as to`.execute(tx)
  return rows[0]
}

/** Withdraws the open invitations that a person has sent in a project, and returns them. */
export const withdrawInvitationsBy = async (
  tx: Tx,
  { projectID, userID, by }: { projectID: string; userID: string; by: string },
  now: Date,
): Promise<TimedRequest[]> => {
  const { rows } = await sql<TimedRequest>`
    update project_requests r set withdrawn_at = ${now}, answered_at = ${now}, answered_by = ${by}, updated_at = ${now}
    where r.project_id = ${projectID} and r.created_by = ${userID} and r.kind = 'invitation' and ${isPending}
    returning ${timed}`.execute(tx)
  return rows
}

/** Takes the open requests of a project that is deleted out of every list, and returns them. */
export const closeRequestsOf = async (tx: Tx, projectID: string, now: Date): Promise<TimedRequest[]> => {
  const { rows } = await sql<TimedRequest>`
    update project_requests r set withdrawn_at = ${now}, updated_at = ${now}
    where r.project_id = ${projectID} and ${isPending} returning ${timed}`.execute(tx)
  return rows
}
