import type { Proposal } from '../contract/proposals.ts'
import type { RewardState } from '../contract/reward-states.ts'

/** The states of a reward in which its two sides can agree on another amount: after a hand-in, until all is paid. */
const negotiable: readonly RewardState[] = ['inReview', 'changes', 'due', 'late', 'disputed']
export const mayPropose = (state: RewardState): boolean => negotiable.includes(state)

/** How often changes are requested before its holder is shown the other ways on. */
export const MANY_CHANGES = 3

export const proposalEndLabels: Readonly<Record<Exclude<Proposal['state'], 'open'>, string>> = {
  accepted: 'Agreed',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Not answered in time',
}
