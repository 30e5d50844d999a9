import { sql } from 'kysely'
import { lockOf } from '#server/db/installation-lock.ts'
import { type Tx, send } from '#server/db/pool.ts'

/**
 * What a task refers to. The counting functions lock the rows, so that nobody deletes them before the transaction ends.
 */

const count = async (tx: Tx, held: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`with held as (${held}) select count(*)::int as n from held`.execute(tx)
  return rows[0]?.n ?? 0
}

/** How many of these are labels of the project. */
export const countLabels = (tx: Tx, projectID: string, ids: readonly number[]): Promise<number> =>
  count(
    tx,
    sql`select 1 from labels where project_id = ${projectID} and id = any(${ids}::smallint[]) order by id for key share`,
  )

/** How many of these are files of the project that have arrived. */
export const countFiles = (tx: Tx, projectID: string, ids: readonly string[]): Promise<number> =>
  count(
    tx,
    sql`select 1 from files where project_id = ${projectID} and id = any(${ids}::uuid[]) and state = 'stored'
      order by id for share`,
  )

/** How many of these are tasks of the project. They are not held: a task that is deleted blocks nothing. */
export const countTasks = (tx: Tx, projectID: string, ids: readonly string[]): Promise<number> =>
  count(
    tx,
    sql`select 1 from tasks where project_id = ${projectID} and id = any(${ids}::uuid[]) and deleted_at is null`,
  )

/** The condition that something is owed for the task in `tasks`: a payment that was void or missing can leave that of a deleted one. */
export const isOwedFor = sql<boolean>`exists (
  select from claims c join ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id
  where c.task_id = tasks.id and c.pay_by is not null and b.amount_cents > 0)`

/**
 * A task of the project as a ledger entry names it; undefined when it is missing, or in Trash and nothing is owed for it. Locked, so that
 * it is not erased before the entry refers to it.
 */
export const findNamed = (
  tx: Tx,
  projectID: string,
  taskID: string,
): Promise<{ id: string; number: number; title: string } | undefined> =>
  tx
    .selectFrom('tasks')
    .where('id', '=', taskID)
    .where('project_id', '=', projectID)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), isOwedFor]))
    .select(['id', 'task_number as number', 'title'])
    .forKeyShare()
    .executeTakeFirst()

/** Lets one transaction at a time say what blocks what in a project, so that no two close a circle together. */
export const holdBlocking = async (tx: Tx, projectID: string): Promise<void> => {
  await send(tx, lockOf(`blocking ${projectID}`))
}

/** Whether one of `blockers` is blocked by the task, over any number of others, those in Trash too. */
export const blocksItself = async (tx: Tx, taskID: string, blockers: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`
    with recursive before as (
      select unnest(${blockers}::uuid[]) as id
      union
      select unnest(t.blocked_by_ids) from before join tasks t on t.id = before.id
    )
    select 1 from before where id = ${taskID} limit 1`.execute(tx)
  return rows.length > 0
}

/** Takes a file that is being deleted off all tasks of its project. */
export const forgetFile = async (tx: Tx, projectID: string, fileID: string): Promise<void> => {
  await send(
    tx,
    sql`
    update tasks set file_ids = array_remove(file_ids, ${fileID}::uuid)
    where project_id = ${projectID} and ${fileID}::uuid = any(file_ids)`,
  )
}
