import { sql } from 'kysely'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'

/** No index orders completed tasks of all projects, so only this many tasks are looked at. */
const LOOKED_AT_MAX = 100_000

/** The number of completed tasks of all projects, or a floor of it where there are more tasks than are looked at. */
export const countSomeCompleted = async (db: DbOrTx): Promise<{ count: number; isFloor: boolean }> => {
  const { rows } = await sql<{ count: number; seen: number }>`
    select count(*) filter (where status = ${taskStatus.completed} and deleted_at is null)::int as count, count(*)::int as seen
    from (select status, deleted_at from tasks limit ${sql.lit(LOOKED_AT_MAX)}) as looked_at`.execute(db)
  const { count, seen } = rows[0] ?? { count: 0, seen: 0 }
  return { count, isFloor: seen === LOOKED_AT_MAX }
}

/** The number of the project's tasks that each of these people has completed; people without any are left out. */
export const countCompleted = async (
  tx: Tx,
  projectID: string,
  userIDs: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('tasks')
    .where('project_id', '=', projectID)
    .where('status', '=', taskStatus.completed)
    .where('deleted_at', 'is', null)
    .where('assigned_to_id', 'in', userIDs)
    .groupBy('assigned_to_id')
    .select(['assigned_to_id', sql<number>`count(*)::int`.as('completed')])
    .execute()
  return new Map(rows.flatMap((row) => (row.assigned_to_id === null ? [] : [[row.assigned_to_id, row.completed]])))
}
