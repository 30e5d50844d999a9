import type { Tx } from '../../db/pool.ts'

/** The tables of links and codes that open an account, or change how it is opened. What was used has `consumed_at`. */
export const proofTables = [
  'one_time_codes',
  'email_verification_tokens',
  'reset_tokens',
  'email_changes',
  'email_recoveries',
  'sign_in_challenges',
] as const

/**
 * Ends all links and codes of all accounts, recovery codes too, in those of these tables that the database has. Authenticator apps go on.
 */
export const endProofs = async (tx: Tx, now: Date, tables: ReadonlySet<string>): Promise<void> => {
  for (const table of proofTables.filter((name) => tables.has(name)))
    await tx.updateTable(table).set({ consumed_at: now }).where('consumed_at', 'is', null).execute()
  if (tables.has('recovery_codes'))
    await tx.updateTable('recovery_codes').set({ used_at: now }).where('used_at', 'is', null).execute()
}
