import { allJobs } from './all-jobs.ts'
import type { AppDeps } from '../deps.ts'
import { removeOldJobs } from '../jobs/queue.ts'
import { removeExpiredCounts } from '../limits/limits.ts'
import { removeNotifiedChanges } from '../live/live-repository.ts'
import { forgetExpired } from '../modules/auth/service.ts'
import { removeOldNotices } from '../modules/notifications/service.ts'
import { forgetPayoutChanges } from '../modules/payout/service.ts'
import { emptyTrash } from '../modules/tasks/service.ts'
import { sweepFiles } from '../modules/files/service.ts'
import { forgetAddresses } from '../modules/waitlist/service.ts'
import { removeOldDeliveries } from '../modules/webhooks/service.ts'

const EVERY_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** A notice that somebody is done with is kept for so long. */
const DONE_NOTICES_DAYS = 90

/**
 * Removes expired rows: limits at once, others a day later, so that a late use is still answered as expired. Processes
 * may run this in parallel.
 */
export const removeExpired = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const yesterday = new Date(now.getTime() - DAY_MS)
  await removeExpiredCounts(db, now)
  await forgetExpired(db, yesterday)
  await forgetPayoutChanges(db, yesterday)
  await removeOldJobs(db, allJobs, now)
  await removeNotifiedChanges(db)
  await emptyTrash(db, now)
  await forgetAddresses(db, now)
  await removeOldDeliveries(db, now)
  await removeOldNotices(db, new Date(now.getTime() - DONE_NOTICES_DAYS * DAY_MS))
}

/**
 * Calls `removeExpired` every ten minutes, and sweeps files, while the clock is right; never keeps the process alive. Returns the function that
 * stops it.
 */
export const startHousekeeping = (deps: AppDeps): (() => void) => {
  const timer = setInterval(() => {
    if (deps.clockWatch?.isOff()) return
    deps.background.run('housekeeping', () => removeExpired(deps))
    deps.background.run('sweeping files', () => sweepFiles(deps))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
