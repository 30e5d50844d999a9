import { sql } from 'kysely'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { MemberAccess } from '#server/access/access.ts'
import { sessionIsValid, type SessionOf } from '#server/access/session.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'
import { recorded, recording } from '#server/events/record.ts'
import { columns, people, stageNow, type TaskRow } from './repository.ts'

export type TaskMove = {
  id: string
  /** The ID of the event that tells of it. */
  eventID: string
  /** Who moves the task, and in which session. */
  who: SessionOf
  status: number
  /** Null when any version may be changed. */
  version: number | null
  now: Date
  startedAt: Date | null
}

export type MovedTask = TaskRow & Pick<MemberAccess, 'last_active_at'>

const moved = ({ eventID, who, status, now }: TaskMove) =>
  recording(
    {
      id: eventID,
      kind: 'task.moved',
      actorID: who.userID,
      projectID: sql`project_id`,
      taskID: sql`id`,
      subjectID: sql`assigned_to_id`,
      data: sql`jsonb_strip_nulls(jsonb_build_object('from', left_status, 'to', ${status}::integer, 'stage', ${stageNow}))`,
      now,
    },
    sql`t`,
  )

/** The task `task` has no offer, and nobody holds it by a claim. */
export const withoutClaim = sql<boolean>`task.offer_cents is null
  and not exists (select from claims c where c.task_id = task.id and c.state = 'active')`

/**
 * Moves a task between two unfinished statuses, which any member may do. The commonest change on a board, so one
 * statement checks and writes. Returns undefined and changes nothing when a check fails: version, membership, session,
 * an unfinished task in another status, no open round of review, neither an offer nor a claim. So it does when the task was
 * changed while the statement waited for its row: a claim that came with that change is not seen yet.
 */
export const moveTask = async (db: DbOrTx, move: TaskMove): Promise<MovedTask | undefined> => {
  const { rows } = await sql<MovedTask>`${prepared}
    with before as (
      select task.id, task.status, m.last_active_at
      from tasks task join tasks seen on seen.id = task.id and seen.version = task.version
        join memberships m on m.project_id = task.project_id join projects p on p.id = m.project_id
      where task.id = ${move.id} and task.status not in (${sql.lit(taskStatus.completed)}, ${move.status})
        and (${move.version}::integer is null or task.version = ${move.version}::integer)
        and m.user_id = ${move.who.userID} and task.deleted_at is null and p.deleted_at is null
        and task.open_round is null and ${withoutClaim} and ${sessionIsValid(move.who)}
      for no key update of task
    ), t as (
      update tasks as task set status = ${move.status}, version = task.version + 1, updated_at = ${move.now},
        started_at = coalesce(task.started_at, ${move.startedAt}::timestamptz)
      from before where task.id = before.id
      returning task.*, before.last_active_at, before.status as left_status
    ), event as (${moved(move)}) select ${columns}, t.last_active_at from t ${people}`.execute(db)
  if (rows[0]) recorded(db)
  return rows[0]
}
