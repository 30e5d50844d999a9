import { isManager } from '#shared/rules/membership.ts'
import { holdAccess, holdAccessChanges } from '#server/access/locks.ts'
import { type Db, type Tx, withTx } from '#server/db/pool.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { findRequest } from './clock-repository.ts'

type FoundRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/**
 * Lets an owner or admin act on a request of their project, in one transaction that locks the access of both parties.
 * Errors: 404 for who may not know of the request, 403 for anybody but owner and admin, and those of `act`.
 */
export const withManagedRequest = async <T>(
  db: Db,
  viewer: Viewer,
  id: string,
  act: (tx: Tx, request: FoundRequest) => Promise<T>,
): Promise<T> => {
  const known = await findRequest(db, id)
  if (!known) throw notFound('Request not found')
  const { projectID, userID } = known
  return withTx(db, async (tx) => {
    await holdAccessChanges(tx, projectID, userID)
    const access = await holdAccess(tx, projectID, viewer.userID)
    if (!access || (access.role === null && viewer.userID !== userID)) throw notFound('Request not found')
    if (!isManager(access.role)) throw forbidden('Only owners and admins of the project may do that.')
    return act(tx, known)
  })
}
