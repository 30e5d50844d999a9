import { sql } from 'kysely'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'

export type DeadlineKind = 'task.due' | 'task.overdue'
/** A due date of a task that nobody has been notified of. */
export type Deadline = { taskID: string; dueOn: string; kind: DeadlineKind }
/** What the date is in a time zone: tasks before `today` are overdue, those up to `dueUntil` due within 24 hours. */
export type ZoneDates = { zone: string; today: string; dueUntil: string }

/** The condition that people still work on the task `t` of the project `p`. */
const isOpen = sql<boolean>`task.deleted_at is null
  and task.status not in (${sql.lit(taskStatus.completed)}, ${sql.lit(taskStatus.rejected)})
  and p.deleted_at is null and p.archived_at is null`

/** No time zone is further ahead of UTC than a day. */
const mayBeDue = (now: Date) => sql<boolean>`task.due_on <= (${now}::timestamptz at time zone 'UTC')::date + 1`

/** The time zones of people with tasks that may be due; a person who has set none counts by UTC and is not among them. */
export const findZones = async (db: DbOrTx, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ zone: string }>`
    select distinct s.time_zone as zone from tasks task join projects p on p.id = task.project_id
      join notification_settings s on s.user_id = task.assigned_to_id
    where task.due_on is not null and ${mayBeDue(now)} and ${isOpen} and s.time_zone is not null`.execute(db)
  return rows.map(({ zone }) => zone)
}

/**
 * At most `limit` due dates to notify, oldest first. A date counts in the zone of the assignee, or in the first of
 * `zones` when they have set none or nobody has the task.
 */
export const findDeadlines = async (
  db: DbOrTx,
  { now, zones, limit }: { now: Date; zones: readonly ZoneDates[]; limit: number },
): Promise<Deadline[]> => {
  const { rows } = await sql<Deadline>`
    select task.id as "taskID", task.due_on::text as "dueOn", w.kind
    from tasks task join projects p on p.id = task.project_id
      left join notification_settings s on s.user_id = task.assigned_to_id
      join jsonb_to_recordset(${JSON.stringify(zones)}::jsonb) as z (zone text, today date, "dueUntil" date)
        on z.zone = coalesce(s.time_zone, ${zones[0]?.zone ?? ''})
      cross join lateral (select case when task.due_on < z.today then 'task.overdue' else 'task.due' end as kind) as w
    where task.due_on is not null and ${mayBeDue(now)} and ${isOpen}
      and (task.due_on < z.today or task.due_on <= z."dueUntil")
      and not exists (
        select 1 from told_deadlines d where d.task_id = task.id and d.due_on = task.due_on and d.kind = w.kind)
    order by task.due_on, task.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Notes that a due date was notified, and returns what the event needs; undefined when it was noted already or has
 * changed. The task cannot be completed, deleted or put off before the transaction ends.
 */
export const noteTold = async (
  tx: Tx,
  { taskID, dueOn, kind }: Deadline,
  now: Date,
): Promise<{ projectID: string; assigneeID: string | null } | undefined> => {
  const { rows } = await sql<{ projectID: string; assigneeID: string | null }>`
    with held as (
      select task.id, task.project_id, task.assigned_to_id from tasks task join projects p on p.id = task.project_id
      where task.id = ${taskID} and task.due_on = ${dueOn}::date and ${isOpen} for share of task
    ), noted as (
      insert into told_deadlines (task_id, due_on, kind, told_at)
      select id, ${dueOn}::date, ${kind}, ${now}::timestamptz from held on conflict do nothing returning task_id
    )
    select held.project_id as "projectID", held.assigned_to_id as "assigneeID"
    from held join noted on noted.task_id = held.id`.execute(tx)
  return rows[0]
}
