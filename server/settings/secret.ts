import { randomBytes } from 'node:crypto'
import type { Db } from '../db/pool.ts'

const NAME = 'signing'
/** After at most this long every process knows that the secret was replaced. */
const LOOK_AGAIN_MS = 5_000

/**
 * The secret that signs access tokens and keys the hashes of codes. It is read at each use, because a command may
 * replace it while the server runs.
 */
export type Secret = () => string

/**
 * The configured secret, or one that the first start stored in the database: all processes of a database share it, and
 * a restart signs nobody out. `stop` ends the checks for a new one.
 */
export const openSecret = async (
  db: Db,
  configured: string | undefined,
  lookAgainMs = LOOK_AGAIN_MS,
): Promise<{ secret: Secret; stop: () => void }> => {
  if (configured !== undefined) return { secret: () => configured, stop: () => {} }
  let current = await loadSecret(db)
  const look = async () => {
    // During an outage the known secret stays in use; others report the outage.
    current = (await readSecret(db).catch(() => undefined)) ?? current
  }
  const timer = setInterval(() => void look(), lookAgainMs).unref()
  return { secret: () => current, stop: () => clearInterval(timer) }
}

/** Stores a new secret. Tokens signed by the old one become invalid as soon as each process has noticed. */
export const rotateSecret = async (db: Db): Promise<void> => {
  const value = newSecret()
  await db
    .insertInto('server_secrets')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

const newSecret = () => randomBytes(48).toString('base64url')

const loadSecret = async (db: Db): Promise<string> => {
  const known = await readSecret(db)
  if (known !== undefined) return known
  // When two processes start for the first time at once, one insert wins, and both read that row.
  await db
    .insertInto('server_secrets')
    .values({ name: NAME, value: newSecret() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const made = await readSecret(db)
  if (made === undefined) throw new Error('The signing secret could not be kept in the database.')
  return made
}

const readSecret = async (db: Db): Promise<string | undefined> => {
  const row = await db.selectFrom('server_secrets').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value
}
