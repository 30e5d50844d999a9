import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { liftStatementTimeout } from '../db/answers.ts'
import { lockOf } from '../db/installation-lock.ts'
import { type Db, type DbOrTx, send, type Tx, withTx } from '../db/pool.ts'

/**
 * The log of events in one table a month, which an operator asks for before the table outgrows a disk
 * (`guildhall-server log months`). Months are made ahead by the tables' owner: at each start, and by that command.
 */

/** Months of which there are tables ahead. Where no server starts for longer, events go to `events_rest`. */
const AHEAD = 12
/** A month is put away when this many have passed since: readers of the log are never as far behind. */
const READERS_MONTHS = 3
const KEPT = 'events_kept_'
const CHECK = 'events_before_months'

/** The first moment of a month of UTC, `by` months later. */
const monthOf = (moment: Date, by = 0): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + by, 1))
/** '2026_12': the month in the name of its table. */
const inName = (month: Date): string => month.toISOString().slice(0, 7).replace('-', '_')
const literal = (month: Date) => sql.lit(month.toISOString())

export const isByMonth = async (db: DbOrTx): Promise<boolean> =>
  (await sql`select from pg_class where oid = to_regclass('events') and relkind = 'p'`.execute(db)).rows.length > 0

type Part = { name: string; until: Date }
/** The tables of the log but the one for the rest, the oldest first, and where each ends. */
const partsOf = async (db: DbOrTx): Promise<Part[]> => {
  const { rows } = await sql<Part>`
    select * from (
      select c.relname as name, substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \\('([^']+)'\\)$$)::timestamptz as until
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass('events')
    ) as part where until is not null order by until`.execute(db)
  return rows
}

/** Nobody waits long for us: a server that cannot have the lock now tries again at its next start. */
const waitBriefly = (tx: Tx) => sql`set local lock_timeout = '2s'`.execute(tx)
const TRIES = 10
const PAUSE_MS = 3_000
const isLockTimeout = (error: unknown) => (error as { code?: string } | null)?.code === '55P03'

/** A table of the log has its own key, and refuses to be emptied; all else is its parent's. */
const makePart = async (tx: Tx, name: string): Promise<void> => {
  await sql`create table ${sql.id(name)} (like events including defaults including constraints, primary key (xid, id))`.execute(
    tx,
  )
  await keepWhole(tx, name)
}
const keepWhole = (tx: Tx, name: string) =>
  sql`create trigger events_kept before truncate on ${sql.id(name)} for each statement execute function refuse_event_change()`.execute(
    tx,
  )

/** The check of dates, if it is there, and whether it has read all rows. It refuses later events in any case. */
const proofOf = async (db: DbOrTx): Promise<{ isWhole: boolean } | undefined> =>
  (
    await sql<{ isWhole: boolean }>`
      select convalidated as "isWhole" from pg_constraint where conrelid = to_regclass('events') and conname = ${CHECK}`.execute(
      db,
    )
  ).rows[0]
const forgetProof = (db: DbOrTx) => sql`alter table events drop constraint if exists ${sql.id(CHECK)}`.execute(db)

/**
 * Makes the tables of the coming months, where the log has one a month; elsewhere it removes what a split that was killed has left, since
 * that would refuse the events of later months. Answers their names. `db` connects as the tables' owner.
 */
export const makeMonths = async (db: Db, now: Date): Promise<string[]> => {
  if (!(await isByMonth(db))) {
    if (await proofOf(db))
      await withTx(db, async (tx) => {
        await waitBriefly(tx)
        await forgetProof(tx)
      })
    return []
  }
  return withTx(db, async (tx) => {
    await waitBriefly(tx)
    await send(tx, lockOf('months of events'))
    const last = (await partsOf(tx)).at(-1)?.until ?? monthOf(now)
    const made: string[] = []
    for (let month = last; month < monthOf(now, AHEAD); month = monthOf(month, 1)) {
      const until = monthOf(month, 1)
      const { rows } = await sql`
        select from events_rest where created_at >= ${month} and created_at < ${until} limit 1`.execute(tx)
      // A clock was wrong, or no server has started for a year: what happens in that month goes there, too.
      if (rows.length > 0) continue
      const name = `events_${inName(month)}`
      await makePart(tx, name)
      await sql`alter table events attach partition ${sql.id(name)}
        for values from (${literal(month)}) to (${literal(until)})`.execute(tx)
      made.push(name)
    }
    return made
  })
}

type Right = { privilege: string; grantee: string }
const rightsOn = async (tx: Tx, table: string): Promise<Right[]> => {
  const { rows } = await sql<Right>`
    select a.privilege_type as privilege, case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee
    from pg_class c, aclexplode(c.relacl) a where c.oid = to_regclass(${table}) and a.grantee <> c.relowner`.execute(tx)
  return rows
}
const grantOn = async (tx: Tx, table: string, rights: readonly Right[]): Promise<void> => {
  for (const { privilege, grantee } of rights)
    await sql`grant ${sql.raw(privilege)} on ${sql.id(table)} to ${sql.raw(grantee)}`.execute(tx)
}

/** Does what nobody may read or write beside, as soon as it can be alone with the log. */
const whenAlone = async <T>(db: Db, pauseMs: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++)
    try {
      return await withTx(db, async (tx) => {
        await waitBriefly(tx)
        await sql`lock table events in access exclusive mode`.execute(tx)
        return work(tx)
      })
    } catch (error) {
      if (!isLockTimeout(error) || tries === TRIES) throw error
      await wait(pauseMs)
    }
}

/** Proves, while people write, that all events are of before a month, and answers that month. */
const proveDates = async (db: Db, now: Date, pauseMs: number): Promise<Date> => {
  const newest = await withTx(db, async (tx) => {
    await liftStatementTimeout(tx)
    const { rows } = await sql<{ newest: Date | null }>`select max(created_at) as newest from events`.execute(tx)
    return rows[0]?.newest ?? now
  })
  const bound = monthOf(newest > now ? newest : now, 2)
  await whenAlone(db, pauseMs, async (tx) => {
    await forgetProof(tx)
    await sql`alter table events add constraint ${sql.id(CHECK)} check (created_at < ${literal(bound)}) not valid`.execute(
      tx,
    )
  })
  await withTx(db, async (tx) => {
    await liftStatementTimeout(tx)
    await sql`alter table events validate constraint ${sql.id(CHECK)}`.execute(tx)
  })
  return bound
}

/** Puts a parent above the table that is there. Only names change, so writers wait for a moment. */
const putParentAbove = async (tx: Tx, first: string, until: Date): Promise<void> => {
  // Without it all rows would be read under this lock.
  if (!(await proofOf(tx))?.isWhole) throw new Error('Something else has changed the log: run log months again.')
  const rights = await rightsOn(tx, 'events')
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass('events') and not i.indisprimary order by 1`.execute(tx)
  await sql`drop trigger events_append_only on events`.execute(tx)
  await sql`alter table events rename constraint events_pkey to ${sql.id(`${first}_pkey`)}`.execute(tx)
  for (const { name } of indexes)
    await sql`alter index ${sql.id(name)} rename to ${sql.id(name.replace('events', first))}`.execute(tx)
  await sql`alter table events rename to ${sql.id(first)}`.execute(tx)
  await sql`create table events (like ${sql.id(first)} including defaults including constraints)
    partition by range (created_at)`.execute(tx)
  await forgetProof(tx)
  // Attached, the indexes of the table that is there are taken for those of the new one.
  for (const { definition } of indexes) await sql.raw(definition).execute(tx)
  await sql`create trigger events_append_only before delete or update on events for each row
    execute function refuse_event_change()`.execute(tx)
  await keepWhole(tx, 'events')
  await grantOn(tx, 'events', rights)
  await sql`alter table events attach partition ${sql.id(first)} for values from (minvalue) to (${literal(until)})`.execute(
    tx,
  )
  await makePart(tx, 'events_rest')
  await sql`alter table events attach partition events_rest default`.execute(tx)
}

/**
 * Takes the log over as the first of its tables, without copying an event: it keeps its indexes, and only its dates are read.
 * Tries for half a minute to be alone with it for a moment. Answers the names of the tables; null where it is done already.
 * `db` connects as the tables' owner. Errors: leaves the log as it was.
 */
export const splitByMonth = async (db: Db, now: Date, pauseMs = PAUSE_MS): Promise<string[] | null> => {
  if (await isByMonth(db)) return null
  try {
    const until = await proveDates(db, now, pauseMs)
    const first = `events_before_${inName(until)}`
    await whenAlone(db, pauseMs, (tx) => putParentAbove(tx, first, until))
    return [first, ...(await makeMonths(db, now))]
  } catch (error) {
    if (!(await isByMonth(db))) await forgetProof(db)
    throw error
  }
}

/** The tables that were put away: they are of the log's past, which only the audit reads. */
export const keptParts = async (db: DbOrTx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relname like ${sql.lit(`${KEPT.replaceAll('_', '\\_')}%`)}
      and relnamespace = (select relnamespace from pg_class where oid = to_regclass('events')) order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Puts away all tables of the log that end at the beginning of `before` or earlier: the audit reads them, nothing else does,
 * and they may be dumped and dropped. Answers their new names. Errors: one sentence for a month that is not three months past,
 * and for a log in one table. `db` connects as the tables' owner.
 */
export const putAway = async (db: Db, before: Date, now: Date): Promise<string[]> => {
  if (!(await isByMonth(db))) throw new Error('The log is one table: run log months first.')
  const limit = monthOf(now, -READERS_MONTHS)
  if (before > limit)
    throw new Error(`Months from ${limit.toISOString().slice(0, 7)} on stay: readers of the log may need them.`)
  return withTx(db, async (tx) => {
    await waitBriefly(tx)
    await send(tx, lockOf('months of events'))
    const rights = await rightsOn(tx, 'events')
    const past = (await partsOf(tx)).filter(({ until }) => until <= before)
    const names: string[] = []
    for (const { name } of past) {
      const kept = name.replace('events_', KEPT)
      await sql`alter table events detach partition ${sql.id(name)}`.execute(tx)
      await sql`alter table ${sql.id(name)} rename to ${sql.id(kept)}`.execute(tx)
      await sql`create trigger events_append_only before delete or update on ${sql.id(kept)} for each row
        execute function refuse_event_change()`.execute(tx)
      await grantOn(
        tx,
        kept,
        rights.filter(({ privilege }) => privilege === 'SELECT'),
      )
      names.push(kept)
    }
    return names
  })
}

/** All tables that hold events: one, or the parent with its parts, and those that were put away. */
export const tablesOfLog = async (db: DbOrTx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = to_regclass('events')`.execute(
    db,
  )
  return ['events', ...rows.map(({ name }) => name), ...(await keptParts(db))]
}
