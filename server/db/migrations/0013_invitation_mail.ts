import { sql, type Kysely } from 'kysely'

/**
 * What became of an invitation's mail, which a job sends. `invitation_id` is of the newest invitation: the mail of an older one
 * has nothing to say any more. Null for invitations from before, of whose mails nothing is known.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `alter table waitlist_entries
        add column invitation_id uuid,
        add column mail_state text check (mail_state in ('queued', 'sent', 'failed')),
        add column mail_error text;
      create index waitlist_entries_mail_idx on waitlist_entries (mail_state, created_at desc, id desc) where mail_state is not null;`,
    )
    .execute(db)
}
