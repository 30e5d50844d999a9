import { sql } from 'kysely'
import type { Db } from './db/pool.ts'
import type { AppDeps } from './deps.ts'
import { sweepFiles } from './files/sweeper.ts'
import { removeOldJobs } from './jobs/queue.ts'

const EVERY_MS = 10 * 60_000
const EXPIRING = ['rate_limits', 'one_time_codes', 'email_verification_tokens', 'reset_tokens'] as const

/**
 * Removes what has expired: limits at once, the rest a day later, so that a late use still reads as expired. Any number of
 * processes may do it at the same time.
 */
export const removeExpired = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const yesterday = new Date(now.getTime() - 24 * 60 * 60_000)
  for (const table of EXPIRING)
    await db
      .deleteFrom(table)
      .where('expires_at', '<', table === 'rate_limits' ? now : yesterday)
      .execute()
  await removeSessions(db, yesterday)
  await removeOldJobs(db, now)
}

/** Refresh tokens, and with its last one the session: nobody can come back to it. */
const removeSessions = (db: Db, before: Date) =>
  sql`with gone as (delete from refresh_tokens where expires_at < ${before} returning family_id)
    delete from session_families as family where id in (select family_id from gone) and not exists (
      select from refresh_tokens as token where token.family_id = family.id and token.expires_at >= ${before}
    )`.execute(db)

/** Does so every ten minutes, and sweeps files; never keeps the process alive. Answers the stop. */
export const startHousekeeping = (deps: AppDeps): (() => void) => {
  const timer = setInterval(() => {
    deps.background.run('housekeeping', () => removeExpired(deps))
    deps.background.run('sweeping files', () => sweepFiles(deps))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
