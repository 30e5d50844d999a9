import { sql } from 'kysely'
import { createDb, type DbOrTx } from './pool.ts'

/** The address whose sessions look for tables in this schema and in no other; without one the role's own search path counts. */
export const withSchema = (url: string, schema: string | undefined): string => {
  if (schema === undefined) return url
  const address = new URL(url)
  // Options in the address take the place of those in the environment.
  const others = address.searchParams.get('options') ?? process.env['PGOPTIONS'] ?? null
  const options = `-c search_path=${schema}`
  address.searchParams.set('options', others === null ? options : `${others} ${options}`)
  // The driver takes an address with a '%' that escapes nothing, as in a password, for one that escapes nothing at all.
  return address.href.replace(/%(?![0-9a-f]{2})/gi, '%25')
}

/** The codes with which poolers refuse a start-up option; PgBouncer has the first for all else, too. */
const REFUSED: readonly unknown[] = ['08P01', '0A000']

/**
 * The address with which sessions have the schema as their whole search path. A pooler may refuse such an address or pass over the
 * schema in it; then the role must have it, and the address is the one given. Errors: one sentence where the role does not; those of the
 * connection.
 */
export const addressIn = async (url: string, schema: string, setting: string): Promise<string> => {
  let wanted = ''
  for (const address of [withSchema(url, schema), url]) {
    const db = createDb(address, { max: 1 })
    try {
      // What sessions begin with is what all have; another client of the pooler may have set something else for this one.
      const { rows } = await sql<{ wanted: string; path: string }>`
        select reset_val as path,
          format('alter role %I set search_path = %I;', session_user, ${schema}::text) as wanted
        from pg_settings where name = 'search_path'`.execute(db)
      if (rows[0]?.path.replaceAll('"', '') === schema) return address
      wanted = rows[0]?.wanted ?? ''
    } catch (error) {
      if (address === url || !REFUSED.includes((error as { code?: unknown }).code)) throw error
    } finally {
      await db.destroy()
    }
  }
  throw new Error(
    `The pooler in front of the database of ${setting} does not pass the schema on, so the role must have it: ${wanted} and let the pooler reconnect.`,
  )
}

type Found = { isOpen: boolean; isOthers: boolean; grant: string }

const findSchema = async (db: DbOrTx, schema: string): Promise<Found | undefined> => {
  // Extensions may have made tables of theirs in it, as in public.
  const { rows } = await sql<Found>`
    select has_schema_privilege(n.oid, 'usage') as "isOpen", format('grant all on schema %I to %I', n.nspname, current_user) as grant,
      not exists (select from pg_class where relnamespace = n.oid and relname = 'schema_migrations')
        and exists (select from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p')
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as "isOthers"
    from pg_namespace n where n.nspname = ${schema}`.execute(db)
  return rows[0]
}

/**
 * Finds the schema of an installation, or makes it with `isMade`. Returns whether it made it. Errors: one sentence where there is
 * none, where the role may not make or use it, and where it has tables of another program. `setting` names the database's address.
 */
export const provideSchema = async (
  db: DbOrTx,
  schema: string,
  { setting, isMade }: { setting: string; isMade: boolean },
): Promise<boolean> => {
  const found = await findSchema(db, schema)
  if (found?.isOpen === false)
    throw new Error(
      `The role of ${setting} may not use the schema "${schema}": set GUILDHALL_SCHEMA to its own one, or ${found.grant}.`,
    )
  if (found?.isOthers === true)
    throw new Error(
      `The schema "${schema}" of the database of ${setting} has tables of another program: set GUILDHALL_SCHEMA to one that is empty, or that does not exist yet.`,
    )
  if (found) return false
  if (!isMade)
    throw new Error(
      `There is no schema "${schema}" in the database of ${setting}: set GUILDHALL_SCHEMA to the one of a server that was started before.`,
    )
  try {
    await sql`create schema ${sql.id(schema)}`.execute(db)
    return true
  } catch (cause) {
    const { code } = cause as { code?: string }
    // Another process of this installation has made it at this moment.
    if (code === '42P06' || code === '23505') return false
    if (code !== '42501') throw cause
    const { rows } = await sql<{ name: string }>`select quote_ident(${schema}) as name`.execute(db)
    throw new Error(
      `There is no schema "${schema}" in the database of ${setting}, and its role may not make one: have an administrator run CREATE SCHEMA ${rows[0]?.name ?? schema} AUTHORIZATION … in this database, with the name of the role.`,
      { cause },
    )
  }
}
