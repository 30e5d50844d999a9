import { sql, type Kysely } from 'kysely'

/**
 * Invitations to a project for addresses without an account. The time of one begins with its mail, which may wait for
 * an administrator; once the address is verified it becomes an ordinary invitation.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(table).execute(db)
}

const table = `
create table address_invitations (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  email text not null,
  role text not null check (role in ('member', 'admin')),
  message text,
  task_id uuid references tasks on delete set null,
  invited_by uuid not null references users on delete cascade,
  created_at timestamptz not null,
  mailed_at timestamptz,
  ends_at timestamptz,
  resent_at timestamptz,
  ended_at timestamptz
);
create unique index address_invitations_open_idx on address_invitations (project_id, lower(email)) where ended_at is null;
create index address_invitations_email_idx on address_invitations (lower(email));
create index address_invitations_person_idx on address_invitations (invited_by);
create index address_invitations_task_idx on address_invitations (task_id) where task_id is not null;
create index address_invitations_end_idx on address_invitations (coalesce(ended_at, ends_at));
`
