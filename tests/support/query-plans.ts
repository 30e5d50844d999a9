import { Kysely, PostgresDialect, type LogEvent } from 'kysely'
import pg from 'pg'
import { PREPARED } from '../../server/db/prepared.ts'
import type { DB } from '../../server/db/schema.generated.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The database at `url`, whose queries are remembered so that their plans can be read. `close()` in afterAll. */
export const watchQueries = (url: string) => {
  const ran: Array<{ sql: string; parameters: readonly unknown[] }> = []
  const log = (event: LogEvent) => {
    if (event.level === 'query') ran.push({ sql: event.query.sql, parameters: event.query.parameters })
  }
  const pool = new pg.Pool({ connectionString: url })
  // One that is still being closed when its database is dropped must not end the run.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log })
  return {
    db,
    /**
     * Tables read from end to end by the SELECTs that `call` makes, as the planner says for the very same values; for
     * statements that are prepared also as it says without knowing them, which is how it may run them later.
     */
    scannedBy: async (call: () => Promise<unknown>): Promise<string[]> => {
      ran.length = 0
      await call()
      const asked = ran.filter(({ sql }) => /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i.test(sql))
      if (asked.length === 0) throw new Error('The call asked the database nothing.')
      const scanned: string[] = []
      const explain = async (options: string, text: string, values: unknown[]) => {
        const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (${options}) ${text}`, values)
        for (const row of rows)
          for (const node of nodesOf(row['QUERY PLAN'][0].Plan))
            if (node['Node Type'] === 'Seq Scan' && node['Relation Name']) scanned.push(node['Relation Name'])
      }
      for (const { sql, parameters } of asked) {
        await explain('format json', sql, [...parameters])
        if (sql.startsWith(PREPARED)) await explain('format json, generic_plan', sql, [])
      }
      return scanned
    },
    close: () => db.destroy(),
  }
}
