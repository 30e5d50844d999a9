import { sql } from 'kysely'

/** The person who gets a mail about projects, as `recipientColumns` selects them. */
export type RecipientRow = { email: string; username: string; name: string; settings_project: string | null }

/**
 * The columns of the person `u` that such a mail needs. `settings_project` is a project whose settings page, with the
 * switches for mails, the person can open; null for a person in no project.
 */
export const recipientColumns = sql`u.email, u.username, u.name, (
  select m.project_id from memberships m join projects s on s.id = m.project_id
  where m.user_id = u.id and s.deleted_at is null order by m.joined_at desc, m.project_id limit 1
) as settings_project`
