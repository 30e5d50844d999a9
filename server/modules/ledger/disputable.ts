import { rewardState } from '#shared/rules/reward-state.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import type { ClaimRow } from '../claims/service.ts'
import { findDueOf } from './agreement.ts'
import { anyProject, type FactsRow, toFacts } from './facts-repository.ts'
import { findSettled } from './repository.ts'

/** What a dispute about a claim can be about. */

export type DisputedAmounts = {
  /** The reward; after acceptance what was due. */
  mostCents: number
  dueCents: number
  paidCents: number
}

/** What was promised or due for a claim, is owed now, and was paid already. */
export const findDisputedAmounts = async (db: DbOrTx, claim: ClaimRow): Promise<DisputedAmounts> => {
  const [dueCents, paidCents] = await Promise.all([findDueOf(db, claim), findSettled(db, claim.id)])
  const mostCents = claim.state === 'active' ? (claim.terms.amountCents ?? 0) : dueCents + paidCents
  return { mostCents, dueCents, paidCents }
}

/** Whether the payment of a task is late or said to be missing, whatever is proposed or disputed. */
const isUnpaid = (row: FactsRow, now: Date): boolean => {
  const reward = rewardState({ ...toFacts(row, now, anyProject), proposal: null, dispute: null })
  return reward?.state === 'late' || (reward?.state === 'due' && reward.blocker.what === 'missing')
}

/** Why there is nothing to dispute about the claim of a task; null where there is. */
export const whyNotDispute = (row: FactsRow, now: Date): string | null => {
  if (row.claim_id === null || (row.claim_state === 'active' && row.first_hand_in === null))
    return 'Nothing has been handed in yet.'
  if ((row.terms?.amountCents ?? null) === null) return 'There is no offer for this task.'
  if (row.dispute_id !== null) return 'There has been a dispute about this already.'
  if (row.claim_state === 'active' || isUnpaid(row, now)) return null
  return 'This is accepted: it can be disputed once its payment is late or did not arrive.'
}
