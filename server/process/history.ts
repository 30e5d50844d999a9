import { liftStatementTimeout } from '../db/answers.ts'
import { type Db, type Tx, withTx } from '../db/pool.ts'
import { isOfOtherCluster, replaceLog } from '../events/history.ts'
import { placeFollowersInNewLog } from '../modules/notifications/service.ts'
import { placeInNewLog } from '../modules/webhooks/service.ts'

const begin = (tx: Tx): Promise<void> =>
  replaceLog(tx, async (epoch) => {
    await placeInNewLog(tx, epoch)
    await placeFollowersInNewLog(tx, epoch)
  })

/**
 * Begins a new log of events, which an operator asks for after PostgreSQL itself has set the database back: no client takes
 * what it knew of the time that is undone for the present state. `db` connects as the tables' owner.
 */
export const beginHistory = (db: Db): Promise<void> => withTx(db, begin)

/** Begins a new log where the rows come from another cluster. Answers whether it did. `db` connects as the tables' owner. */
export const continueHistory = async (db: Db): Promise<boolean> => {
  if (!(await isOfOtherCluster(db))) return false
  return withTx(db, async (tx) => {
    // Another process may begin it at this moment, which takes as long as the log is.
    await liftStatementTimeout(tx)
    if (!(await isOfOtherCluster(tx))) return false
    await begin(tx)
    return true
  })
}
