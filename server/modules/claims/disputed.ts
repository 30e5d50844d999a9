import type { Tx } from '#server/db/pool.ts'
import { conflict } from '#server/http/errors.ts'
import { tell } from '../notifications/service.ts'
import * as repository from './disputes-repository.ts'
import type { ClaimRow } from './repository.ts'

/** What an open dispute means to its claim. The module disputes has its calls; here is what other changes do to it. */

/** Refuses what an open dispute forbids. Errors: 409. */
export const requireNoDispute = (isDisputed: boolean): void => {
  if (isDisputed) throw conflict('CONFLICT', 'This is in dispute. Agree on an amount, or wait for the ruling.')
}

/**
 * Ends the dispute about a claim, if one is open, in the transaction of what ends it: an agreement, an acceptance in full, a
 * ruling, or the end of the claim. The project's row is held to be changed. False where none was open.
 */
export const endDispute = async (
  tx: Tx,
  claim: Pick<ClaimRow, 'id' | 'project_id' | 'task_id' | 'user_id'>,
  ending: repository.Ending,
): Promise<boolean> => {
  const ended = await repository.endDispute(tx, claim.id, ending)
  if (!ended) return false
  const { id: claimID, project_id: projectID, task_id: taskID, user_id: subjectID } = claim
  await tell(tx, ending.now, {
    kind: `dispute.${ending.state}`,
    ...{ actorID: ending.by, projectID, taskID, subjectID },
    data: { disputeID: ended.id, claimID, side: ended.side, reason: ended.reason },
  })
  return true
}
