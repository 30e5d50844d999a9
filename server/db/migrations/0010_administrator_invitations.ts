import { sql, type Kysely } from 'kysely'

/** Administrators who are invited before they have an account. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table waitlist_entries add column administrator_until timestamptz`.execute(db)
  await sql`comment on column waitlist_entries.administrator_until is
    'Whoever registers with the invitation and verifies the address by then becomes an administrator. Set by a command on the server only.'`.execute(
    db,
  )
}
