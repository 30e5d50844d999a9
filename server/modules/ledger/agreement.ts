import type { DbOrTx, Tx } from '#server/db/pool.ts'
import { type ClaimRow, endDispute } from '../claims/service.ts'
import { tell } from '../notifications/service.ts'
import * as repository from './repository.ts'

/** What an agreement on another amount does to the ledger. The project's row is held to be changed. */

/** From now on this is what the claim promises; what is reserved beyond it is free once the claim is finished (`writeDue`). */
export const agreeOn = (tx: Tx, claimID: string, amountCents: number): Promise<void> =>
  repository.changeTerms(tx, claimID, { amountCents })

/** What is still owed for a claim. */
export const findDueOf = (db: DbOrTx, { id, project_id: projectID, terms }: ClaimRow): Promise<number> =>
  repository.balanceOf(db, { projectID, account: `due:${id}`, currency: terms.currency ?? 'USD' })

/**
 * Lowers what is owed for a claim to this amount. Nothing is written where as much is owed. With `isGivenUp` nobody has agreed
 * to it: the person owed deletes their account, and owners and admins get a notice. An open dispute ends with it.
 */
export const forgive = async (
  tx: Tx,
  now: Date,
  { claim, amountCents, by, isGivenUp }: { claim: ClaimRow; amountCents: number; by: string; isGivenUp?: true },
): Promise<void> => {
  await endDispute(tx, claim, { state: isGivenUp ? 'withdrawn' : 'agreed', by, now })
  const cents = (await findDueOf(tx, claim)) - amountCents
  if (cents === 0) return
  const { id: claimID, project_id: projectID, task_id: taskID, user_id: userID } = claim
  const currency = claim.terms.currency ?? 'USD'
  const about = { actorID: by, projectID, taskID, subjectID: userID }
  const [eventID = ''] = await tell(tx, now, {
    kind: 'reward.forgiven',
    ...about,
    data: { amountCents: cents, currency, claimID, ...(isGivenUp && { isGivenUp }) },
  })
  await repository.insertEntries(tx, [
    {
      ...{ kind: 'forgive', projectID, taskID, claimID, userID, cents, currency, eventID, now },
      ...{ from: `due:${claimID}`, to: 'budget' },
    },
  ])
}
