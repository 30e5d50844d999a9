import type { Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { forbidden } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { changeFound, requireMayWrite, unknownTask } from './changes.ts'
import { findTaskOfParty, type PartyTask } from './party-repository.ts'
import { fieldsOf } from './saving.ts'

/** A task for somebody who is party to it. Errors: 404 for anybody else. */
export const requireParty = async (db: DbOrTx, { userID }: Viewer, taskID: string): Promise<PartyTask> => {
  const found = await findTaskOfParty(db, taskID, userID)
  if (!found) throw unknownTask()
  return found
}

/** Errors: 403 for anybody but the person who has the task, owners and admins, and for a guest once it is finished. */
export const requireMayAttach = (found: PartyTask, { userID }: Viewer): void => {
  requireMayWrite(found)
  if (!isManager(found.role) && found.assigned_to_id !== userID)
    throw forbidden('Only owners, admins and the person who has the task can attach files to it.')
}

/**
 * Attaches a file that has arrived. `requireRoom` is asked with each state of the task. Errors: 404, 403 as `requireMayAttach`,
 * 409, those of `requireRoom`.
 */
export const attachFile = (
  deps: Pick<AppDeps, 'db' | 'clock'>,
  viewer: Viewer,
  { taskID, fileID, requireRoom }: { taskID: string; fileID: string; requireRoom: (found: PartyTask) => Promise<void> },
): Promise<Task> =>
  changeFound(
    deps,
    viewer,
    taskID,
    async (found) => {
      requireMayAttach(found, viewer)
      await requireRoom(found)
      const before = fieldsOf(found)
      return { after: { ...before, fileIDs: [...before.fileIDs, fileID] } }
    },
    findTaskOfParty,
  )
