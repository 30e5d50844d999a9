import { sql } from 'kysely'
import type { ProjectRole } from '#shared/contract/index.ts'
import { type DbOrTx, type Tx, send } from '../db/pool.ts'
import { requireNotHidden } from './hidden.ts'

/** Makes the person a member, who counts as active from now on. Errors: 409 in a project that administrators have hidden. */
export const insertMember = async (
  tx: Tx,
  { projectID, userID, role, now }: { projectID: string; userID: string; role: ProjectRole; now: Date },
): Promise<void> => {
  const values = { project_id: projectID, user_id: userID, role, joined_at: now, last_active_at: now }
  await Promise.all([requireNotHidden(tx, projectID), send(tx, tx.insertInto('memberships').values(values))])
}

/**
 * Records that a member was active just now; does nothing for a person who is not a member. Waits for nobody who holds the
 * membership, so that a transaction may record it last.
 */
export const noteActivity = async (db: DbOrTx, projectID: string, userID: string, now: Date): Promise<void> => {
  await send(
    db,
    sql`update memberships set last_active_at = ${now} where (project_id, user_id) in (
      select project_id, user_id from memberships where project_id = ${projectID} and user_id = ${userID}
      for no key update skip locked)`,
  )
}
