import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded/index.ts'
import { migrateToLatest } from '#server/db/migrate.ts'
import { createDb } from '#server/db/pool.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** The data directory is below out/, which git ignores. After deleting it the next run takes some minutes to fill it. */
const DATA_DIR = here('../../../out/bench')
const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (message: string) => void process.stderr.write(`${message}\n`),
}

/** Starts the embedded PostgreSQL as the server does, with its settings for durability untouched. */
export const startCluster = async () => {
  const embedded = await startEmbedded({ dataDir: DATA_DIR, logger: silent })
  const urlOf = (database: string) => {
    const url = new URL(embedded.url)
    url.pathname = `/${database}`
    return url.href
  }
  const connect = async (database: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: urlOf(database) })
    await client.connect()
    return client
  }
  const asAdministrator = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = await connect('postgres')
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const drop = (name: string) =>
    asAdministrator((client) => client.query(`drop database if exists ${name} with (force)`))
  /** Makes a database in which there is nothing. */
  const createEmpty = async (name: string): Promise<void> => {
    await drop(name)
    await asAdministrator((client) => client.query(`create database ${name}`))
  }
  /** Makes a database with the newest schema and no rows. */
  const create = async (name: string): Promise<void> => {
    await createEmpty(name)
    const db = createDb(urlOf(name), { max: 1 })
    await migrateToLatest(db)
    await db.destroy()
  }
  return {
    urlOf,
    /** The process ID of the PostgreSQL that all its other processes are children of. */
    pid: () => embedded.pid(),
    connect,
    drop,
    create,
    createEmpty,
    /** The name of a database that is filled once and kept; it is made again when the migrations or the seeds have changed. */
    cached: async (kind: string, fill: (connect: () => Promise<pg.Client>) => Promise<void>): Promise<string> => {
      const name = `${kind}_${await fingerprint()}`
      const known = await asAdministrator(async (client) => {
        const { rows } = await client.query<{ datname: string }>(
          'select datname from pg_database where datname like $1',
          [`${kind}\\_%`],
        )
        return rows.map(({ datname }) => datname)
      })
      if (known.includes(name)) return name
      for (const outdated of known) await drop(outdated)
      // The database gets its name when it is whole, so that an interrupted run leaves none that looks finished.
      const draft = `draft_${kind}`
      await create(draft)
      await fill(() => connect(draft))
      await asAdministrator((client) => client.query(`alter database ${draft} rename to ${name}`))
      return name
    },
    stop: () => embedded.stop(),
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** A hash of the migrations and of the code that fills databases. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256')
  const migrations = here('../../../server/db/migrations')
  const files = (await readdir(migrations)).sort().map((name) => join(migrations, name))
  for (const file of [...files, ...['seed-market.ts', 'seed-open-tasks.ts', 'seed-words.ts'].map(here)])
    hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}
