import { sql, type Kysely } from 'kysely'

/**
 * What was put into Trash and brought back in a project. Analytics count such events one by one; moves, of which there are many more,
 * are read by project, so that no write of a card pays for another index.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create index events_trash_idx on events (project_id, created_at) where kind in ('task.deleted', 'task.restored')`,
    )
    .execute(db)
}
