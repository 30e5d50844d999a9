import { sql } from 'kysely'
import { openTaskStatuses, taskStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx } from '#server/db/pool.ts'

/** A part of time: from `start` on, before `end`. */
type Span = { start: Date; end: Date }
const moments = (times: readonly Date[]) => sql`${[...times]}::timestamptz[]`
const startsAndEnd = (spans: readonly Span[]) =>
  moments([...spans.map(({ start }) => start), ...endsOf(spans).slice(-1)])
const endsOf = (spans: readonly Span[]) => spans.map(({ end }) => end)

/** When the oldest event of the log was recorded; null while there is none. */
export const beginOfLog = async (db: DbOrTx): Promise<Date | null> => {
  const { rows } = await sql<{ created_at: Date }>`select created_at from events order by xid, id limit 1`.execute(db)
  return rows[0]?.created_at ?? null
}

/**
 * By how many tasks a status grew (below zero: shrank) from the end of the span `passed` (counted from 1) to the end of
 * the next; with `passed` null, the tasks that have the status now. Status null: a task that is gone for good and whose
 * status the log does not have.
 */
export type StatusRow = { passed: number | null; status: number | null; tasks: number }

/**
 * The tasks of a project by status now, and their moves since the first span ended, read in one statement because both
 * must be of one moment. A task without a creation event (made by the previous release during an upgrade) counts from
 * its creation, in the status that its first move left or that it has.
 */
export const findStatuses = async (db: DbOrTx, projectID: string, spans: readonly Span[]): Promise<StatusRow[]> => {
  const ends = moments(endsOf(spans))
  const { rows } = await sql<StatusRow>`
    with steps as (
      -- Grouped by the whole of their data, which is quicker than to take it apart for each of them.
      select passed, kind, data ->> 'from' as before, coalesce(data ->> 'to', data ->> 'status') as after, tasks
      from (
        select width_bucket(created_at, ${ends}) as passed, kind, data, count(*)::int as tasks
        from events
        where project_id = ${projectID} and kind in ('task.created', 'task.moved') and created_at >= ${spans[0]?.end}
        group by 1, 2, 3
      ) alike
    ), trashed as (
      select width_bucket(e.created_at, ${ends}) as passed, case e.kind when 'task.deleted' then -1 else 1 end as tasks,
        coalesce(
          (select coalesce(data ->> 'to', data ->> 'status') from events earlier
            where earlier.task_id = e.task_id and earlier.kind in ('task.created', 'task.moved')
              and (earlier.created_at, earlier.id) < (e.created_at, e.id)
            order by earlier.created_at desc, earlier.id desc limit 1),
          (select data ->> 'from' from events later
            where later.task_id = e.task_id and later.kind = 'task.moved' and (later.created_at, later.id) > (e.created_at, e.id)
            order by later.created_at, later.id limit 1),
          (select status::text from tasks where tasks.id = e.task_id)
        ) as status
      from events e
      where e.project_id = ${projectID} and e.kind in ('task.deleted', 'task.restored') and e.created_at >= ${spans[0]?.end}
    ), unannounced as (
      select width_bucket(t.created_at, ${ends}) as passed, coalesce(
          (select data ->> 'from' from events first where first.task_id = t.id and first.kind = 'task.moved'
            order by first.created_at, first.id limit 1),
          t.status::text
        ) as status
      from tasks t
      where t.project_id = ${projectID} and t.created_at >= ${spans[0]?.end}
        -- The creation is a task's oldest event; a join would read the log of all projects.
        and (select e.id from events e where e.task_id = t.id and e.kind = 'task.created'
          order by e.created_at, e.id limit 1) is null
    ), changes as (
      select passed, after as status, tasks from steps 
      union all select passed, before, -tasks from steps where kind = 'task.moved'
      union all select passed, status, tasks from trashed
      union all select passed, status, 1 from unannounced
      union all select null, status::text, 1 from tasks where project_id = ${projectID} and deleted_at is null
    )
    select passed, status::int as status, sum(tasks)::int as tasks from changes group by 1, 2`.execute(db)
  return rows
}

export type DoneRow = {
  /** Which span, counted from 1; null for all of them together. */
  span: number | null
  done: number
  measured: number
  median_hours: number | null
  p85_hours: number | null
}

/** How many tasks were completed in each span, and how long they took from their begin, in hours. */
export const findDone = async (db: DbOrTx, projectID: string, spans: readonly Span[]): Promise<DoneRow[]> => {
  const { rows } = await sql<DoneRow>`
    select span, count(*)::int as done, count(hours)::int as measured,
      (percentile_cont(0.5) within group (order by hours))::float8 as median_hours,
      (percentile_cont(0.85) within group (order by hours))::float8 as p85_hours
    from (
      select width_bucket(completed_at, ${startsAndEnd(spans)}) as span,
        case when not created_completed and started_at < completed_at
          then extract(epoch from completed_at - started_at) / 3600 end as hours
      from tasks
      where project_id = ${projectID} and deleted_at is null and status = ${sql.lit(taskStatus.completed)}
        and completed_at >= ${spans[0]?.start} and completed_at < ${spans.at(-1)?.end}
    ) done
    group by grouping sets ((span), ())`.execute(db)
  return rows
}

export type LoadRow = {
  /** Null for what nobody is to do, and for the members of `others` together. */
  user_id: string | null
  username: string | null
  name: string | null
  part: 'person' | 'others' | 'unassigned'
  people: number
  tasks: number
  hours: number
  unestimated: number
}

/** The open tasks by assignee, members without any too: `limit` people, who has most first, and all others together. */
export const findLoad = async (db: DbOrTx, projectID: string, limit: number): Promise<LoadRow[]> => {
  const { rows } = await sql<LoadRow>`
    with open as (
      select assigned_to_id as user_id, count(*)::int as tasks, coalesce(sum(estimate_hours), 0)::float8 as hours,
        count(*) filter (where estimate_hours is null)::int as unestimated
      from tasks
      where project_id = ${projectID} and deleted_at is null and status in (${sql.join(openTaskStatuses.map((one) => sql.lit(one)))})
      group by 1
    ), ranked as (
      select user_id, u.username, u.name, coalesce(tasks, 0) as tasks, coalesce(hours, 0) as hours,
        coalesce(unestimated, 0) as unestimated,
        row_number() over (order by coalesce(tasks, 0) desc, coalesce(hours, 0) desc, lower(u.username collate "C"), user_id) as place
      from (select user_id from memberships where project_id = ${projectID}) member
        full join (select * from open where user_id is not null) open using (user_id)
        join users u on u.id = user_id
    )
    select user_id, username, name, 'person' as part, 1 as people, tasks, hours, unestimated, place
      from ranked where place <= ${limit}
    union all
    select null, null, null, 'others', count(*)::int, sum(tasks)::int, sum(hours), sum(unestimated)::int, null
      from ranked where place > ${limit} having count(*) > 0
    union all
    select null, null, null, 'unassigned', 0, tasks, hours, unestimated, null from open where user_id is null
    order by place`.execute(db)
  return rows
}

/** What was paid in each span (counted from 1), by currency, voided entries left out. */
export type PaidRow = { span: number; currency: string; paid_cents: number }

export const findPaid = async (db: DbOrTx, projectID: string, spans: readonly Span[]): Promise<PaidRow[]> => {
  // A float8 holds whole cents exactly up to ninety million millions.
  const { rows } = await sql<PaidRow>`
    select width_bucket(created_at, ${startsAndEnd(spans)}) as span, currency, sum(amount_cents)::float8 as paid_cents
    from payments
    where project_id = ${projectID} and voided_at is null and missing_at is null
      and created_at >= ${spans[0]?.start} and created_at < ${spans.at(-1)?.end}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
