import type { DbOrTx } from '../../db/pool.ts'

/** The titles of a project's newest tasks. */
export const findTaskTitles = async (db: DbOrTx, projectID: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('tasks')
    .where('project_id', '=', projectID)
    .orderBy('task_number', 'desc')
    .limit(limit)
    .select('title')
    .execute()
  return rows.map(({ title }) => title)
}
