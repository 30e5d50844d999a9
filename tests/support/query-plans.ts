import { Kysely, PostgresDialect, type LogEvent } from 'kysely'
import pg from 'pg'
import { PREPARED } from '#server/db/prepared.ts'
import type { DB } from '#server/db/schema.generated.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  'Actual Loops'?: number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
/** Sorting this many rows or fewer does not count: it is a page, not a whole list. */
const FEW_ROWS = 500

/** Connects to the database at `url` and remembers its queries, so that a test can read their plans. Call `close()` in afterAll. */
export const watchQueries = (url: string) => {
  const ran: Array<{ sql: string; parameters: readonly unknown[] }> = []
  const log = (event: LogEvent) => {
    if (event.level === 'query') ran.push({ sql: event.query.sql, parameters: event.query.parameters })
  }
  const pool = new pg.Pool({ connectionString: url })
  // A connection that is still closing when its database is dropped must not end the run.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log })
  /** The steps of the plans for the SELECTs that `call` makes; scannedBy says with which values. */
  const plannedFor = async (call: () => Promise<unknown>, how = ''): Promise<Plan[]> => {
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
      await explain(`${how}format json`, sql, [...parameters])
      if (sql.startsWith(PREPARED)) await explain('format json, generic_plan', sql, [])
    }
    return planned
  }
  return {
    db,
    /**
     * The tables that the SELECTs of `call` read from end to end, by the plans for the values of the call. For prepared statements
     * also by the generic plans, which do not know the values, and which PostgreSQL may use later.
     */
    scannedBy: async (call: () => Promise<unknown>): Promise<string[]> =>
      (await plannedFor(call)).flatMap((node) =>
        node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : [],
      ),
    /** How often the SELECTs of `call` look into the table when they run. */
    looksInto: async (call: () => Promise<unknown>, table: string): Promise<number> =>
      (await plannedFor(call, 'analyze, '))
        .filter((node) => node['Relation Name'] === table)
        .reduce((sum, node) => sum + (node['Actual Loops'] ?? 0), 0),
    /** The indexes that the plans of `call` read, each once, by their names. */
    indexesOf: async (call: () => Promise<unknown>): Promise<string[]> =>
      [...new Set((await plannedFor(call)).flatMap((node) => node['Index Name'] ?? []))].sort(),
    /** The number of rows of each large sort in the plans of `call`; a list that an index has in order needs no sort. */
    sortedBy: async (call: () => Promise<unknown>): Promise<number[]> =>
      (await plannedFor(call)).flatMap((node) =>
        node['Node Type'] === 'Sort' && node['Plan Rows'] > FEW_ROWS ? [node['Plan Rows']] : [],
      ),
    close: () => db.destroy(),
  }
}
