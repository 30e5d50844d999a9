import { sql, type Kysely } from 'kysely'

/**
 * The state of an invitation's mail, which a job sends. `invitation_id` is the newest invitation, because the mail of
 * an older one does not matter any more. It is null for invitations made before this migration, of whose mails nothing
 * is known.
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
