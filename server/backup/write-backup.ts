import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { liftTimeouts } from '../db/answers.ts'
import type { Db, DbOrTx } from '../db/pool.ts'
import type { Clock } from '../deps.ts'
import { type FileStore, storageKey } from '../files/file-store.ts'
import { isLeftOut, markLine } from './format.ts'
import { appliedMigrations, listTables, type Table } from './tables.ts'

export type BackupDeps = { db: Db; store: FileStore; clock: Clock }
/** `missing` counts files that have a row but no bytes in the store. */
export type BackupCounts = { rows: number; files: number; missing: number }

const ROWS_AT_ONCE = 500
/** A multiple of three, so that only the last base64 text of a file is padded. */
const BYTES_A_LINE = 48 * 1024

/**
 * The lines of a backup: all tables at one moment, and all stored files. The server may keep running. `counts` is
 * complete after the last line.
 */
export const backupLines = (deps: BackupDeps): { lines: AsyncIterable<string>; counts: Readonly<BackupCounts> } => {
  const counts: BackupCounts = { rows: 0, files: 0, missing: 0 }
  return { lines: linesOf(deps, counts), counts }
}

async function* linesOf({ db, store, clock }: BackupDeps, counts: BackupCounts) {
  // A transaction at this level sees one moment, whatever others commit.
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  let stored: StoredFile[]
  try {
    await liftTimeouts(tx)
    const migrations = await appliedMigrations(tx)
    yield markLine({ is: 'begin', format: 1, createdAt: clock.now().toISOString(), migrations })
    for (const table of await listTables(tx)) {
      if (isLeftOut(table.name)) continue
      yield markLine({ is: 'table', ...table })
      for await (const row of rowsOf(tx, table)) {
        counts.rows += 1
        yield row
      }
    }
    stored = await tx.selectFrom('files').select(['id', 'project_id']).where('state', '=', 'stored').execute()
  } finally {
    await tx.rollback().execute()
  }
  for (const file of stored) {
    const bytes = await bytesOf(store, file)
    if (!bytes) {
      // A file that somebody deleted while the backup was made does not count as missing.
      if (await isStored(db, file)) counts.missing += 1
      continue
    }
    counts.files += 1
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    yield markLine({ is: 'file', id: file.id, projectID: file.project_id, size: bytes.length, sha256 })
    for (let at = 0; at < bytes.length; at += BYTES_A_LINE)
      yield JSON.stringify(bytes.subarray(at, at + BYTES_A_LINE).toString('base64'))
  }
  yield markLine({ is: 'end', rows: counts.rows, files: counts.files })
}

/** The database itself writes the rows as JSON, so that no value is rounded by a JavaScript type. */
async function* rowsOf(tx: DbOrTx, { name, columns }: Table) {
  const selected = sql.join(columns.map((column) => sql.id(column)))
  await sql`declare backup_rows no scroll cursor for
    select row_to_json(r)::text as row from (select ${selected} from ${sql.id(name)}) r`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup_rows`.execute(tx)
    for (const { row } of rows) yield row
    if (rows.length < ROWS_AT_ONCE) break
  }
  await sql`close backup_rows`.execute(tx)
}

type StoredFile = { id: string; project_id: string }

const isStored = async (db: Db, { id }: StoredFile): Promise<boolean> => {
  const row = await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return row !== undefined
}

/** Holds the whole file in memory, which is at most 25 MB. */
const bytesOf = async (store: FileStore, { id, project_id }: StoredFile): Promise<Buffer | null> => {
  const stream = await store.get(storageKey(project_id, id))
  return stream ? Buffer.concat((await stream.toArray()) as Buffer[]) : null
}
