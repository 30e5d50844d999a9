import { allJobs } from './all-jobs.ts'
import type { AppDeps } from './deps.ts'
import { removeOldJobs } from './jobs/queue.ts'
import { removeExpiredCounts } from './limits.ts'
import { removeToldChanges } from './live/live-repository.ts'
import { removeExpiredProofs } from './modules/auth/repository.ts'
import { removeExpiredSessions } from './modules/auth/sessions-repository.ts'
import { sweepFiles } from './modules/files/sweeper.ts'

const EVERY_MS = 10 * 60_000

/**
 * Removes expired rows: limits at once, the others a day later, so that a late use is still answered as expired. Any
 * number of processes may do this at the same time.
 */
export const removeExpired = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const yesterday = new Date(now.getTime() - 24 * 60 * 60_000)
  await removeExpiredCounts(db, now)
  await removeExpiredProofs(db, yesterday)
  await removeExpiredSessions(db, yesterday)
  await removeOldJobs(db, allJobs, now)
  await removeToldChanges(db)
}

/**
 * Calls `removeExpired` every ten minutes, and sweeps files; never keeps the process alive. Returns the function that
 * stops it.
 */
export const startHousekeeping = (deps: AppDeps): (() => void) => {
  const timer = setInterval(() => {
    deps.background.run('housekeeping', () => removeExpired(deps))
    deps.background.run('sweeping files', () => sweepFiles(deps))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
