import type { AppDeps } from '#server/deps.ts'
import type { Db, DbOrTx } from '#server/db/pool.ts'
import { type Limit, limitOf } from '#server/limits/limit-table.ts'
import { freeSlots, keepSlots, takeSlotsBeside } from '#server/limits/limits.ts'
import type { PasswordOwner } from './password-turns.ts'
import { fitOf, hashPassword } from './passwords.ts'
import { type Account, findAccount, replaceHash } from './repository.ts'

/**
 * The account with the hash it has now, where `typed` is its password; null otherwise. A hash of another normal form of the same text is
 * replaced on the way.
 */
const compare = async (db: Db, account: Account | undefined, typed: string): Promise<Account | null> => {
  const fit = await fitOf(account?.password_hash, typed)
  if (!account || fit === 'no') return null
  if (fit === 'now') return account
  const password_hash = await hashPassword(typed)
  return (await replaceHash(db, account, password_hash)) ? { ...account, password_hash } : null
}

/** The limits on wrong passwords for an account from a network, for every prompt for the password. */
const loginLimits = (email: string, ip: string): Limit[] => [
  limitOf('login-account-network', email, ip),
  limitOf('login-network', ip),
  limitOf('login-account', email),
]

/** An account whose password somebody knows, and what gives the places under the limits back: to be called once. */
export type ProvedAccount = { account: Account; free: (db: DbOrTx) => Promise<void> }

/**
 * The account of an address if `typed` is its password, else null, which counts as a failed login. Compares at most two
 * passwords of one account, and of one network, at a time. Errors: 429 when too many failed or wait, 503 when the wait
 * is too long.
 */
export const provePassword = (
  { db, clock, passwordTurns }: AppDeps,
  owner: PasswordOwner,
  typed: string,
): Promise<ProvedAccount | null> =>
  passwordTurns(owner, async () => {
    const { slots, beside } = await takeSlotsBeside(db, clock.now(), loginLimits(owner.email, owner.ip), (tx) =>
      findAccount(tx, owner.email),
    )
    const account = await compare(db, beside, typed)
    if (account) return { account, free: (freeing) => freeSlots(freeing, slots) }
    await keepSlots(db, clock.now(), slots)
    return null
  })
