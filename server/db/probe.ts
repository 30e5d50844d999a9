import pg from 'pg'

/** Queries the database on connections of its own, so that a busy or stuck pool does not change the answer. */
export type Probe = {
  /** The rows of a statement. Errors: those of the database, or that no answer came in time. */
  ask: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/** An orchestrator that checks the server's health gives up after two seconds or so, and our 'no' must come sooner. */
const TIME_LIMIT_MS = 1_500

export const createProbe = (url: string): Probe => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    // One stays open: with a full disk PostgreSQL may take no new connection, and those who read would be turned away.
    min: 1,
    connectionTimeoutMillis: TIME_LIMIT_MS,
    // The driver counts this time, because a database that hangs counts nothing. The connection is then thrown away.
    query_timeout: TIME_LIMIT_MS,
    idleTimeoutMillis: 60_000,
  })
  // Without a listener a broken idle connection would end the process.
  pool.on('error', () => {})
  return {
    ask: async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
      let timer: NodeJS.Timeout | undefined
      // Waiting for a connection and waiting for the answer may each take this long.
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('Query read timeout')), TIME_LIMIT_MS)
      })
      try {
        const { rows } = await Promise.race([pool.query(text, [...values]), late])
        return rows as Row[]
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => pool.end(),
  }
}
