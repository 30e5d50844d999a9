import { Kysely, PostgresDialect, type LogEvent } from 'kysely'
import pg from 'pg'
import { PREPARED } from '../../server/db/prepared.ts'
import type { DB } from '../../server/db/schema.generated.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Plan Rows': number; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
/** Rows that are sorted in passing; a page of them, not a list. */
const FEW_ROWS = 500

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
  /** All that the planner would do for the SELECTs that `call` makes, for the very same values; see scannedBy. */
  const plannedFor = async (call: () => Promise<unknown>): Promise<Plan[]> => {
    ran.length = 0
    await call()
    const asked = ran.filter(({ sql }) => /^\s*(\/\*.*?\*\/\s*)?(select|with)\b/i.test(sql))
    if (asked.length === 0) throw new Error('The call asked the database nothing.')
    const planned: Plan[] = []
    const explain = async (options: string, text: string, values: unknown[]) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (${options}) ${text}`, values)
      for (const row of rows) planned.push(...nodesOf(row['QUERY PLAN'][0].Plan))
    }
    for (const { sql, parameters } of asked) {
      await explain('format json', sql, [...parameters])
      if (sql.startsWith(PREPARED)) await explain('format json, generic_plan', sql, [])
    }
    return planned
  }
  return {
    db,
    /**
     * Tables read from end to end by the SELECTs that `call` makes, as the planner says for the very same values; for
     * statements that are prepared also as it says without knowing them, which is how it may run them later.
     */
    scannedBy: async (call: () => Promise<unknown>): Promise<string[]> =>
      (await plannedFor(call)).flatMap((node) =>
        node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : [],
      ),
    /** How many rows are sorted, for each time that many are; an index that has them in order needs none of it. */
    sortedBy: async (call: () => Promise<unknown>): Promise<number[]> =>
      (await plannedFor(call)).flatMap((node) =>
        node['Node Type'] === 'Sort' && node['Plan Rows'] > FEW_ROWS ? [node['Plan Rows']] : [],
      ),
    close: () => db.destroy(),
  }
}
