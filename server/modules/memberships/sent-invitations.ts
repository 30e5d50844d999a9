import type { Tx } from '#server/db/pool.ts'
import { tell } from '../notifications/service.ts'
import { withdrawInvitationsBy } from './clock-repository.ts'

/**
 * Withdraws the open invitations of a person who may no longer invite: an invitation ends with the right behind it. The
 * caller that removes the right holds the project and that person's membership.
 */
export const withdrawSent = async (
  tx: Tx,
  { projectID, userID, by }: { projectID: string; userID: string; by: string },
  now: Date,
): Promise<void> => {
  for (const { id, userID: subjectID } of await withdrawInvitationsBy(tx, { projectID, userID, by }, now))
    await tell(tx, now, { kind: 'request.withdrawn', actorID: by, projectID, requestID: id, subjectID, data: {} })
}
