import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './server.ts'

/**
 * Waits until everything that was recorded can be read. A log is read up to the oldest transaction that still writes, in any
 * database of the same PostgreSQL: other tests, which make a hundred thousand rows in one, hold it up for a while.
 */
export const wholeLog = ({ db }: Pick<TestApp, 'db'>): Promise<void> =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ is_whole: boolean }>`
          select coalesce(max(xid::text::bigint) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint, true) as is_whole
          from events`.execute(db)
        return rows[0]?.is_whole
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(true)
