import { sql, type Kysely } from 'kysely'

/**
 * Adds the tasks' versions to the index that lists a project's tasks, so that telling one state of a board from another
 * reads no task. This costs little, since every change moves its task to the front of the index anyway.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `drop index tasks_recent_idx;
      create index tasks_recent_idx on tasks (project_id, updated_at desc, id desc) include (version);`,
    )
    .execute(db)
}
