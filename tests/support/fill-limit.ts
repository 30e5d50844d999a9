import type { Limit } from '../../server/limit-table.ts'
import type { TestApp } from './server.ts'

/** Makes it so that `count` calls were counted under the limit just now, whichever way it counts. */
export const fillLimit = async (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { key, seconds }: Limit,
  count: number,
): Promise<void> => {
  const expires_at = new Date(clock.now().getTime() + seconds * 1000)
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
  // A window that starts with its first call is one row that counts; a sliding one is a row for each attempt.
  const rows = Array.from({ length: count }, (_, i) => ({
    key,
    window_start: new Date(i),
    count: i === 0 ? count : 1,
    expires_at,
  }))
  if (count > 0) await db.insertInto('rate_limits').values(rows).execute()
}
