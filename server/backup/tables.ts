import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../db/pool.ts'

/** A table and those of its columns that are not computed from others. */
export type Table = { name: string; columns: string[] }

/**
 * Our tables, as the database lists them, so that none is forgotten. Left out are tables about this installation, not
 * its data: migrations, processes, the event log's epoch, its followers' place, recent changes of inboxes, and the
 * seats of streams. Parts of a table are in it, and months of the log that were put away are dumped by their operator.
 */
export const listTables = async (db: DbOrTx): Promise<Table[]> => {
  const { rows } = await sql<Table>`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and not starts_with(c.relname, 'events_kept_') and c.relname not in (
        'schema_migrations', 'server_processes', 'event_log', 'notification_cursor', 'inbox_changes', 'stream_seats')
      and c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db)
  return rows
}

/** The migrations that the database has run, in order. */
export const appliedMigrations = async (db: DbOrTx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Empties all tables and runs `load` without triggers, which would record again what the rows record, and without
 * foreign keys, which would demand an order of tables. Then checks every key against all rows.
 */
export const reload = async (tx: Tx, tables: readonly Table[], load: () => Promise<void>): Promise<void> => {
  const { rows: keys } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relname in (${sql.join(tables.map(({ name }) => name))})
      and c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)
    order by 1, 2`.execute(tx)
  for (const { table, name } of keys)
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(tx)
  // A new log renumbers what was put away, too.
  const { rows: parts } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and (relispartition or starts_with(relname, 'events_kept_'))
      and relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)`.execute(tx)
  const all = [...tables, ...parts]
  for (const { name } of all) await sql`alter table ${sql.id(name)} disable trigger user`.execute(tx)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(tx)
  await load()
  for (const { name } of all) await sql`alter table ${sql.id(name)} enable trigger user`.execute(tx)
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx)
}
