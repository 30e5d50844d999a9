import { sql, type Kysely } from 'kysely'

/** The fields that a project's owners and admins keep under a name, to fill the form of a new task with. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
create table task_templates (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  title text not null,
  description text not null,
  -- The fields of tasks, as tasks have them; of 'Done when' only the texts.
  priority smallint not null default 0 check (priority between 0 and 4),
  estimate_hours numeric(5, 2),
  label_ids smallint[] not null default '{}',
  done_when text[] not null default '{}'
);
create unique index task_templates_name_key on task_templates (project_id, lower(name));
`,
    )
    .execute(db)
}
