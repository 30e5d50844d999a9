import { sql } from 'kysely'
import type { TestApp } from './server.ts'

/**
 * A text that differs if any row of any table differs, to compare the database before and after a call: a line for each table with
 * rows, so that a difference names its table. Counters of limits are left out, because refused calls count too; so are the tables and
 * columns in `except` ("table", "table.column").
 */
export const allRows = async (
  { db, deps }: Pick<TestApp, 'db' | 'deps'>,
  except: readonly string[] = [],
): Promise<string> => {
  // Waits for work that an earlier call does after its answer.
  await deps.background.idle()
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(db)
  const compared = tables.rows
    .map(({ name }) => name)
    .filter((name) => name !== 'rate_limits' && !except.includes(name))
  const sums = compared.map((name) => {
    const left = except.filter((column) => column.startsWith(`${name}.`)).map((column) => `'${column.split('.')[1]}'`)
    // The rows' hashes are added up, which takes a fifth of the time of hashing their texts in order.
    const hash =
      left.length === 0
        ? 'hash_record_extended(t, 0)'
        : `hashtextextended((to_jsonb(t) - array[${left.join(', ')}])::text, 0)`
    return `(select '${name} ' || count(*) || ' ' || sum(${hash}) from "${name}" t having count(*) > 0)`
  })
  const { rows } = await sql.raw<{ all: string }>(`select concat_ws(E'\\n', ${sums.join(', ')}) as all`).execute(db)
  return rows[0]?.all ?? ''
}
