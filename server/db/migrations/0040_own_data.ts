import { sql, type Kysely } from 'kysely'

/** Exports of what a person has here, and the deletion of accounts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(ownData).execute(db)
}

const ownData = `
create table account_exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'expired', 'failed')),
  asked_at timestamptz not null,
  attempts integer not null default 0,
  -- The try under way: its file's name in the store, and when its process counts as dead.
  file_id uuid,
  claimed_until timestamptz,
  ready_at timestamptz,
  size_bytes bigint
);
create index account_exports_user_idx on account_exports (user_id, asked_at);
create index account_exports_open_idx on account_exports (asked_at) where state in ('waiting', 'ready');

alter table users
  add column deletion_due_at timestamptz,
  -- The row stays for what it has done; it names nobody any more.
  add column deleted_at timestamptz;
-- The directory leaves those out who are about to go, without looking at their rows.
drop index users_talents_idx;
create index users_talents_idx on users (reputation desc, id)
  where show_in_talent_directory and is_email_verified and suspended_at is null and deletion_due_at is null;
create index users_deletion_idx on users (deletion_due_at) where deletion_due_at is not null;

-- All former members have the same name and address; both stay unique among the others, and are found by their first column.
drop index users_email_key;
create unique index users_email_key on users
  (lower(email), (case when deleted_at is null then '00000000-0000-0000-0000-000000000000'::uuid else id end));
drop index users_username_key;
create unique index users_username_key on users
  (lower(username), (case when deleted_at is null then '00000000-0000-0000-0000-000000000000'::uuid else id end));
`
