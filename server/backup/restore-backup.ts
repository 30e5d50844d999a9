import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Clock } from '../deps.ts'
import { liftTimeouts } from '../db/answers.ts'
import { type Db, type Tx, withTx } from '../db/pool.ts'
import { beginNewLog } from '../events/read.ts'
import { receive } from '../files/arrival.ts'
import { type FileStore, storageKey } from '../files/file-store.ts'
import { endProofs } from '../modules/auth/proofs-repository.ts'
import { revokeAll } from '../modules/auth/sessions-repository.ts'
import { placeInNewLog } from '../modules/webhooks/repository.ts'
import { isLeftOut, type MarkOf } from './format.ts'
import { damaged, readParts } from './read-parts.ts'
import type { OpenBackup } from './source.ts'
import { listTables, reload, type Table } from './tables.ts'

export type RestoreDeps = { db: Db; store: FileStore; arrivals: string; clock: Clock }
/** `missing` counts files that have a row but no bytes in the backup. */
export type RestoreCounts = { rows: number; files: number; missing: number }

const ROWS_AT_ONCE = 500
/** A batch with this many characters is sent to the database before it has ROWS_AT_ONCE rows. */
const CHARACTERS_AT_ONCE = 4 * 1024 * 1024

/**
 * Loads a backup, all rows and files or none, into a database with the same migrations and no people. Ends all
 * sessions, links and codes that would open an account: those used or ended since the backup must stay dead. Never
 * replaces a stored file with other bytes. Errors: one sentence.
 */
export const restoreBackup = async (deps: RestoreDeps, backup: OpenBackup): Promise<RestoreCounts> => {
  const { db, store, clock } = deps
  const counts: RestoreCounts = { rows: 0, files: 0, missing: 0 }
  const added: string[] = []
  try {
    await withTx(db, async (tx) => {
      await liftTimeouts(tx)
      const { rows: used } = await sql`select from users union all select from waitlist_entries limit 1`.execute(tx)
      if (used.length > 0)
        throw new Error('There are people in this database already: restore into an empty data directory or database.')
      const tables = await listTables(tx)
      const names = new Set(tables.map(({ name }) => name))
      await reload(tx, tables, async () => {
        await load({ ...deps, tx, tables, counts, added }, backup)
        await beginNewLog(tx, async (epoch) => {
          if (names.has('webhooks')) await placeInNewLog(tx, epoch)
        })
      })
      await revokeAll(tx, 'administrator', clock.now())
      await endProofs(tx, clock.now(), names)
    })
  } catch (error) {
    for (const key of added) await store.remove(key)
    throw error
  } finally {
    await backup.lines.return(undefined)
  }
  return counts
}

type LoadDeps = Omit<RestoreDeps, 'db' | 'clock'> & {
  tx: Tx
  tables: readonly Table[]
  counts: RestoreCounts
  /** The keys of the files that this restore has put into the store. */
  added: string[]
}

const load = async (loading: LoadDeps, backup: OpenBackup): Promise<void> => {
  const { tx, tables, counts } = loading
  let table: Table | undefined
  let rows: string[] = []
  let characters = 0
  let expected: Map<string, ExpectedFile> | undefined
  const settle = async () => {
    if (table && rows.length > 0 && !isLeftOut(table.name)) {
      await insert(tx, backup.name, table, rows)
      counts.rows += rows.length
    }
    rows = []
    characters = 0
  }
  for await (const part of readParts(backup, tables)) {
    if (part.is === 'row') {
      if (table !== part.table || rows.length === ROWS_AT_ONCE || characters > CHARACTERS_AT_ONCE) await settle()
      table = part.table
      rows.push(part.row)
      characters += part.row.length
    } else {
      await settle()
      expected ??= await expectedFiles(tx)
      const row = expected.get(part.file.id)
      if (row?.project_id !== part.file.projectID || row.size_bytes !== part.file.size)
        throw damaged(backup.name, `the file ${part.file.id} in it belongs to no row`)
      await storeFile(loading, backup.name, part.file, part.bytes)
      expected.delete(part.file.id)
      counts.files += 1
    }
  }
  await settle()
  counts.missing = (expected ?? (await expectedFiles(tx))).size
}

const insert = async (tx: Tx, name: string, table: Table, rows: readonly string[]): Promise<void> => {
  const listed = sql.join(table.columns.map((column) => sql.id(column)))
  try {
    await sql`insert into ${sql.id(table.name)} (${listed})
      select ${listed} from json_populate_recordset(null::${sql.id(table.name)}, ${`[${rows.join(',')}]`}::json)`.execute(
      tx,
    )
  } catch (cause) {
    const { code = '' } = cause as { code?: string }
    // These codes ("data exception", "integrity constraint violation") mean that the rows are at fault, not the
    // database.
    if (!/^2[23]/.test(code)) throw cause
    throw new Error(`${name} is damaged: rows of "${table.name}" are nothing that the database takes (${code}).`, {
      cause,
    })
  }
}

type ExpectedFile = { id: string; project_id: string; size_bytes: number }

/** The stored files that the loaded rows name. A backup of an early release has no table for them. */
const expectedFiles = async (tx: Tx): Promise<Map<string, ExpectedFile>> => {
  const { rows: found } = await sql`select where to_regclass('files') is not null`.execute(tx)
  if (found.length === 0) return new Map()
  const rows = await tx
    .selectFrom('files')
    .select(['id', 'project_id', 'size_bytes'])
    .where('state', '=', 'stored')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const storeFile = async (
  { store, arrivals, added }: LoadDeps,
  name: string,
  { id, projectID, sha256 }: MarkOf<'file'>,
  bytes: Buffer,
): Promise<void> => {
  // A fresh name keeps clear of what a killed restore may have left in this directory.
  const arrived = await receive(arrivals, randomUUID(), Readable.from([bytes]))
  try {
    if (arrived.sha256 !== sha256) throw damaged(name, `the file ${id} in it is not what was stored`)
    const key = storageKey(projectID, id)
    const present = await store.get(key)
    if (present) {
      // A killed restore, or another database that shares the store, has put this file here.
      if (Buffer.concat((await present.toArray()) as Buffer[]).equals(bytes)) return
      throw new Error(
        `There is another file ${key} in the store already: restore into an empty data directory or bucket.`,
      )
    }
    added.push(key)
    await store.put(key, arrived)
  } finally {
    await rm(arrived.path, { force: true })
  }
}
