import { sql } from 'kysely'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

/** The tables of links and codes that open an account, or change how it is opened or paid. What was used has `consumed_at`. */
export const proofTables = [
  'one_time_codes',
  'email_verification_tokens',
  'reset_tokens',
  'email_changes',
  'email_recoveries',
  'sign_in_challenges',
  'payout_changes',
] as const

/**
 * Ends all links and codes of all accounts, recovery codes and addresses of calendars too, in those of these tables that the database
 * has. Authenticator apps go on.
 */
export const endProofs = async (tx: Tx, now: Date, tables: ReadonlySet<string>): Promise<void> => {
  for (const table of proofTables.filter((name) => tables.has(name)))
    await send(tx, tx.updateTable(table).set({ consumed_at: now }).where('consumed_at', 'is', null))
  if (tables.has('recovery_codes'))
    await send(tx, tx.updateTable('recovery_codes').set({ used_at: now }).where('used_at', 'is', null))
  if (tables.has('calendars')) await send(tx, tx.deleteFrom('calendars'))
}

/** The address of the account, or the one that a change of address waits for. */
const addresses = { one_time_codes: 'users.email', reset_tokens: 'users.email', email_changes: 'proof.new_email' }

/**
 * Begins the life of a code or a link again, and returns where it is mailed to; undefined where it was used or replaced, or has ended.
 */
export const renewProof = async (
  db: DbOrTx,
  table: keyof typeof addresses,
  id: string,
  { now, ends }: { now: Date; ends: Date },
): Promise<{ email: string; username: string } | undefined> => {
  const { rows } = await sql<{ email: string; username: string }>`
    update ${sql.table(table)} as proof set expires_at = ${ends} from users
    where proof.id = ${id} and proof.consumed_at is null and proof.expires_at > ${now} and users.id = proof.user_id
    returning ${sql.ref(addresses[table])} as email, users.username`.execute(db)
  return rows[0]
}
