import { sql } from 'kysely'

/** The person who gets a mail about projects, as `recipientColumns` selects them. */
export type RecipientRow = { email: string; username: string; name: string }

/** The columns of the person `u` that such a mail needs. */
export const recipientColumns = sql`u.email, u.username, u.name`
