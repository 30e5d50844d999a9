import { sql, type Kysely } from 'kysely'

/**
 * The sender's own name for a new task, or for a copy of a project, so that sending it again after a lost answer makes no second
 * one. Most rows have none.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table tasks add column idempotency_key text;
create unique index tasks_idempotency_key on tasks (project_id, created_by_id, idempotency_key)
  where idempotency_key is not null;
alter table projects add column idempotency_key text;
create unique index projects_idempotency_key on projects (created_by, idempotency_key) where idempotency_key is not null;
`,
    )
    .execute(db)
}
