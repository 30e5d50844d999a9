import { sql, type Kysely } from 'kysely'

/** My Work asks for payments that a person can still confirm, which read all payments of the server. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index payments_open_idx on payments (user_id, created_at)
    where voided_at is null and confirmed_at is null and missing_at is null`.execute(db)
}
