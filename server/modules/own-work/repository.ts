import { type RawBuilder, sql } from 'kysely'
import { taskPriorities, type TaskPriority } from '#shared/contract/task-fields.ts'
import { WORK_ROWS_MAX } from '#shared/contract/work.ts'
import { requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import { answerBy } from '#server/access/request-clock.ts'
import { stageName } from '#server/access/stage-name.ts'
import type { DbOrTx } from '#server/db/pool.ts'

export type WorkRow = {
  kind: 'task' | 'application' | 'submission'
  id: string
  project_id: string
  project_title: string
  task_number: number | null
  task_title: string | null
  status: number | null
  stage: string | null
  due_on: string | null
  priority: TaskPriority | null
  /** The task that an application is to. */
  open_task_id: string | null
  open_task_number: number | null
  person_id: string | null
  person_username: string | null
  person_name: string | null
  is_overdue: boolean
  has_changes: boolean
  since: Date | null
  answer_by: Date | null
}
export type WorkRows = {
  rows: WorkRow[]
  total: number
  projects: Array<{ id: string; title: string; count: number }>
}

const priorityName = sql`(array[${sql.join(taskPriorities.map((name) => sql.lit(name)))}])[t.priority + 1]`
/** The columns of a row that is about the task `t` of the project `p`. */
const ofTask = sql`t.project_id, p.title as project_title, t.task_number, t.title as task_title, t.status,
  ${stageName} as stage,  t.due_on::text as due_on, ${priorityName} as priority,
  null::uuid as open_task_id, null::integer as open_task_number`
/** The same columns of a row about the application `r`. */
const ofApplication = sql`p.id as project_id, p.title as project_title, null::integer as task_number, null::text as task_title,
  null::smallint as status, null::text as stage, null::text as due_on, null::text as priority,
  r.task_id as open_task_id, (select asked.task_number from tasks asked where asked.id = r.task_id) as open_task_number`
const nobody = sql`null::uuid as person_id, null::text as person_username, null::text as person_name`
/** Only a request has an answer date. */
const noDate = sql`null::timestamptz as answer_by`
const waits = sql`false as is_overdue, false as has_changes`

/** The tasks of a person, in projects in which they are. */
const assigned = (userID: string, statuses: readonly number[]) => sql`
  tasks t join projects p on p.id = t.project_id
    join memberships m on m.project_id = t.project_id and m.user_id = ${userID}
  where t.assigned_to_id = ${userID} and t.status in (${sql.join(statuses.map((status) => sql.lit(status)))})
    and t.deleted_at is null and p.deleted_at is null`

type Of = { userID: string; now: Date; today?: string | undefined }
/** The date where the person is: as their device says, else by the zone of their notification settings, else UTC's. */
const todayOf = ({ userID, now, today }: Of) =>
  today === undefined
    ? sql`(${now}::timestamptz at time zone coalesce((select time_zone from notification_settings where user_id = ${userID}), 'UTC'))::date`
    : sql`${today}::date`

/** The first rows of `selected`, in this order, the number of all of them, and where there are more, the projects of all. */
const read = async (db: DbOrTx, selected: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<WorkRows> => {
  const { rows } = await sql<WorkRow & { total: number }>`
    select w.*, (count(*) over ())::integer as total from (${selected}) as w order by ${order}, w.id limit ${WORK_ROWS_MAX}`.execute(
    db,
  )
  const total = rows[0]?.total ?? 0
  if (total <= rows.length) return { rows, total, projects: [] }
  const { rows: projects } = await sql<WorkRows['projects'][number]>`
    select w.project_id as id, w.project_title as title, count(*)::integer as count from (${selected}) as w
    group by w.project_id, w.project_title order by count(*) desc, w.project_title, w.project_id`.execute(db)
  return { rows, total, projects }
}

const begun = [taskStatus.inProgress]
const notBegun = [taskStatus.requested, taskStatus.assigned]

/**
 * The person's tasks in progress or overdue: overdue first, then those with changes requested, then by due date and
 * priority. Tasks under review are left out: they wait.
 */
export const findNow = (db: DbOrTx, { userID, ...of }: Of): Promise<WorkRows> =>
  read(
    db,
    sql`
      select 'task' as kind, t.id, ${ofTask}, ${nobody}, coalesce(t.due_on < today.day, false) as is_overdue,
        t.status = ${sql.lit(taskStatus.inProgress)} and exists (
          select 1 from submissions s where s.task_id = t.id and s.state = 'changes' and s.round = (
            select max(last.round) from submissions last where last.task_id = t.id)) as has_changes,
        null::timestamptz as since, ${noDate}, t.priority as level
      from (select ${todayOf({ userID, ...of })} as day) as today, ${assigned(userID, [...begun, ...notBegun])}
        and (t.status = ${sql.lit(taskStatus.inProgress)} or t.due_on < today.day)`,
    sql`w.is_overdue desc, w.has_changes desc, w.due_on nulls last, w.level desc`,
  )

/** The person's other tasks that are not begun, by due date, then priority. */
export const findNext = (db: DbOrTx, { userID, ...of }: Of): Promise<WorkRows> =>
  read(
    db,
    sql`
      select 'task' as kind, t.id, ${ofTask}, ${nobody}, ${waits}, null::timestamptz as since, ${noDate}, t.priority as level
      from (select ${todayOf({ userID, ...of })} as day) as today, ${assigned(userID, notBegun)}
        and (t.due_on is null or t.due_on >= today.day)`,
    sql`w.due_on nulls last, w.level desc`,
  )

/** The person's tasks under review, and their applications without an answer; the longest wait first. */
export const findWaiting = (db: DbOrTx, { userID, ...of }: Of): Promise<WorkRows> =>
  read(
    db,
    sql`
      select 'task' as kind, t.id, ${ofTask}, ${nobody}, coalesce(t.due_on < today.day, false) as is_overdue,
        false as has_changes, t.waits_since as since, ${noDate}
      from (select ${todayOf({ userID, ...of })} as day) as today, ${assigned(userID, [taskStatus.underReview])}
      union all
      select 'application', r.id, ${ofApplication}, ${nobody}, ${waits}, r.created_at, ${answerBy}
      from project_requests r join projects p on p.id = r.project_id
      where r.user_id = ${userID} and r.kind <> 'invitation' and r.status = ${sql.lit(requestStatus.pending)}
        and r.withdrawn_at is null and p.deleted_at is null`,
    sql`w.since`,
  )

/** The applications and submissions that the person is to answer, oldest first; undefined for who manages no project. */
export const findWaitingFor = async (db: DbOrTx, { userID }: Of): Promise<WorkRows | undefined> => {
  const managed = sql`memberships m join projects p on p.id = m.project_id and p.deleted_at is null`
  const { rows } = await sql`
    select 1 from ${managed} where m.user_id = ${userID} and m.role in ('owner', 'admin') limit 1`.execute(db)
  if (rows.length === 0) return undefined
  return read(
    db,
    sql`
      select 'application' as kind, r.id, ${ofApplication}, u.id as person_id, u.username as person_username, u.name as person_name, ${waits}, r.created_at as since, ${answerBy} as answer_by
      from ${managed} join project_requests r on r.project_id = p.id join users u on u.id = r.user_id
      where m.user_id = ${userID} and m.role in ('owner', 'admin') and r.kind <> 'invitation'
        and r.status = ${sql.lit(requestStatus.pending)} and r.withdrawn_at is null
      union all
      select 'submission', t.id, ${ofTask}, u.id, u.username, u.name, ${waits}, s.created_at, ${noDate}
      from ${managed} join tasks t on t.project_id = p.id and t.status = ${sql.lit(taskStatus.underReview)}
        join submissions s on s.task_id = t.id and s.round = t.open_round join users u on u.id = s.author_id
      where m.user_id = ${userID} and m.role in ('owner', 'admin') and t.deleted_at is null
        -- Nobody reviews their own, unless nobody else could.
        and (s.author_id <> ${userID} or not exists (
          select 1 from memberships other
          where other.project_id = p.id and other.user_id <> ${userID} and other.role in ('owner', 'admin')))`,
    sql`w.since`,
  )
}
