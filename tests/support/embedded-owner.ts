import pg from 'pg'
import { startEmbedded } from '#server/db/embedded/index.ts'

/**
 * A small program for the tests of the embedded database. It owns the data directory it is given, writes one row after the
 * other with `--write`, and prints a line for each thing that happens:
 *   ready URL POSTMASTER_PID   acknowledged NUMBER   refused SENTENCE
 * It ends on SIGTERM as a server does. A row that it has acknowledged must never be lost.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)
const [dataDir = '', mode] = process.argv.slice(2)

const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
try {
  const embedded = await startEmbedded({
    dataDir,
    logger,
    onFatal: (error) => {
      say(`refused ${error.message}`)
      process.exit(1)
    },
  })
  const pool = new pg.Pool({ connectionString: embedded.url, max: 4 })
  pool.on('error', () => {})
  await pool.query('create table if not exists acknowledged (number bigint primary key)')
  let isEnding = false
  const end = async () => {
    isEnding = true
    await pool.end()
    await embedded.stop()
    process.exit(0)
  }
  process.once('SIGTERM', () => void end())
  say(`ready ${embedded.url} ${embedded.pid()}`)
  while (mode === '--write' && !isEnding) {
    try {
      const { rows } = await pool.query<{ number: string }>(
        'insert into acknowledged select coalesce(max(number), 0) + 1 from acknowledged returning number',
      )
      say(`acknowledged ${rows[0]?.number}`)
    } catch {
      // A test has killed the database, so nothing was acknowledged. startEmbedded starts the database again.
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
} catch (error) {
  say(`refused ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
