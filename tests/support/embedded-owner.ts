import pg from 'pg'
import { startEmbedded } from '../../server/db/embedded/index.ts'

/**
 * A small server for the tests of the embedded database: owns the data directory it is given, writes one row after the
 * other when told to (`--write`), and says on stdout what happened, one line each:
 *   ready URL POSTMASTER_PID   acknowledged NUMBER   refused SENTENCE
 * Ends on SIGTERM as a server does. What it acknowledged must be found for ever.
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
      // The database was killed: nothing was acknowledged. Its owner starts it again.
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
} catch (error) {
  say(`refused ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
