/** What becomes of a task with an offer, from the promise to the money. */
export const rewardStates = [
  ...(['open', 'held', 'inReview', 'changes', 'proposed'] as const),
  ...(['due', 'late', 'recorded', 'settled', 'disputed', 'accepted', 'closed'] as const),
] as const
export type RewardState = (typeof rewardStates)[number]

/** For whom a task waits. */
export const blockerPeople = ['anybody', 'owner', 'holder', 'managers', 'administrators'] as const
export type BlockerPerson = (typeof blockerPeople)[number]

/** What a task waits for, or how it ended. */
export const blockerKinds = [
  ...(['free', 'full', 'assignment', 'notGivenOut', 'stopped'] as const),
  ...(['work', 'review', 'changes', 'proposal'] as const),
  ...(['payment', 'payoutDetails', 'missing', 'confirmation', 'confirmed', 'unobjected'] as const),
  ...(['statement', 'ruling', 'accepted'] as const),
  ...(['returned', 'takenBack', 'expired', 'ended', 'offerClosed'] as const),
] as const
export type BlockerKind = (typeof blockerKinds)[number]

/** What a project is while it gives nothing out, as a sentence names it. */
export const projectStops = ['archived', 'a draft', 'completed', 'rejected', 'paused'] as const
