import { sql } from 'kysely'
import { REOPEN_HOURS } from '#shared/contract/decisions.ts'
import type { RequestKind } from '#shared/rules/membership.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'

/** How a request ended, and who did that. */
export type EndedRow = {
  kind: RequestKind
  status: number
  withdrawn_at: Date | null
  expired_at: Date | null
  answered_at: Date | null
  answerer_id: string | null
  answerer: string | null
  answerer_name: string | null
}

/** The request with that ID, or else the newest between the two; withdrawn ones, too. Undefined while it is open. */
export const findEnded = async (
  db: DbOrTx,
  { projectID, userID, requestID }: { projectID: string; userID: string; requestID?: string | undefined },
): Promise<EndedRow | undefined> => {
  const { rows } = await sql<EndedRow>`
    select * from (
      select r.kind, r.status, r.withdrawn_at, r.expired_at, r.answered_at, a.id as answerer_id, a.username as answerer,
        a.name as answerer_name
      from project_requests r left join users a on a.id = r.answered_by
      where r.project_id = ${projectID} and r.user_id = ${userID}
        and (${requestID ?? null}::uuid is null or r.id = ${requestID ?? null}::uuid)
      order by r.created_at desc, r.id desc limit 1
    ) as newest
    where status <> ${requestStatus.pending} or withdrawn_at is not null`.execute(db)
  return rows[0]
}

/**
 * Makes an application that was rejected less than a day ago pending again, with the time it had left, but at least a
 * day. Time of a stopped clock since the rejection is added when it goes on. Returns the new answer date; undefined for
 * any other request.
 */
export const reopenRequest = async (tx: Tx, id: string, now: Date): Promise<Date | undefined> => {
  const { rows } = await sql<{ answer_by: Date }>`
    update project_requests r
    set status = ${requestStatus.pending}, answered_at = null, answered_by = null, reject_reason = null, reject_text = null,
      answer_by = greatest(r.answer_by + was.closed_for, ${now}::timestamptz + interval '24 hours'),
      clock_from = r.clock_from + was.closed_for, last_reminded_at = null, updated_at = ${now}
    from (
      select c.id, greatest(
        least(coalesce(p.clock_stopped_at, ${now}::timestamptz), ${now}::timestamptz) - c.answered_at, interval '0'
      ) as closed_for
      from project_requests c join projects p on p.id = c.project_id
    ) as was
    where r.id = ${id} and was.id = r.id and r.kind = 'application' and r.status = ${requestStatus.rejected}
      and exists (select from users u where u.id = r.user_id and u.deleted_at is null)
      and r.withdrawn_at is null and r.answered_at > ${now}::timestamptz - ${REOPEN_HOURS} * interval '1 hour'
    returning r.answer_by`.execute(tx)
  return rows[0]?.answer_by
}
