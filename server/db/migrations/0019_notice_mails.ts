import { sql, type Kysely } from 'kysely'

/** Which notices a mail is still to tell of, and when each person last got their mail of the day. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(mails).execute(db)
}

const mails = `
alter table notifications
  -- A mail is still to tell of those of its events since then that have toMail; null for none.
  add column mail_since timestamptz,
  -- When to look whether that mail is due. Settings may have changed by then, so it is a time to look and no more.
  add column mail_at timestamptz;
create index notifications_mail_idx on notifications (mail_at) where mail_at is not null;

-- One row for a person who was mailed; its lock lets one process at a time gather what a person is mailed.
create table notice_mails (
  user_id uuid primary key references users on delete cascade,
  -- The time of day, as a moment, that the last digest was for.
  last_digest_at timestamptz
);
`
