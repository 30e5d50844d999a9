import { setTimeout } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { brand } from '#shared/brand.ts'
import { liftStatementTimeout } from './answers.ts'
import { lockOfNumber } from './installation-lock.ts'
import { migrations as allMigrations, type Migration } from './migrations/index.ts'

/**
 * Replaces kysely's Migrator, which creates its tables outside the transaction, holds a session lock (lost behind a
 * pooler in transaction mode) and queries the catalogue several times at every start.
 */

/**
 * The key of the lock at which two migrating processes meet. Any number serves, as long as all releases use the same
 * one.
 */
const LOCK = 4_310_000_001

const OLDEST_POSTGRES = 15

/**
 * Milliseconds for which a migration waits for a table. Processes of the previous release keep running; where one and
 * the migration wait for each other's tables, PostgreSQL ends either after a second. So the migration gives way
 * earlier, releases its locks and tries again.
 */
const LOCK_WAIT_MS = 700
/** After this many tries it waits without limit: something slow, such as a backup, holds one of its tables. */
const SHORT_TRIES = 5
const TRIES = 8
const PAUSE_MS = 300
/** PostgreSQL's codes for a lock that did not come in time, and for two that wait for each other. */
const LOCK_CODES: readonly unknown[] = ['55P03', '40P01']

const isAboutLocks = (error: unknown): boolean =>
  error instanceof MigrationError && LOCK_CODES.includes((error.cause as { code?: unknown } | null)?.code)

/** The database cannot be brought to the state that this program needs; the message is one sentence for a person. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** The database has had migrations that this program does not know. */
export class SchemaAheadError extends MigrationError {
  override name = 'SchemaAheadError'
  /** The first of these migrations. */
  readonly migration: string
  constructor(migration: string) {
    super(
      `This database was made by a newer ${brand.name} (it has "${migration}", which this one does not know): start that version or a later one.`,
    )
    this.migration = migration
  }
}

/**
 * Applies all pending migrations in ONE transaction under an advisory lock: a killed process leaves the state before or
 * after, and two processes never run the same migration. Tries again when a process of the previous release is in the
 * way. Returns the names of the applied ones. Errors: SchemaAheadError when a newer release made the database, else
 * MigrationError.
 */
export const migrateToLatest = async <T>(
  database: Kysely<T>,
  migrations: readonly Migration[] = allMigrations,
): Promise<string[]> => {
  // A migration must not depend on the generated types, which describe the newest schema only.
  const db = database as unknown as Kysely<unknown>
  if ((await pendingOf(db, migrations)).length === 0) return []
  for (let tried = 1; ; tried += 1)
    try {
      return await applyPending(db, migrations, tried <= SHORT_TRIES ? LOCK_WAIT_MS : 0)
    } catch (error) {
      if (tried === TRIES || !isAboutLocks(error)) throw error
      await setTimeout(PAUSE_MS * tried)
    }
}

/** One try. `lockWaitMs`: how long it waits for a lock at most; 0 for as long as it takes. */
const applyPending = (db: Kysely<unknown>, migrations: readonly Migration[], lockWaitMs: number): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    // A migration, and the wait for another process that migrates, may take longer than any request may.
    await liftStatementTimeout(tx)
    await lockOfNumber(LOCK).execute(tx)
    // Another process may migrate for long; what follows is about tables alone.
    await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, true)`.execute(tx)
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(tx)
    const pending = await pendingOf(tx, migrations)
    for (const migration of pending) {
      try {
        await migration.up(tx)
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new MigrationError(`The database could not be brought up to date (${migration.name}): ${reason}`, {
          cause,
        })
      }
      await sql`insert into schema_migrations (name) values (${migration.name})`.execute(tx)
    }
    return pending.map(({ name }) => name)
  })

/**
 * The names of the migrations that `migrateToLatest` would run now, in their order; it changes nothing. Errors: as migrateToLatest.
 */
export const pendingMigrations = async <T>(database: Kysely<T>): Promise<string[]> =>
  (await pendingOf(database as unknown as Kysely<unknown>, allMigrations)).map(({ name }) => name)

const pendingOf = async (db: Kysely<unknown>, migrations: readonly Migration[]): Promise<readonly Migration[]> => {
  // The catalogue tells whether the table exists; a query that fails would end the transaction.
  const asked = await sql<{
    exists: boolean
    version: number
    encoding: string
  }>`select to_regclass('schema_migrations') is not null as exists,
    current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`.execute(db)
  const { exists = false, version = 0, encoding = '' } = asked.rows[0] ?? {}
  if (version < OLDEST_POSTGRES * 10_000)
    throw new MigrationError(
      `PostgreSQL ${OLDEST_POSTGRES} or newer is needed; this one is ${Math.floor(version / 10_000)}.`,
    )
  if (encoding !== 'UTF8')
    throw new MigrationError(
      `The database is in ${encoding} and cannot hold every language's letters: make one in UTF8 (create database … encoding utf8 template template0).`,
    )
  if (!exists) return migrations
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].find((name) => !known.has(name))
  if (unknown !== undefined) throw new SchemaAheadError(unknown)
  return migrations.filter(({ name }) => !applied.has(name))
}
