import type { ProjectRole } from '#shared/contract/index.ts'
import { type DbOrTx, type Tx, send } from '../db/pool.ts'
import { requireNotHidden } from './hidden.ts'

/** Makes the person a member, who counts as active from now on. Errors: 409 in a project that administrators have hidden. */
export const insertMember = async (
  tx: Tx,
  { projectID, userID, role, now }: { projectID: string; userID: string; role: ProjectRole; now: Date },
): Promise<void> => {
  await requireNotHidden(tx, projectID)
  await send(
    tx,
    tx
      .insertInto('memberships')
      .values({ project_id: projectID, user_id: userID, role, joined_at: now, last_active_at: now }),
  )
}

/** Records that a member was active just now; does nothing for a person who is not a member. */
export const noteActivity = async (db: DbOrTx, projectID: string, userID: string, now: Date): Promise<void> => {
  await send(
    db,
    db
      .updateTable('memberships')
      .set({ last_active_at: now })
      .where('project_id', '=', projectID)
      .where('user_id', '=', userID),
  )
}
