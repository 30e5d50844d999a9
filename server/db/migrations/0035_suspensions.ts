import { sql, type Kysely } from 'kysely'

/** Who may not sign in until an administrator lets them, and why. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(suspensions).execute(db)
}

const suspensions = `
alter table users add column suspended_at timestamptz, add column suspension_reason text;
alter table users add constraint users_suspension_check check ((suspended_at is null) = (suspension_reason is null));
-- The directory leaves suspended people out without looking at their rows.
drop index users_talents_idx;
create index users_talents_idx on users (reputation desc, id)
  where show_in_talent_directory and is_email_verified and suspended_at is null;
`
