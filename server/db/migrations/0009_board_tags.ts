import { sql, type Kysely } from 'kysely'

/**
 * The versions of a project's tasks in the index that lists them, so that telling one state of a board from another reads no
 * task. The index is written to at each change in any case, since each moves the task to its front.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `drop index tasks_recent_idx;
      create index tasks_recent_idx on tasks (project_id, updated_at desc, id desc) include (version);`,
    )
    .execute(db)
}
