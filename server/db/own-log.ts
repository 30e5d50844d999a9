import { sql } from 'kysely'
import type { DbOrTx } from './pool.ts'

/** Takes the place, in a template, of the epoch of the log of events. A log of this epoch has not begun yet. */
const NO_EPOCH = '00000000-0000-0000-0000-000000000000'

/** Takes the log's epoch away: all installations that a template makes would have the same, and take each other's cursors for their own. */
export const omitEpoch = async (db: DbOrTx): Promise<void> => {
  await sql`update event_log set epoch = ${NO_EPOCH}`.execute(db)
  await sql`update notification_cursor set epoch = ${NO_EPOCH}`.execute(db)
}

/** Gives the log of a database that was made of a template its own epoch; another log keeps its own. */
export const beginOwnLog = async (db: DbOrTx): Promise<void> => {
  await sql`with begun as (update event_log set epoch = gen_random_uuid() where epoch = ${NO_EPOCH} returning epoch)
    update notification_cursor as cursor set epoch = begun.epoch from begun`.execute(db)
}
