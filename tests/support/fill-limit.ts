import type { Limit } from '#server/limits/limit-table.ts'
import type { TestApp } from './server.ts'

/** Writes the rows that the limit would have after `count` calls just now. */
export const fillLimit = async (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  { key, seconds }: Limit,
  count: number,
): Promise<void> => {
  const expires_at = new Date(clock.now().getTime() + seconds * 1000)
  await db.deleteFrom('rate_limits').where('key', '=', key).execute()
  // Some limits count in one row, others have a row for each try; these rows are right for both.
  const rows = Array.from({ length: count }, (_, i) => ({
    key,
    window_start: new Date(i),
    count: i === 0 ? count : 1,
    expires_at,
  }))
  if (count > 0) await db.insertInto('rate_limits').values(rows).execute()
}
