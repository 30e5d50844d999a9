import { sql, type Kysely } from 'kysely'

/** What an address on the waitlist wants, and the open task or project where it asked. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table waitlist_entries
  add column want text check (want in ('getWorkDone', 'work')),
  add column from_task_id uuid references tasks on delete set null,
  add column from_project_id uuid references projects on delete set null;
create index waitlist_entries_from_task_idx on waitlist_entries (from_task_id) where from_task_id is not null;
create index waitlist_entries_from_project_idx on waitlist_entries (from_project_id) where from_project_id is not null;
create index waitlist_entries_waiting_idx on waitlist_entries (created_at, id) where not is_invited;
`,
    )
    .execute(db)
}
