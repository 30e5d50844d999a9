import { sql } from 'kysely'
import type { MemberAccess } from '#server/access/access.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { columns, findTasks, people, type TaskRow } from './repository.ts'

/** These tasks as `findTasks` reads them, locked until the transaction ends. */
export const holdTasks = async (tx: Tx, ids: readonly string[]): Promise<TaskRow[]> => {
  await send(tx, sql`select from tasks where id = any(${ids}::uuid[]) order by id for no key update`)
  return findTasks(tx, ids)
}

/** A task as the clock acts on it, which has an owner's rights. */
export const findTaskOfClock = async (db: DbOrTx, id: string): Promise<(TaskRow & MemberAccess) | undefined> => {
  const { rows } = await sql<TaskRow & MemberAccess>`
    select ${columns}, 'owner' as role, null::timestamptz as last_active_at, p.tier
    from tasks t join projects p on p.id = t.project_id ${people}
    where t.id = ${id} and t.deleted_at is null and p.deleted_at is null`.execute(db)
  return rows[0]
}
