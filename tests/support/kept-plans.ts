import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'

type Kept = { statement: string; plans: number }
/** How often each prepared statement has run by a plan that was kept, on all connections of the pool. */
export const keptPlans = async (db: Db): Promise<Kept[]> => {
  const looks = Array.from({ length: 10 }, () =>
    // Each waits until all connections are busy.
    sql<Kept>`select statement, generic_plans::int as plans from pg_prepared_statements, pg_sleep(0.1)`.execute(db),
  )
  return (await Promise.all(looks)).flatMap(({ rows }) => rows)
}
