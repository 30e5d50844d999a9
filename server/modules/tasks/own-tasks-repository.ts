import { sql } from 'kysely'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { columns, people, type TaskRow } from './repository.ts'

/** The condition that the task's project exists and that the person is still a member. */
const inOwnProjects = (userID: string) => sql`t.project_id = any(array(
  select m.project_id from memberships m where m.user_id = ${userID}
    and exists (select from projects p where p.id = m.project_id and p.deleted_at is null offset 0)))`

/**
 * One page of the tasks that are assigned to a person or created by them, last changed first, and the number of all of
 * them.
 */
export const findOwnTasks = async (
  db: DbOrTx,
  userID: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: TaskRow[]; total: number }> => {
  const own = sql`(t.assigned_to_id = ${userID} or t.created_by_id = ${userID}) and t.deleted_at is null
    and ${inOwnProjects(userID)}`
  const { rows } = await sql<TaskRow>`
    select ${columns} from (
      select id from tasks t where ${own} order by t.updated_at desc, t.id desc limit ${limit} offset ${(page - 1) * limit}
    ) as listed join tasks t on t.id = listed.id ${people}
    order by t.updated_at desc, t.id desc`.execute(db)
  const isLast = rows.length < limit && (rows.length > 0 || page === 1)
  if (isLast) return { rows, total: (page - 1) * limit + rows.length }
  const counted = await sql<{ total: number }>`select count(*)::int as total from tasks t where ${own}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

const unfinished = sql.join([taskStatus.assigned, taskStatus.inProgress, taskStatus.underReview].map((n) => sql.lit(n)))

/** The unfinished tasks that are assigned to a person, last changed first. */
export const findActiveTasks = async (db: DbOrTx, userID: string, limit: number): Promise<TaskRow[]> => {
  const { rows } = await sql<TaskRow>`
    select ${columns} from tasks t ${people}
    where t.assigned_to_id = ${userID} and t.status in (${unfinished}) and t.deleted_at is null
      and ${inOwnProjects(userID)}
    order by t.updated_at desc, t.id desc limit ${limit}`.execute(db)
  return rows
}
