import { brand } from '#shared/brand.ts'
import type { Config } from '../settings/config.ts'
import type { Database } from '../process/database.ts'
import type { Db } from '../db/pool.ts'
import { type Clock, systemClock } from '../deps.ts'
import { countDemoAccounts, demoObstacle, isDemoUser } from './access.ts'

/**
 * Settles the demo world at a start: in demo mode, fills an embedded database without accounts; when demo accounts
 * exist but may not be used, ends their sessions. Returns the sentence for the person who starts the server, or null.
 */
export const settleDemo = async (
  config: Config,
  { db, isEmbedded }: Pick<Database, 'db' | 'isEmbedded'>,
  clock: Clock = systemClock,
): Promise<string | null> => {
  const obstacle = demoObstacle({ config, isEmbedded })
  if (obstacle === null) {
    await fill(db, clock)
    return null
  }
  const accounts = await countDemoAccounts(db)
  if (accounts === 0) return null
  await endDemoSessions(db, clock.now())
  return `The demo world is in this database: ${accounts} accounts whose password is published. They cannot log in, because ${obstacle}; "${brand.server} demo remove" takes them out.`
}

const fill = async (db: Db, clock: Clock): Promise<void> => {
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anybody) return
  const { seedDemo } = await import('./index.ts')
  await seedDemo(db, clock)
}

/** Ends the sessions of people who signed in to demo accounts while that was allowed. */
const endDemoSessions = (db: Db, now: Date) =>
  db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: 'administrator' })
    .where('revoked_at', 'is', null)
    .where('user_id', 'in', (eb) => eb.selectFrom('users').where(isDemoUser).select('users.id'))
    .execute()
