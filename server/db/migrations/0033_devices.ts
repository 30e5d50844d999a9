import { sql, type Kysely } from 'kysely'

/** Where each session is used, and the devices that a person has signed in from. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(devices).execute(db)
}

const devices = `
-- Null for a session of a release that did not note them.
alter table session_families add column device text, add column network text, add column last_seen_at timestamptz;
update session_families f set last_seen_at = (select max(t.created_at) from refresh_tokens t where t.family_id = f.id);

alter table session_families drop constraint session_families_revoked_reason_check;
alter table session_families add constraint session_families_revoked_reason_check check (revoked_reason in
  ('logout', 'reuse', 'password_reset', 'administrator', 'ended', 'password_change', 'address_recovery', 'suspension'));

-- Outlives the sessions, so that a device is greeted as a new one only once.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device)
);
`
