import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  Transaction,
} from 'kysely'
import pg from 'pg'
import { type Answers, KEPT_ALIVE, watchAnswers } from './answers.ts'
import { createPreparing } from './prepared.ts'
import { settingStatement } from './session-settings.ts'
import type { DB } from './schema.generated.ts'

/**
 * Columns keep their snake_case names in code. kysely's CamelCasePlugin would copy every row once more, and does not
 * reach into raw SQL; repositories name the columns they select and shape the rows they return.
 */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** The argument of a repository's functions: the database, or the transaction that a service opened. */
export type DbOrTx = Db | Tx

export type DbOptions = {
  /** The most connections; PostgreSQL allows 100 in all by default. */
  max?: number
  /**
   * Called when an idle connection breaks, as when the database restarts; the pool replaces that connection by itself.
   */
  onIdleError?: (error: Error) => void
  /**
   * The time in milliseconds after which PostgreSQL cancels a statement, so that no request can hold a connection for
   * ever.
   */
  statementTimeout?: number
  /** Set for a replica, which is given a second to connect: the database that takes writes. */
  primary?: Db
}

/** A pool of connections to `url` (postgres://…). It connects on first use; `destroy()` closes it. */
export const createDb = (url: string, options: DbOptions = {}): Db => {
  const { max = 10, onIdleError, statementTimeout = 30_000, primary } = options
  const prepare = createPreparing()
  const settings = settingStatement(statementTimeout)
  const answers = watchAnswers(statementTimeout)
  // The types of pg ask for void, but its pool waits for the promise before it hands the connection out.
  const setUp = (client: pg.ClientBase): unknown => {
    prepare(client)
    answers.watch(client)
    return client.query<{ pid: number }>(settings).then(({ rows }) => {
      if (rows[0]?.pid !== (client as { processID?: number }).processID) pooled.add(db)
    })
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: primary ? 1_000 : 10_000,
    idleTimeoutMillis: 60_000,
    ...KEPT_ALIVE,
    // Statements that `together` sends do not wait for each other's answers.
    pipeline: true,
    onConnect: setUp,
  })
  // Without a listener a broken idle connection would end the process.
  pool.on('error', (error) => onIdleError?.(error))
  // The same holds for a connection that breaks while in use or closing; its query fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new Dialect(pool)
  const db = new Kysely<DB>({ dialect })
  pools.set(db, { pool, answers, dialect, primary })
  return db
}

/** PostgreSQL cancelled a statement at its limit (query_canceled): the primary would need as long. */
const CANCELLED = '57014'

/** pg-pool's error where all connections stay busy; one that cannot be opened fails with another. */
const FULL = 'timeout exceeded when trying to connect'

type Reading = { isFresh: () => boolean; onRepeat: (isFull: boolean) => void }
/**
 * What one call reads: a replica while it is fresh. A statement that fails there is sent to the primary, whatever the reason: one at
 * fault itself fails there, too. All later ones follow it: the replica may lack what the primary has answered.
 */
export const readerOf = (replica: Db, { isFresh, onRepeat }: Reading): Db => {
  const own = pools.get(replica)
  if (!own?.primary) return replica
  const [executor, primary] = [replica.getExecutor(), own.primary.getExecutor()]
  let isLeft = false
  const executeQuery: DatabaseConnection['executeQuery'] = async (...query) => {
    isLeft ||= !isFresh()
    try {
      if (!isLeft) return await executor.provideConnection((connection) => connection.executeQuery<never>(...query))
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: unknown }
      if (code === CANCELLED) throw error
      isLeft = true
      onRepeat(message === FULL)
    }
    return primary.provideConnection((connection) => connection.executeQuery<never>(...query))
  }
  const streamQuery = () => {
    throw new Error('Replicas stream no rows.')
  }
  const { dialect } = own
  const db = new Kysely<DB>({
    config: { dialect },
    dialect,
    driver: dialect.createDriver(),
    executor: executor.withConnectionProvider({ provideConnection: (use) => use({ executeQuery, streamQuery }) }),
  })
  pools.set(db, own)
  return db
}

/** Does not wait for the answer to `begin`, which goes with the first statement. It fails only where the connection breaks. */
class Driver extends PostgresDriver {
  override beginTransaction(...begun: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    super.beginTransaction(...begun).catch(() => undefined)
    return Promise.resolve()
  }
}
class Dialect extends PostgresDialect {
  readonly #pool: PostgresPool
  constructor(pool: PostgresPool) {
    super({ pool })
    this.#pool = pool
  }
  override createDriver(): Driver {
    return new Driver({ pool: this.#pool })
  }
}

type Pooled = { pool: pg.Pool; answers: Answers; dialect: Dialect; primary: Db | undefined }
const pools = new WeakMap<DbOrTx, Pooled>()
/** The database that takes writes: a replica's primary, else the same one. */
export const primaryOf = <T extends DbOrTx>(db: T): T => (pools.get(db)?.primary as T | undefined) ?? db
/** Breaks the connections of a database that does not answer; what waits for them fails. */
export const breakConnections = (db: Db): void => pools.get(db)?.answers.breakAll()

const pooled = new WeakSet<Db>()
/**
 * Whether a pooler such as PgBouncer answers instead of PostgreSQL: the process named at the connection is not the one
 * that runs statements. Known after the first connection.
 */
export const isPooled = (db: Db): boolean => pooled.has(db)
/** How many connections a database has, and how many are idle; `waiting` counts the callers that wait for one. */
export const poolUse = (db: Db): { total: number; idle: number; waiting: number } => {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db)?.pool ?? {}
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

/** Whether callers wait for connections of which none has answered for some seconds: then this process is of no use to them. */
export const isStuck = (db: Db): boolean => {
  const { pool, answers } = pools.get(db) ?? {}
  return pool !== undefined && pool.waitingCount > 0 && answers?.isSilent() === true
}

/** The functions to call once a transaction is committed. */
const afterCommits = new WeakMap<Tx, Set<(db: Db) => void>>()
/** Lets what was begun before come to its end, as far as it waits for nobody. */
const nextTurn = () => new Promise<void>((resolve) => process.nextTick(resolve))
/** The error of the first statement that failed in a transaction: those after it fail because it did, and do not say why. */
const failures = new WeakMap<DbOrTx, { error: unknown }>()
const OVER = 'The transaction is over.'
const isConsequence = (error: unknown): boolean =>
  error instanceof AbortedTransactionError ||
  (error as { code?: unknown } | null)?.code === '25P02' ||
  (error as Error | null)?.message === OVER
const noteFailure = (tx: DbOrTx, error: unknown) => {
  if (!failures.has(tx) && !isConsequence(error)) failures.set(tx, { error })
}

/**
 * The same transaction; kysely's own waits with each statement for the answer to the one before. After `end` it takes no more
 * statements: what goes on beside something that has failed must not write when all is rolled back.
 */
const pipelined = async (db: Db, tx: Tx): Promise<{ tx: Tx; end: () => void }> => {
  const { dialect } = pools.get(db) ?? {}
  // What is no database of createDb is a transaction in the place of one (server/demo/play.ts): it is pipelined already, and goes on.
  if (!dialect) return { tx, end: () => undefined }
  return tx.getExecutor().provideConnection((given) => {
    let isOver = false
    // PostgreSQL answers in the order of the statements, however deep in promises those are who wait for them.
    const connection: typeof given = {
      executeQuery: (query, options) =>
        given.executeQuery<never>(query, options).catch((error: unknown) => {
          noteFailure(own, error)
          throw error
        }),
      streamQuery: (query, size, options) => given.streamQuery(query, size, options),
    }
    const executor = tx.getExecutor().withConnectionProvider({
      provideConnection: (use) => (isOver ? Promise.reject(new Error(OVER)) : use(connection)),
    })
    const own = new Transaction<DB>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
    return Promise.resolve({ tx: own, end: () => void (isOver = true) })
  })
}

/**
 * Runs `work` in one transaction, of the primary, and returns its result. The transaction is committed when `work` returns, and rolled
 * back when it throws. Statements of `Promise.all` are sent together, in their order: they cost one journey to the database, and
 * each sees what was committed before it began, also where one before it has waited for a lock.
 */
export const withTx = async <T>(given: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const db = primaryOf(given)
  let own: Tx | undefined
  try {
    const answer = await db.transaction().execute(async (serial) => {
      const { tx, end } = await pipelined(db, serial)
      own = tx
      try {
        const worked = await work(tx)
        // A statement that fails on our side, as for a value that cannot be sent, is none that PostgreSQL refuses the commit for.
        await nextTurn()
        await nextTurn()
        if (failures.has(tx)) throw failures.get(tx)?.error
        return worked
      } finally {
        end()
      }
    })
    if (own) afterCommits.get(own)?.forEach((then) => then(db))
    return answer
  } catch (error) {
    const failure = own && failures.get(own)
    throw failure && isConsequence(error) ? failure.error : error
  }
}

/**
 * Runs `work` in one transaction that is committed without looking at its answers: all of it costs one journey to the database.
 * `work` begins its statements at once, and none after an answer.
 */
export const withTxAtOnce = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const { answers } = await withTx(db, (tx) => {
    const begun = work(tx)
    begun.catch((error: unknown) => noteFailure(tx, error))
    return Promise.resolve({ answers: begun })
  })
  return answers
}

type Compilable = { compile(db: DbOrTx): CompiledQuery }
/**
 * Runs statements whose answers nobody needs. In a transaction it does not wait for them, so that they cost no journey of their
 * own: the next statement, or the commit, goes with them. Where one fails, nothing of the transaction is committed, and `withTx`
 * throws its error.
 */
export const send = (db: DbOrTx, ...statements: readonly Compilable[]): Promise<void> =>
  db.getExecutor().provideConnection(async (connection) => {
    const sent = statements.map((statement) => connection.executeQuery(statement.compile(db)))
    if (!db.isTransaction) return void (await Promise.all(sent))
    for (const one of sent) one.catch((error: unknown) => noteFailure(db, error))
  })

/**
 * Calls `then` when the transaction (one of withTx) is committed, and never when it is rolled back. The same function
 * is called only once.
 */
export const afterCommit = (tx: Tx, then: (db: Db) => void): void => {
  const listed = afterCommits.get(tx) ?? new Set()
  afterCommits.set(tx, listed.add(then))
}
