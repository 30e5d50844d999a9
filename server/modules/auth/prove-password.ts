import type { Db } from '../../db/pool.ts'
import { fitOf, hashPassword } from './passwords.ts'
import { type Account, replaceHash } from './repository.ts'

/**
 * The account with the hash it has now, where `typed` is its password; null otherwise. A hash of another normal form of the same text is
 * replaced on the way.
 */
export const provePassword = async (db: Db, account: Account | undefined, typed: string): Promise<Account | null> => {
  const fit = await fitOf(account?.password_hash, typed)
  if (!account || fit === 'no') return null
  if (fit === 'now') return account
  const password_hash = await hashPassword(typed)
  return (await replaceHash(db, account, password_hash)) ? { ...account, password_hash } : null
}
