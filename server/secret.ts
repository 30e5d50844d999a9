import { randomBytes } from 'node:crypto'
import type { Db } from './db/pool.ts'

const NAME = 'signing'

/**
 * The secret that signs access tokens and keys code hashes: as configured, else one made at the first start and kept in
 * the database, so that all server processes of one database share it and a restart signs nobody out.
 */
export const loadSecret = async (db: Db, configured: string | undefined): Promise<string> => {
  if (configured !== undefined) return configured
  const known = await readSecret(db)
  if (known !== undefined) return known
  // Two first starts at once: one insert wins, and both read that one.
  await db
    .insertInto('server_secrets')
    .values({ name: NAME, value: randomBytes(48).toString('base64url') })
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
