import { sql, type Kysely } from 'kysely'

/** Which tasks came by which import, so that a repeated call adds nothing and an import can be taken back. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(imports).execute(db)
}

const imports = `
create table imports (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  created_by uuid not null references users on delete cascade,
  idempotency_key text not null,
  -- Tells whether a repeated call with the key sends the same.
  request_hash text not null,
  source text not null,
  task_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  undone_at timestamptz,
  unique (project_id, created_by, idempotency_key)
);
`
