import { isManager } from '#shared/rules/membership.ts'
import { memberAccessOf } from '#server/access/access.ts'
import { sendLocks } from '#server/access/locks.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'

/** The role of a member. Errors: 404 for anybody else, since labels and templates tell what a project is about. */
export const requireInsider = async (db: DbOrTx, { userID }: Viewer, projectID: string) => {
  const access = await memberAccessOf(db, projectID, userID)
  if (!access) throw notFound('Project not found')
  return access.role
}

/**
 * Locks the viewer's role as owner or admin until the transaction ends. Errors: 404 for anybody but members, 403 with
 * `refusal` for a member.
 */
export const holdAsManager = async (tx: Tx, viewer: Viewer, projectID: string, refusal: string): Promise<void> => {
  await sendLocks(tx, { projectID, isToChange: false, memberIDs: [viewer.userID] })
  if (!isManager(await requireInsider(tx, viewer, projectID))) throw forbidden(refusal)
}
