import { type RawBuilder, sql } from 'kysely'
import { liftStatementTimeout } from '#server/db/answers.ts'
import { type Db, type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import type { PersonalTable } from './personal-table.ts'
import { exactly } from './placeholders-repository.ts'

/** What texts say in place of a name or an address. */
export const FORMER_MEMBER = 'former member'

/** The people whose time has come. */
export const findDue = async (db: DbOrTx, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('deletion_due_at')
    // One that fails again and again keeps its place, so that a few of them must not fill the list.
    .limit(1_000)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the person's time has come, and their account is there; their row is held until the transaction ends. */
export const holdDue = async (tx: Tx, userID: string, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .where('deletion_due_at', '<=', now)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Whether the person is in a project, or waits to be: something that came after they had left everything. */
export const hasMemberships = async (tx: Tx, userID: string): Promise<boolean> => {
  const { rows } = await sql<{ is_in: boolean }>`
    select exists (select from memberships where user_id = ${userID}) or exists (
      select from project_requests where user_id = ${userID} and status = 0 and withdrawn_at is null and expired_at is null
    ) as is_in`.execute(tx)
  return rows[0]?.is_in ?? true
}

/** Removes and overwrites what the list says of one table. */
export const eraseIn = async (
  tx: Tx,
  table: string,
  { rowsGo, becomes }: PersonalTable,
  userID: string,
): Promise<void> => {
  if (becomes) {
    const values = Object.entries(becomes.values).map(
      ([column, value]) => sql`${sql.id(column)} = ${exactly(value, userID)}`,
    )
    await send(tx, sql`update ${sql.id(table)} set ${sql.join(values)} where ${exactly(becomes.where, userID)}`)
  }
  if (rowsGo !== undefined) await send(tx, sql`delete from ${sql.id(table)} where ${exactly(rowsGo, userID)}`)
}

export const markDeleted = async (tx: Tx, userID: string, now: Date): Promise<void> => {
  await send(tx, tx.updateTable('users').set({ deleted_at: now, updated_at: now }).where('id', '=', userID))
}

/**
 * A person's names in texts; undefined once the account is deleted, perhaps by another process just now. A name that
 * somebody else has too is left out: the texts may be about them.
 */
export const findNames = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('users')
    .select([
      'email',
      'username',
      sql<string>`case when exists (
        select from users o where lower(o.name) = lower(users.name) and o.id <> users.id and o.deleted_at is null
      ) then '' else name end`.as('name'),
    ])
    .where('id', '=', userID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The columns of these tables that hold text: as text, as an array of texts or as JSON. */
export const findTextColumns = async (
  db: DbOrTx,
  tables: readonly string[],
): Promise<Array<{ table: string; column: string; type: 'text' | '_text' | 'jsonb' }>> => {
  const { rows } = await sql<{ table: string; column: string; type: 'text' | '_text' | 'jsonb' }>`
    select c.relname as "table", a.attname as "column", t.typname as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and c.relname = any(${tables}::text[])
      and c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)
      and a.attnum > 0 and not a.attisdropped and t.typname in ('text', '_text', 'jsonb', 'varchar', 'json')
    order by 1, 2`.execute(db)
  return rows
}

const ROWS_AT_ONCE = 500
/** PostgreSQL's code for a value that a table's rule refuses. */
const CHECK_VIOLATION = '23514'
/** The characters that every text may have, also after its replacements; a longer one does not grow by them. */
const SHORT = 2_000

/** A pattern of PostgreSQL that minds the case. `inJson` is the same as JSON spells it. */
export type Pattern = { inText: string; inJson: string }
/** A column of texts; `where` takes some of its rows. */
export type Texts = { table: string; column: string; type: string; key: string; where?: RawBuilder<boolean> }

const patternFor = (type: string, { inText, inJson }: Pattern): string => (type === 'jsonb' ? inJson : inText)

/** The rows whose text fits a pattern. It may have to read the whole table, so it has no timeout. */
const findTexts = (
  db: Db,
  { table, column, type, key, where = sql<boolean>`true` }: Texts,
  fits: Pattern,
  fitsNot?: Pattern,
): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await liftStatementTimeout(tx)
    const at = sql`${sql.id(column)}::text`
    const not = fitsNot ? sql<boolean>`${at} !~ ${patternFor(type, fitsNot)}` : sql<boolean>`true`
    const { rows } = await sql<{ id: string }>`select ${sql.id(key)} as id from ${sql.id(table)}
      where ${at} ~ ${patternFor(type, fits)} and ${not} and ${where}`.execute(tx)
    return rows.map(({ id }) => id)
  })

/** How many rows have a text that fits one pattern, and not the other. */
export const countTexts = async (db: Db, texts: Texts, fits: Pattern, fitsNot: Pattern): Promise<number> =>
  (await findTexts(db, texts, fits, fitsNot)).length

/**
 * Replaces the matches of a pattern in one column. Finds rows without a lock and changes a few at a time, so that
 * nothing waits long. Returns how many rows it changed.
 */
export const replaceInTexts = async (db: Db, texts: Texts, fits: Pattern): Promise<number> => {
  const { table, column, type, key } = texts
  const [name, at, row] = [sql.id(table), sql.id(column), sql.id(key)]
  const pattern = patternFor(type, fits)
  const found = await findTexts(db, texts, fits)
  const replacedWithin = (most: number) => ({
    text: sql`left(regexp_replace(${at}, ${pattern}, ${FORMER_MEMBER}, 'g'), greatest(char_length(${at}), ${most}))`,
    _text: sql`array(select regexp_replace(word, ${pattern}, ${FORMER_MEMBER}, 'g') from unnest(${at}) with ordinality as words (word, n) order by n)`,
    jsonb: sql`regexp_replace(${at}::text, ${pattern}, ${FORMER_MEMBER}, 'g')::jsonb`,
  })
  const replace = (ids: string[], most: number) =>
    send(
      db,
      sql`update ${name} set ${at} = ${replacedWithin(most)[type as 'text' | '_text' | 'jsonb']}
      where ${row} = any(${ids}::uuid[]) and ${at}::text ~ ${pattern}`,
    )
  for (let from = 0; from < found.length; from += ROWS_AT_ONCE) {
    const ids = found.slice(from, from + ROWS_AT_ONCE)
    await replace(ids, SHORT).catch((error: unknown) => {
      // Where the column takes no longer text, the end of a text gives way: a name must not stay, and the deletion must end.
      if ((error as { code?: unknown } | null)?.code !== CHECK_VIOLATION) throw error
      return replace(ids, 0)
    })
  }
  return found.length
}
