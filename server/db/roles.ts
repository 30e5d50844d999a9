import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DbOrTx } from './pool.ts'

/**
 * The role with which the server uses the embedded database. Only migrations and restores use the cluster's own
 * superuser.
 */
const SERVING_ROLE = 'guildhall_server'

/**
 * Makes the serving role, or gives the role of an earlier start a new password, which nobody else ever sees. `owner` is
 * a superuser's connection.
 */
export const provideServingRole = async (
  owner: DbOrTx,
  name: string = SERVING_ROLE,
): Promise<{ name: string; password: string }> => {
  const password = randomBytes(24).toString('base64url')
  const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(owner)
  const verb = rows.length > 0 ? sql`alter` : sql`create`
  await sql`${verb} role ${sql.id(name)} with login password ${sql.lit(password)}
    nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit`.execute(owner)
  const { rows: databases } = await sql<{ name: string }>`select current_database() as name`.execute(owner)
  for (const database of databases) {
    // Without this anybody who may connect could make temporary tables.
    await sql`revoke all on database ${sql.id(database.name)} from public`.execute(owner)
    await sql`grant connect on database ${sql.id(database.name)} to ${sql.id(name)}`.execute(owner)
  }
  return { name, password }
}

/**
 * Lets a role read and write the rows of our tables, and nothing else: the schema and the list of applied migrations
 * stay the owner's. Runs at each start, because a migration may have added tables.
 */
export const grantServing = async (db: DbOrTx, role: string): Promise<void> => {
  const { rows } = await sql<{ schema: string; name: string; kind: string }>`
    select n.nspname as schema, c.relname as name, c.relkind::text as kind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')
      and c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)`.execute(db)
  const schema = rows[0]?.schema
  if (schema === undefined) return
  const to = sql.id(role)
  await sql`grant usage on schema ${sql.id(schema)} to ${to}`.execute(db)
  const listed = (...kinds: readonly string[]) =>
    rows
      .filter((row) => kinds.includes(row.kind) && row.name !== 'schema_migrations')
      .map(({ name }) => sql.id(schema, name))
  const tables = listed('r', 'p')
  const sequences = listed('S')
  if (tables.length > 0) await sql`grant select, insert, update, delete on ${sql.join(tables)} to ${to}`.execute(db)
  if (sequences.length > 0) await sql`grant usage, select on sequence ${sql.join(sequences)} to ${to}`.execute(db)
  await sql`grant select on ${sql.id(schema, 'schema_migrations')} to ${to}`.execute(db)
}

/** Passes where the role finds our tables. Errors: one sentence; the owner of the tables may have no right to pass their schema on. */
export const requireTables = async (db: DbOrTx): Promise<void> => {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_user) as role where to_regclass('schema_migrations') is null`.execute(db)
  const [blind] = rows
  if (blind)
    throw new Error(
      `The role of DATABASE_URL finds no tables of ours: have the owner of their schema grant usage on it to ${blind.role}, or give the role that schema as its search path.`,
    )
}

/** The role that a connection uses. */
export const currentRole = async (db: DbOrTx): Promise<string> => {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]?.role ?? ''
}
