import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { brand } from '../../shared/brand.ts'
import { type Migration, migrations as allMigrations } from '../db/migrations/index.ts'
import { type Db, type Tx, withTx } from '../db/pool.ts'
import { receive } from '../files/arrival.ts'
import type { FileStore } from '../files/file-store.ts'
import { storageKey } from '../files/sweeper.ts'
import { type Mark, readLines, readMark } from './format.ts'
import { liftTimeouts, listTables, reload, type Table } from './tables.ts'

export type RestoreDeps = { db: Db; store: FileStore; arrivals: string }
export type RestoreCounts = { rows: number; files: number }

const ROWS_AT_ONCE = 500

/** The migrations that a backup's database had had. Errors: one sentence for what is no backup or of a newer release. */
export const migrationsOf = async (path: string): Promise<readonly Migration[]> => {
  for await (const line of readLines(path)) {
    const names = beginningOf(path, line).migrations
    const unknown = names.find((name) => !allMigrations.some((migration) => migration.name === name))
    if (unknown)
      throw new Error(`${path} was made by a newer ${brand.name} (it has "${unknown}"): restore it with that version.`)
    return allMigrations.filter(({ name }) => names.includes(name))
  }
  throw notWhole(path)
}

const beginningOf = (path: string, line: string): Extract<Mark, { is: 'begin' }> => {
  try {
    const mark = readMark(line)
    if (mark.is === 'begin') return mark
  } catch {
    // Said below.
  }
  throw notWhole(path)
}

const notWhole = (path: string) => new Error(`${path} is no backup, or is not whole.`)

/**
 * Loads a backup into a database that has had the same migrations and nobody in it. All rows are there, or none. Errors: one
 * sentence; a database that somebody uses is left alone.
 */
export const restoreBackup = async ({ db, store, arrivals }: RestoreDeps, path: string): Promise<RestoreCounts> => {
  const counts: RestoreCounts = { rows: 0, files: 0 }
  await withTx(db, async (tx) => {
    await liftTimeouts(tx)
    const { rows: used } = await sql`select from users union all select from waitlist_entries limit 1`.execute(tx)
    if (used.length > 0)
      throw new Error('There are people in this database already: restore into an empty data directory or database.')
    const tables = await listTables(tx)
    await reload(tx, tables, () => load(path, { tx, store, arrivals, tables, counts }))
  })
  return counts
}

type Loading = Omit<RestoreDeps, 'db'> & { tx: Tx; tables: readonly Table[]; counts: RestoreCounts }

const load = async (path: string, { tx, store, arrivals, tables, counts }: Loading): Promise<void> => {
  let table: Table | undefined
  let rows: string[] = []
  let file: Extract<Mark, { is: 'file' }> | undefined
  let chunks: Buffer[] = []
  let isWhole = false
  const settle = async () => {
    if (table && rows.length > 0) await insert(tx, table, rows)
    if (file) await storeFile({ store, arrivals }, path, file, Buffer.concat(chunks))
    counts.rows += rows.length
    counts.files += file ? 1 : 0
    rows = []
    chunks = []
    file = undefined
  }
  for await (const line of readLines(path)) {
    if (line.startsWith('{')) {
      rows.push(line)
      if (rows.length === ROWS_AT_ONCE) await settle()
    } else if (line.startsWith('"')) chunks.push(Buffer.from(String(JSON.parse(line)), 'base64'))
    else {
      await settle()
      const mark = readMark(line)
      if (mark.is === 'table') table = tableOf(path, mark, tables)
      if (mark.is === 'file') file = mark
      if (mark.is === 'end') isWhole = mark.rows === counts.rows && mark.files === counts.files
    }
  }
  if (!isWhole) throw notWhole(path)
}

const tableOf = (path: string, mark: Table, tables: readonly Table[]): Table => {
  const own = tables.find(({ name }) => name === mark.name)
  const isKnown = own && mark.columns.every((column) => own.columns.includes(column))
  if (!isKnown) throw new Error(`${path} has a table "${mark.name}" that this database does not have like that.`)
  return { name: mark.name, columns: mark.columns }
}

const insert = async (tx: Tx, { name, columns }: Table, rows: readonly string[]): Promise<void> => {
  const listed = sql.join(columns.map((column) => sql.id(column)))
  await sql`insert into ${sql.id(name)} (${listed})
    select ${listed} from json_populate_recordset(null::${sql.id(name)}, ${`[${rows.join(',')}]`}::json)`.execute(tx)
}

const storeFile = async (
  { store, arrivals }: Pick<RestoreDeps, 'store' | 'arrivals'>,
  path: string,
  { id, projectID, size, sha256 }: Extract<Mark, { is: 'file' }>,
  bytes: Buffer,
): Promise<void> => {
  const arrived = await receive(arrivals, id, Readable.from([bytes]))
  if (arrived.size !== size || arrived.sha256 !== sha256)
    throw new Error(`${path} is damaged: the file ${id} in it is not what was stored.`)
  await store.put(storageKey(projectID, id), arrived)
}
