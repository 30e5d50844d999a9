import { sql } from 'kysely'
import { BLOCKED_BY_MAX } from '#shared/contract/task-fields.ts'
import { type Tx, send } from '#server/db/pool.ts'

/** A task of an import, as its row is to be. */
export type ImportedRow = {
  id: string
  title: string
  description: string
  status: number
  assigned_to_id: string | null
  due_on: string | null
  /** 0 none … 4 urgent */
  priority: number
  estimate_hours: number | null
  label_ids: readonly number[]
  done_when: ReadonlyArray<{ id: string; text: string; isDone: boolean }>
  blocked_by_ids: readonly string[]
  stage_id: number | null
  comment_count: number
  rank: string
  started: boolean
  completed: boolean
}

/** The least rank of each column that has tasks, those in Trash too: what comes to the top goes before it. */
export const findTopRanks = async (tx: Tx, projectID: string): Promise<Map<number, string>> => {
  const { rows } = await sql<{ status: number; rank: string }>`
    select status, min(rank) as rank from tasks where project_id = ${projectID} group by status`.execute(tx)
  return new Map(rows.map(({ status, rank }) => [status, rank]))
}

/** Where in a column further tasks of an import go: below its lowest one, and above what follows that. */
export type Gap = { above: string; below: string | null }

export const findGapsBelow = async (
  tx: Tx,
  projectID: string,
  taskIDs: readonly string[],
): Promise<Map<number, Gap>> => {
  const { rows } = await sql<{ status: number; above: string; below: string | null }>`
    select status, above, (
      select min(rank) from tasks where project_id = ${projectID} and status = own.status and rank > own.above
    ) as below
    from (
      select status, max(rank) as above from tasks where id = any(${taskIDs}::uuid[]) and project_id = ${projectID} group by status
    ) as own`.execute(tx)
  return new Map(rows.map(({ status, above, below }) => [status, { above, below }]))
}

/** What blocks each of the tasks. */
export const findBlockers = async (tx: Tx, taskIDs: readonly string[]): Promise<Map<string, readonly string[]>> => {
  const { rows } = await sql<{ id: string; blocked_by_ids: string[] }>`
    select id, blocked_by_ids from tasks where id = any(${taskIDs}::uuid[]) and cardinality(blocked_by_ids) > 0`.execute(
    tx,
  )
  return new Map(rows.map(({ id, blocked_by_ids }) => [id, blocked_by_ids]))
}

/** Lets tasks that nobody has touched since they came wait for further ones. */
export const addBlockers = async (tx: Tx, waiting: ReadonlyArray<{ id: string; blocker: string }>): Promise<void> => {
  await send(
    tx,
    sql`
    update tasks set blocked_by_ids = (blocked_by_ids || added.blockers)[1:${BLOCKED_BY_MAX}::integer]
    from (
      select r.id, array_agg(r.blocker) as blockers
      from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as r (id uuid, blocker uuid) group by r.id
    ) as added
    where tasks.id = added.id and version = 1 and deleted_at is null`,
  )
}

/** Takes the project's next `count` numbers for tasks; answers the first. */
export const takeNumbers = async (tx: Tx, projectID: string, count: number): Promise<number> => {
  const { rows } = await sql<{ first: number }>`
    insert into task_counters as counter (project_id, last_task_number)
    select ${projectID}::uuid, coalesce(max(task_number), 0) + ${count}::integer from tasks where project_id = ${projectID}
    on conflict (project_id) do update set last_task_number = counter.last_task_number + ${count}::integer
    returning last_task_number - ${count}::integer + 1 as first`.execute(tx)
  return rows[0]?.first ?? 1
}

/** The number of the first task of an import whose first part took `total` numbers, where those from `from` on are still free; else null. */
export const findTakenNumbers = async (
  tx: Tx,
  projectID: string,
  { firstID, from, count, total }: { firstID: string; from: number; count: number; total: number },
): Promise<number | null> => {
  const { rows } = await sql<{ first: number }>`
    select one.task_number as first from tasks as one join task_counters as counter using (project_id)
    where one.id = ${firstID} and project_id = ${projectID} and one.task_number + ${total}::integer - 1 <= counter.last_task_number
      and not exists (
        select from tasks as other where other.project_id = ${projectID}
          and other.task_number between one.task_number + ${from}::integer and one.task_number + ${from + count - 1}::integer)`.execute(
    tx,
  )
  return rows[0]?.first ?? null
}

/** The numbers of tasks by their IDs. */
export const findNumbers = async (tx: Tx, taskIDs: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; task_number: number }>`
    select id, task_number from tasks where id = any(${taskIDs}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, task_number }) => [id, task_number]))
}

/** Adds tasks by one statement, under numbers in a row from `first`. They give no reputation: they were done elsewhere. */
export const insertImported = async (
  tx: Tx,
  { projectID, by, now, first }: { projectID: string; by: string; now: Date; first: number },
  rows: readonly ImportedRow[],
): Promise<void> => {
  await send(
    tx,
    sql`
    insert into tasks (id, project_id, task_number, title, description, status, assigned_to_id, created_by_id, created_at,
      updated_at, started_at, completed_at, created_completed, due_on, priority, estimate_hours, label_ids, blocked_by_ids,
      done_when, stage_id, comment_count, rank)
    select r.id, ${projectID}::uuid, ${first}::integer + r.place, r.title, r.description, r.status, r.assigned_to_id, ${by}::uuid,
      ${now}::timestamptz, ${now}::timestamptz, case when r.started then ${now}::timestamptz end,
      case when r.completed then ${now}::timestamptz end, r.completed, r.due_on, r.priority, r.estimate_hours, r.label_ids,
      r.blocked_by_ids, r.done_when, r.stage_id, r.comment_count, r.rank
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, at) => ({ ...row, place: at })))}::jsonb) as r (
      place integer, id uuid, title text, description text, status smallint, assigned_to_id uuid, due_on date,
      priority smallint, estimate_hours numeric, label_ids smallint[], done_when jsonb, blocked_by_ids uuid[],
      stage_id smallint, comment_count integer, rank text, started boolean, completed boolean)`,
  )
}

/** Puts those of the tasks into Trash that nobody has touched or made an offer of since they came; answers which. `waitingIDs` names a task for each change by its import. */
export const deleteUntouched = async (
  tx: Tx,
  {
    taskIDs,
    waitingIDs,
    by,
    now,
  }: { taskIDs: readonly string[]; waitingIDs: readonly string[]; by: string; now: Date },
): Promise<Array<{ id: string; assigned_to_id: string | null }>> => {
  const { rows } = await sql<{ id: string; assigned_to_id: string | null }>`
    update tasks set deleted_at = ${now}, deleted_by_id = ${by}, version = version + 1
    where id = any(${taskIDs}::uuid[]) and version = 1 and deleted_at is null and offer_cents is null
      and shown_version = 1 + (select count(*) from unnest(${waitingIDs}::uuid[]) as waiting (task_id) where task_id = tasks.id)
    returning id, assigned_to_id`.execute(tx)
  return rows
}
