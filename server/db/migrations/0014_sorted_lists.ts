import { sql, type Kysely } from 'kysely'

/**
 * Indexes for the columns that the administrators' two lists are sorted by; each is read forwards or backwards. Columns
 * that have an index already are left out.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create index waitlist_entries_by_invited_idx on waitlist_entries (is_invited, id);
      create index waitlist_entries_by_last_invited_idx on waitlist_entries (coalesce(last_invited_at, '-infinity'), id);
      create index waitlist_entries_by_mail_idx on waitlist_entries (mail_state, id);
      create index creator_applications_by_status_idx on creator_applications (status, id);
      create index users_by_name_idx on users (lower(coalesce(nullif(name, ''), username)), id);
      create index users_by_reputation_idx on users (reputation, id);`,
    )
    .execute(db)
}
