import { sql, type Kysely } from 'kysely'

/**
 * What a creator application says, the day by which it is answered, and how many of its three reminders administrators have had. Who
 * waits already is answered within a week of the update.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table creator_applications
  add column text text check (char_length(text) <= 1000),
  add column answer_by timestamptz,
  add column reminders smallint not null default 0 check (reminders between 0 and 3);
update creator_applications set answer_by = now() + interval '7 days' where status = 0;
create index creator_applications_waiting_idx on creator_applications (answer_by) where status = 0 and reminders < 3;
`,
    )
    .execute(db)
}
