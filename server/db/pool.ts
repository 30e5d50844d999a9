import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { createPreparing } from './prepared.ts'
import type { DB } from './schema.generated.ts'

/**
 * Columns keep their snake_case names in code too. kysely's CamelCasePlugin would copy every row of every answer once
 * more and does not reach into raw SQL; repositories name the columns they select and shape the rows they return.
 */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** What a repository takes: the database, or the transaction a service opened. */
export type DbOrTx = Db | Tx

export type DbOptions = {
  /** Connections at most; PostgreSQL allows 100 in all unless configured. */
  max?: number
  /** Called when an idle connection breaks (a restarted database, say); the pool replaces it by itself. */
  onIdleError?: (error: Error) => void
  /** Milliseconds after which PostgreSQL gives up a statement, so that no request can hold a connection for ever. */
  statementTimeout?: number
}

/** A pool of connections to `url` (postgres://…). Connects on first use; `destroy()` closes it. */
export const createDb = (url: string, options: DbOptions = {}): Db => {
  const { max = 10, onIdleError, statementTimeout = 30_000 } = options
  // Set by a query rather than as start-up parameters, which poolers refuse. pg's types ask for void; its pool waits for
  // the promise before it hands the connection out.
  const prepare = createPreparing()
  const setUp = (client: pg.ClientBase): unknown => {
    prepare(client)
    return client.query(
      `select set_config('statement_timeout', '${statementTimeout}', false),
       set_config('idle_in_transaction_session_timeout', '60000', false), set_config('timezone', 'UTC', false)`,
    )
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    onConnect: setUp,
  })
  // Without a listener a broken idle connection would end the process.
  pool.on('error', (error) => onIdleError?.(error))
  // The same for a connection that breaks while it is in use or being closed: whatever runs on it fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()
/** How a database's connections are used at this moment; `waiting` counts who waits for one. */
export const poolUse = (db: Db): { total: number; idle: number; waiting: number } => {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

/** What is to happen once a transaction is committed. */
const afterCommits = new WeakMap<Tx, Set<(db: Db) => void>>()

/** Runs `work` in one transaction: committed when it answers, rolled back when it throws. Answers what it answered. */
export const withTx = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  let after: Set<(db: Db) => void> | undefined
  const answer = await db.transaction().execute(async (tx) => {
    const worked = await work(tx)
    after = afterCommits.get(tx)
    return worked
  })
  after?.forEach((then) => then(db))
  return answer
}

/** Calls `then` when the transaction, one of withTx, is committed; never when it is rolled back. The same function once only. */
export const afterCommit = (tx: Tx, then: (db: Db) => void): void => {
  const listed = afterCommits.get(tx) ?? new Set()
  afterCommits.set(tx, listed.add(then))
}
