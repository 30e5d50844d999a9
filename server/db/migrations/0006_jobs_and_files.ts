import { sql, type Kysely } from 'kysely'

/** The queue of work that follows from changes, and the records of uploaded files. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([jobs, files].join('\n')).execute(db)
}

const jobs = `
-- The transaction that makes a change adds its job here; a job that is done is deleted.
create table jobs (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  -- When the job is due; while a worker has the job, when that worker counts as dead.
  run_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Set after the last attempt; the row stays, so that an administrator can see it.
  gave_up_at timestamptz,
  last_error text
);
create index jobs_due_idx on jobs (run_at, id) where gave_up_at is null;
create index jobs_given_up_idx on jobs (gave_up_at) where gave_up_at is not null;
`

const files = `
-- A row is made before the first byte is stored and stays until the last is removed, so that no stored byte is without a row.
create table files (
  id uuid primary key,
  project_id uuid not null references projects on delete restrict,
  uploaded_by uuid not null references users on delete restrict,
  name text not null check (name <> ''),
  content_type text not null default 'application/octet-stream',
  size_bytes integer not null default 0 check (size_bytes >= 0),
  state text not null default 'pending' check (state in ('pending', 'stored', 'deleting')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index files_project_idx on files (project_id, created_at desc, id desc) where state = 'stored';
create index files_unsettled_idx on files (changed_at) where state <> 'stored';
`
