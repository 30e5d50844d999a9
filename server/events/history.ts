import { sql } from 'kysely'
import { liftStatementTimeout } from '../db/answers.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { tablesOfLog } from './months.ts'
import { beginNewLog } from './read.ts'

/** PostgreSQL's name for the cluster of this database; null where the role may not ask. */
const clusterOf = async (db: DbOrTx): Promise<string | null> => {
  const { rows } = await sql<{ may: boolean }>`
    select has_function_privilege('pg_control_system()', 'execute') as may`.execute(db)
  if (rows[0]?.may !== true) return null
  const { rows: found } = await sql<{ cluster: string }>`
    select system_identifier::text as cluster from pg_control_system()`.execute(db)
  return found[0]?.cluster ?? null
}

const nameCluster = async (db: DbOrTx): Promise<string | null> => {
  const cluster = await clusterOf(db)
  await sql`update event_log set cluster = ${cluster} where cluster is null`.execute(db)
  return cluster
}

/**
 * Whether the rows come from another cluster, as after a dump: readers would wait for as many transactions as that cluster has
 * made. In a transaction it holds the log until the end. A log that does not know its cluster yet learns it.
 */
export const isOfOtherCluster = async (db: DbOrTx): Promise<boolean> => {
  const cluster = await nameCluster(db)
  const { rows } = await sql<{ isOther: boolean }>`
    select cluster <> ${cluster} is true or exists (
      select from events where xid >= pg_snapshot_xmax(pg_current_snapshot())) as "isOther"
    from event_log ${db.isTransaction ? sql`for update` : sql``}`.execute(db)
  return rows[0]?.isOther === true
}

/**
 * Begins a new log in place of the present one, as the tables' owner: every event is in it, and every cursor and tag of before is
 * of no use. `placeReaders` as in beginNewLog.
 */
export const replaceLog = async (tx: Tx, placeReaders: (epoch: string) => Promise<void>): Promise<void> => {
  await liftStatementTimeout(tx)
  // Who tells followers, or sends to webhooks, takes its place in the log first, and rows of the log after it.
  await sql`select from notification_cursor for update`.execute(tx)
  await sql`select from webhooks order by id for update`.execute(tx)
  const tables = [...(await tablesOfLog(tx)), 'notifications']
  const set = async (state: 'enable' | 'disable') => {
    // The triggers refuse any change of an event, and would tell everybody that their notices have changed.
    for (const table of tables) await sql`alter table ${sql.id(table)} ${sql.raw(state)} trigger user`.execute(tx)
  }
  await set('disable')
  await beginNewLog(tx, placeReaders)
  await set('enable')
  await sql`delete from inbox_changes`.execute(tx)
  await nameCluster(tx)
}
