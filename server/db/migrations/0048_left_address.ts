import { sql, type Kysely } from 'kysely'

/** The address that an account left when its old one was taken back, so that it can be told. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table email_recoveries add column left_email text`.execute(db)
}
