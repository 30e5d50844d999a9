import { sql } from 'kysely'
import type { Db } from './pool.ts'

/**
 * The names of the database's settings without which a change that was answered may be gone after a crash or a power cut;
 * none where they are all on. Source: PostgreSQL's documentation, "Write Ahead Log".
 */
export const unsafeSettings = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(db)
  return rows.map(({ name }) => name)
}
