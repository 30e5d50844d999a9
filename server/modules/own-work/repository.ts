import { type RawBuilder, sql } from 'kysely'
import { taskPriorities, type TaskPriority } from '#shared/contract/task-fields.ts'
import { WORK_ROWS_MAX } from '#shared/contract/work.ts'
import { OBJECTION_DAYS } from '#shared/rules/reward-state.ts'
import { requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import { isGuest } from '#server/access/party.ts'
import { payDate } from '#server/access/put-off.ts'
import { answerBy } from '#server/access/request-clock.ts'
import { stageName } from '#server/access/stage-name.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'

export type WorkRow = {
  kind: 'task' | 'application' | 'submission' | 'due' | 'payment' | 'proposal'
  id: string
  project_id: string
  project_title: string
  task_number: number | null
  task_title: string | null
  status: number | null
  stage: string | null
  /** The person is the guest of the task, and no member of its project. */
  is_guest: boolean
  is_disputed: boolean
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
  /** By when it is to be reviewed, paid, confirmed or answered. */
  act_by: Date | null
  amount_cents: number | null
  currency: string | null
}
export type WorkRows = {
  rows: WorkRow[]
  total: number
  projects: Array<{ id: string; title: string; count: number }>
}

/** Whether they are a member of the project of the task `t`. */
const isHere = (userID: string) =>
  sql`exists (select from memberships here where here.project_id = t.project_id and here.user_id = ${userID})`
const priorityName = sql`(array[${sql.join(taskPriorities.map((name) => sql.lit(name)))}])[t.priority + 1]`
/** The columns of a row that is about the task `t` of the project `p`. Of stages a guest knows nothing. */
const ofTask = (
  userID: string,
) => sql`p.id as project_id, p.title as project_title, t.task_number, t.title as task_title, t.status,
  case when ${isHere(userID)} then ${stageName} end as stage, not ${isHere(userID)} as is_guest,
  exists (select from disputes d join claims g on g.id = d.claim_id where g.task_id = t.id and d.ended_at is null offset 0) as is_disputed,
  t.due_on::text as due_on, ${priorityName} as priority, null::uuid as open_task_id, null::integer as open_task_number`
/** The same columns of a row about the application `r`. */
const ofApplication = sql`p.id as project_id, p.title as project_title, null::integer as task_number, null::text as task_title,
  null::smallint as status, null::text as stage, false as is_guest, false as is_disputed, null::text as due_on, null::text as priority,
  r.task_id as open_task_id, (select asked.task_number from tasks asked where asked.id = r.task_id) as open_task_number`
/** The columns of what is neither owed nor to be reviewed. */
const noMoney = sql`null::timestamptz as act_by, null::float8 as amount_cents, null::text as currency`
const nobody = sql`null::uuid as person_id, null::text as person_username, null::text as person_name`
/** Only a request has an answer date, and nothing else of the person's own has one. */
const noDate = sql`null::timestamptz as answer_by, ${noMoney}`
const waits = sql`false as is_overdue, false as has_changes`

/**
 * Joins the project `p`, unless it is deleted. Here and below, `offset 0` lets PostgreSQL look up what belongs to each row by its key.
 * Without it, a few hundred rows of a person made it read whole tables, which grow with the server.
 */
const joinProject = (id: RawBuilder<unknown>) =>
  sql`join lateral (select * from projects own where own.id = ${id} and own.deleted_at is null offset 0) p on true`

/** The tasks of a person: in projects in which they are, and those that they hold as a guest. */
const assigned = (userID: string, statuses: readonly number[]) => sql`
  tasks t ${joinProject(sql`t.project_id`)}
  where (${isHere(userID)} or ${isGuest(sql`${userID}::uuid`)}) and t.assigned_to_id = ${userID} and t.status in (${sql.join(statuses.map((status) => sql.lit(status)))})
    and t.deleted_at is null`

type Of = { userID: string; now: Date; today?: string | undefined }
/** The date where the person is: as their device says, else by the zone of their notification settings, else UTC's. */
const todayOf = ({ userID, now, today }: Of) =>
  today === undefined
    ? sql`(${now}::timestamptz at time zone coalesce((select time_zone from notification_settings where user_id = ${userID}), 'UTC'))::date`
    : sql`${today}::date`

/** The first rows of `selected`, in this order, the number of all of them, and where there are more, the projects of all. */
const read = async (db: DbOrTx, selected: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<WorkRows> => {
  const { rows } = await sql<WorkRow & { total: number }>`${prepared}
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
      select 'task' as kind, t.id, ${ofTask(userID)}, ${nobody}, coalesce(t.due_on < today.day, false) as is_overdue,
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
      select 'task' as kind, t.id, ${ofTask(userID)}, ${nobody}, ${waits}, null::timestamptz as since, ${noDate}, t.priority as level
      from (select ${todayOf({ userID, ...of })} as day) as today, ${assigned(userID, notBegun)}
        and (t.due_on is null or t.due_on >= today.day)`,
    sql`w.due_on nulls last, w.level desc`,
  )

/** The person's tasks under review, and their applications without an answer; the longest wait first. */
export const findWaiting = (db: DbOrTx, { userID, ...of }: Of): Promise<WorkRows> =>
  read(
    db,
    sql`
      select 'task' as kind, t.id, ${ofTask(userID)}, ${nobody}, coalesce(t.due_on < today.day, false) as is_overdue,
        false as has_changes, t.waits_since as since, ${noDate}
      from (select ${todayOf({ userID, ...of })} as day) as today, ${assigned(userID, [taskStatus.underReview])}
      union all
      select 'application', r.id, ${ofApplication}, ${nobody}, ${waits}, r.created_at, ${answerBy}, ${noMoney}
      from project_requests r ${joinProject(sql`r.project_id`)}
      where r.user_id = ${userID} and r.kind <> 'invitation' and r.status = ${sql.lit(requestStatus.pending)}
        and r.withdrawn_at is null`,
    sql`w.since`,
  )

const named = sql`u.id as person_id, u.username as person_username, u.name as person_name`
const isManager = (userID: string) => sql`m.user_id = ${userID} and m.role in ('owner', 'admin')`
const managed = sql`memberships m ${joinProject(sql`m.project_id`)}`

/** Applications to the projects that the person manages. */
const applicationsTo = (userID: string) => sql`
  select 'application' as kind, r.id, ${ofApplication}, ${named}, ${waits}, r.created_at as since, ${answerBy} as answer_by, ${noMoney}
  from ${managed} join project_requests r on r.project_id = p.id join users u on u.id = r.user_id
  where ${isManager(userID)} and r.kind <> 'invitation'
    and r.status = ${sql.lit(requestStatus.pending)} and r.withdrawn_at is null`

/** What was handed in there, with its date where the task has an offer. */
const submissionsTo = (userID: string) => sql`
  select 'submission' as kind, t.id, ${ofTask(userID)}, ${named}, ${waits}, s.created_at as since, null::timestamptz as answer_by,
    s.review_by as act_by, null::float8 as amount_cents, null::text as currency
  from ${managed} join tasks t on t.project_id = p.id and t.status = ${sql.lit(taskStatus.underReview)}
    join lateral (select * from submissions o where o.task_id = t.id and o.round = t.open_round offset 0) s on true
    join users u on u.id = s.author_id
  where ${isManager(userID)} and t.deleted_at is null
    -- Nobody reviews their own, unless nobody else could.
    and (s.author_id <> ${userID} or not exists (
      select 1 from memberships other
      where other.project_id = p.id and other.user_id <> ${userID} and other.role in ('owner', 'admin') offset 0))`

/** What is owed there to somebody else, by its pay date. */
const duesOf = (userID: string) => sql`
  select 'due' as kind, c.task_id as id, ${ofTask(userID)}, ${named}, ${waits},
    c.ended_at as since, null::timestamptz as answer_by,
    ${payDate} as act_by, b.amount_cents::float8 as amount_cents, b.currency
  from ${managed} join ledger_balances b on b.project_id = p.id and b.account like 'due:%' and b.amount_cents > 0
    join claims c on c.id = substr(b.account, 5)::uuid join tasks t on t.id = c.task_id and t.deleted_at is null
    join users u on u.id = c.user_id
  where ${isManager(userID)} and c.user_id <> ${userID}`

/** Payments to the person, with or without a task, that they can still confirm, or say that nothing arrived. */
const paymentsTo = (userID: string, now: Date) => sql`
  select 'payment' as kind, y.id, ${ofTask(userID)}, ${nobody}, ${waits}, y.created_at as since, null::timestamptz as answer_by,
    y.created_at + make_interval(days => ${sql.lit(OBJECTION_DAYS)}) as act_by,
    hundredths_of(y.currency, y.amount_cents)::float8 as amount_cents, y.currency
  from payments y ${joinProject(sql`y.project_id`)}
    left join tasks t on t.id = y.task_id and t.deleted_at is null
  where y.user_id = ${userID} and y.voided_at is null and y.confirmed_at is null and y.missing_at is null
    and y.created_at > ${now}::timestamptz - make_interval(days => ${sql.lit(OBJECTION_DAYS)})`

/**
 * Amounts that were proposed to the person: as the holder of the task, or as somebody who manages its project. There only claims
 * that are active or owed are looked up: the ended ones of a project become thousands, and nothing can be agreed on for them.
 */
const proposalsTo = (userID: string, now: Date) => sql`
  select 'proposal' as kind, c.task_id as id, ${ofTask(userID)}, ${named}, ${waits}, a.created_at as since, null::timestamptz as answer_by,
    a.ends_at as act_by, a.amount_cents::float8 as amount_cents, c.terms ->> 'currency' as currency
  from (
      select held.id, 'managers' as side from claims held where held.user_id = ${userID}
      union
      select theirs.id, 'holder' from ${managed} join claims theirs on theirs.project_id = p.id and theirs.state = 'active'
      where ${isManager(userID)}
      union
      select substr(b.account, 5)::uuid, 'holder' from ${managed}
        join ledger_balances b on b.project_id = p.id and b.account like 'due:%' and b.amount_cents > 0
      where ${isManager(userID)}
    ) as known join lateral (
      select * from proposals open where open.claim_id = known.id and open.state = 'open' and open.ends_at > ${now}::timestamptz offset 0
    ) a on a.side = known.side
    join claims c on c.id = known.id and (c.user_id = ${userID}) = (known.side = 'managers')
    join tasks t on t.id = c.task_id and t.deleted_at is null
    ${joinProject(sql`t.project_id`)} join users u on u.id = a.made_by`

/**
 * What the person is to answer, the earliest date first, and what has none by its age: applications, submissions and dues
 * of the projects that they manage, payments to them, and proposals. Undefined for who manages nothing and has nothing.
 */
export const findWaitingFor = async (db: DbOrTx, { userID, now }: Of): Promise<WorkRows | undefined> => {
  const all = sql.join(
    [applicationsTo(userID), submissionsTo(userID), duesOf(userID), paymentsTo(userID, now), proposalsTo(userID, now)],
    sql` union all `,
  )
  const found = await read(db, all, sql`coalesce(w.answer_by, w.act_by, w.since), w.since`)
  if (found.total > 0) return found
  const { rows } = await sql`select 1 from ${managed} where ${isManager(userID)} limit 1`.execute(db)
  return rows.length === 0 ? undefined : found
}
