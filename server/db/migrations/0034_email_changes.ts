import { sql, type Kysely } from 'kysely'

/** Changes of a person's address: the code that proves the new one, and the way back to the old one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(emailChanges).execute(db)
}

const emailChanges = `
-- At most one of a person is open: the one whose code is not used.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  new_email text not null,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index email_changes_user_idx on email_changes (user_id);
create index email_changes_expiry_idx on email_changes (expires_at);

-- The link of the notice to the old address is signed and not stored.
create table email_recoveries (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index email_recoveries_user_idx on email_recoveries (user_id);
create index email_recoveries_expiry_idx on email_recoveries (expires_at);
`
