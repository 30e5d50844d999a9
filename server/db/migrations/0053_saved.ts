import { sql, type Kysely } from 'kysely'

/** The projects and the searches of the market that people keep for themselves. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(tables).execute(db)
}

const tables = `
create table saved_projects (
  user_id uuid not null references users on delete cascade,
  project_id uuid not null references projects on delete cascade,
  saved_at timestamptz not null default now(),
  primary key (user_id, project_id)
);
create index saved_projects_project_idx on saved_projects (project_id);

create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- One of the person's places; there are as many as the service says.
  place smallint not null,
  name text not null,
  -- Words and filters, as the market's call takes them.
  search jsonb not null,
  created_at timestamptz not null default now(),
  -- When the person last looked at what it finds; what was published since is new.
  seen_at timestamptz not null default now(),
  unique (user_id, place)
);
`
