import type { Socket } from 'node:net'
import { type QueryExecutorProvider, sql } from 'kysely'
import type pg from 'pg'

const UNLIMITED = '/* unlimited */'
/** Lets the statements of this transaction take as long as they need, as those that read or write a whole table. */
export const liftStatementTimeout = (tx: QueryExecutorProvider) =>
  sql`${sql.raw(UNLIMITED)} select set_config('statement_timeout', '0', true)`.execute(tx)
/** Lets the transaction wait for us, too, as where files are read or written in its middle. */
export const liftTimeouts = (tx: QueryExecutorProvider) =>
  sql`${sql.raw(UNLIMITED)} select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)

/** PostgreSQL cancels a statement at its limit and says so; the answer has this long to arrive, in milliseconds. */
const GRACE_MS = 5_000
/** After this many milliseconds without any answer, callers are better served by another process. Waits for a lock are mostly shorter. */
const SILENCE_MS = 15_000

/**
 * The system asks after this time whether the other end of an idle connection is there, so that one whose state somebody between us has
 * dropped is found within half a minute.
 */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** What a pool's connections wait for. */
export type Answers = {
  /** Watches a new connection. */
  watch: (client: pg.ClientBase) => void
  /** Whether statements wait, and none was answered for some seconds. */
  isSilent: () => boolean
  /** Ends all connections. */
  breakAll: () => void
}

/**
 * Ends a connection that does not answer within the statement's limit and some seconds, as after a firewall or a moved address
 * has dropped its state: the system itself gives up after a quarter of an hour. What waits fails, and the pool makes another one.
 */
export const watchAnswers = (statementTimeout: number): Answers => {
  let waitingInAll = 0
  /** When a statement was last answered, or sent while none waited. */
  let lastSign = 0
  const streams = new Set<Socket>()
  const watch = (client: pg.ClientBase) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
    const query = client.query.bind(client) as (text: unknown, values?: unknown) => unknown
    let waiting = 0
    let isUnlimited = false
    let timer: NodeJS.Timeout | undefined
    const restart = () => {
      clearTimeout(timer)
      if (waiting > 0 && !isUnlimited) timer = setTimeout(() => stream.destroy(), statementTimeout + GRACE_MS).unref()
    }
    const answered = () => {
      waiting -= 1
      waitingInAll -= 1
      lastSign = performance.now()
      restart()
    }
    Object.assign(client, {
      query: (text: unknown, values?: unknown) => {
        if (typeof text === 'string' && text.startsWith(UNLIMITED)) isUnlimited = true
        const answer = query(text, values)
        if (!(answer instanceof Promise)) return answer
        if (waitingInAll === 0) lastSign = performance.now()
        waiting += 1
        waitingInAll += 1
        if (waiting === 1) restart()
        // What was sent before the end of such a transaction may take long, and so may its end.
        const isEnd = text === 'commit' || text === 'rollback'
        const settled = isEnd ? () => ((isUnlimited = false), answered()) : answered
        answer.then(settled, settled)
        return answer
      },
    })
  }
  const breakAll = () => streams.forEach((stream) => stream.destroy())
  return { watch, breakAll, isSilent: () => waitingInAll > 0 && performance.now() - lastSign > SILENCE_MS }
}
