import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { liftTimeouts } from '#server/db/answers.ts'
import { type Db, type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { exactly } from './placeholders-repository.ts'

export type ExportRow = {
  id: string
  state: string
  asked_at: Date
  ready_at: Date | null
  file_id: string | null
  size_bytes: string | null
}

/** Lets one transaction at a time ask for exports of a person, and says when their account is deleted, if it is. */
export const holdPerson = async (tx: Tx, userID: string): Promise<Date | null> => {
  const rows = await tx
    .selectFrom('users')
    .select('deletion_due_at')
    .where('id', '=', userID)
    .forNoKeyUpdate()
    .execute()
  return rows[0]?.deletion_due_at ?? null
}

const exportsOf = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('account_exports')
    .select(['id', 'state', 'asked_at', 'ready_at', 'file_id', 'size_bytes'])
    .where('user_id', '=', userID)
    .orderBy('asked_at', 'desc')

/** The export that the person asked for last. */
export const findLast = (db: DbOrTx, userID: string): Promise<ExportRow | undefined> =>
  exportsOf(db, userID).limit(1).executeTakeFirst()

/** The export with this ID, where it is the person's. */
export const findOwn = (db: DbOrTx, userID: string, id: string): Promise<ExportRow | undefined> =>
  exportsOf(db, userID).where('id', '=', id).executeTakeFirst()

/** Forgets the exports of the person that are gone, and adds the next. */
export const insertExport = async (tx: Tx, userID: string, now: Date): Promise<void> => {
  await send(
    tx,
    tx.deleteFrom('account_exports').where('user_id', '=', userID).where('state', 'in', ['expired', 'failed']),
  )
  await send(tx, tx.insertInto('account_exports').values({ id: uuidv7(), user_id: userID, asked_at: now }))
}

export type Claim = { id: string; userID: string; fileID: string; formerFileID: string | null; attempts: number }

/**
 * Claims a waiting export until `until`; undefined when there is none. Parallel processes get different ones.
 * `formerFileID`: what the try before may have left in the store.
 */
export const claimExport = async (tx: Tx, now: Date, until: Date): Promise<Claim | undefined> => {
  const { rows } = await sql<{ id: string; user_id: string; file_id: string | null; attempts: number }>`
    select id, user_id, file_id, attempts from account_exports
    where state = 'waiting' and (claimed_until is null or claimed_until <= ${now})
    order by asked_at limit 1 for update skip locked`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const fileID = uuidv7()
  const attempts = row.attempts + 1
  await send(
    tx,
    tx.updateTable('account_exports').set({ file_id: fileID, attempts, claimed_until: until }).where('id', '=', row.id),
  )
  return { id: row.id, userID: row.user_id, fileID, formerFileID: row.file_id, attempts }
}

const tried = (db: DbOrTx, { id, fileID }: Claim) =>
  db.updateTable('account_exports').where('id', '=', id).where('file_id', '=', fileID).where('state', '=', 'waiting')

/** Keeps the export, as long as no other process has taken it; also makes it due again at a time after a failure. */
export const keepClaim = async (db: DbOrTx, claim: Claim, until: Date): Promise<void> => {
  await tried(db, claim).set({ claimed_until: until }).execute()
}

/** Ends the export: with its size in bytes it is ready. Returns false when another process has taken it. */
export const endExport = async (tx: DbOrTx, claim: Claim, now: Date, size: number | null): Promise<boolean> => {
  const end =
    size === null ? ({ state: 'failed' } as const) : ({ state: 'ready', ready_at: now, size_bytes: size } as const)
  const { numUpdatedRows } = await tried(tx, claim)
    .set({ ...end, claimed_until: null })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Exports that were ready before `before` and have their file still. */
export const findExpired = (db: DbOrTx, before: Date) =>
  db
    .selectFrom('account_exports')
    .select(['id', 'file_id'])
    .where('state', '=', 'ready')
    .where('ready_at', '<=', before)
    .limit(100)
    .execute()

export const markExpired = async (db: DbOrTx, id: string): Promise<void> => {
  await send(db, db.updateTable('account_exports').set({ state: 'expired' }).where('id', '=', id))
}

/** The files that exports of a person may have in the store. */
export const removeExports = async (db: DbOrTx, userID: string): Promise<string[]> => {
  const rows = await db.deleteFrom('account_exports').where('user_id', '=', userID).returning('file_id').execute()
  return rows.flatMap(({ file_id }) => (file_id === null ? [] : [file_id]))
}

/** Whom an export is of, for the mail that it is ready; undefined when it is not, or not any more. */
export const findReady = (db: DbOrTx, id: string) =>
  db
    .selectFrom('account_exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['u.email', 'u.username', 'u.name', 'e.ready_at'])
    .where('e.id', '=', id)
    .where('e.state', '=', 'ready')
    .executeTakeFirst()

/** A person's stored files, and whether they have a picture. */
export const findOwnFiles = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('files')
    .select(['id', 'project_id', 'name'])
    .where('uploaded_by', '=', userID)
    .where('state', '=', 'stored')
    .orderBy('id')
    .execute()

export const findPicture = async (db: DbOrTx, userID: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('profile_pictures').select('picture').where('user_id', '=', userID).executeTakeFirst())?.picture

const ROWS_AT_ONCE = 500
type List = { name: string; table: string; where: string; columns: readonly (string | readonly [string, string])[] }

/**
 * The rows of these lists as JSON from the database, all of one moment. The transaction writes nothing, so streams of
 * changes do not wait for it.
 */
export async function* rowsOf(
  db: Db,
  userID: string,
  lists: readonly List[],
): AsyncGenerator<{ list: string; rows: string[] }> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await liftTimeouts(tx)
    for (const { name, table, where, columns } of lists) {
      const selected = columns.map((column) =>
        typeof column === 'string' ? sql.id(column) : sql`${exactly(column[1], userID)} as ${sql.id(column[0])}`,
      )
      await sql`declare export_rows no scroll cursor for select row_to_json(r)::text as row from (
        select ${sql.join(selected)} from ${sql.id(table)} where ${exactly(where, userID)}) r`.execute(tx)
      yield { list: name, rows: [] }
      for (;;) {
        const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from export_rows`.execute(tx)
        yield { list: name, rows: rows.map(({ row }) => row) }
        if (rows.length < ROWS_AT_ONCE) break
      }
      await sql`close export_rows`.execute(tx)
    }
  } finally {
    await tx.rollback().execute()
  }
}
