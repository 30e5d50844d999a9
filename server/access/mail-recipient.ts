import { sql } from 'kysely'

/** Who a mail about projects goes to, as `recipientColumns` reads them. */
export type RecipientRow = { email: string; username: string; name: string; settings_project: string | null }

/**
 * Columns of the person `u` for such a mail. `settings_project` is a project whose settings they can open, which hold the
 * switches for mails; null for who is in none.
 */
export const recipientColumns = sql`u.email, u.username, u.name, (
  select m.project_id from memberships m join projects s on s.id = m.project_id
  where m.user_id = u.id and s.deleted_at is null order by m.joined_at desc, m.project_id limit 1
) as settings_project`
