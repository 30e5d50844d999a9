import { sql } from 'kysely'
import type { TestApp } from './server.ts'

/**
 * What all rows of all tables say, to be compared; without the counters of limits, which count what is refused, too. `except`
 * names columns that do not count, as "table.column".
 */
export const allRows = async (
  { db, deps }: Pick<TestApp, 'db' | 'deps'>,
  except: readonly string[] = [],
): Promise<string> => {
  // What an earlier call left to be done after its answer is done first.
  await deps.background.idle()
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(db)
  const compared = tables.rows.map(({ name }) => name).filter((name) => name !== 'rate_limits')
  const sums = compared.map((name) => {
    const left = except.filter((column) => column.startsWith(`${name}.`)).map((column) => `'${column.split('.')[1]}'`)
    const row = left.length === 0 ? 't::text' : `(to_jsonb(t) - array[${left.join(', ')}])::text`
    return `(select md5(string_agg(${row}, '|' order by ${row})) from "${name}" t)`
  })
  const { rows } = await sql.raw<{ all: string }>(`select concat_ws(',', ${sums.join(', ')}) as all`).execute(db)
  return rows[0]?.all ?? ''
}
