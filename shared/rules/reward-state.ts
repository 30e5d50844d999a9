import type { BlockerKind, BlockerPerson, RewardState } from '../contract/reward-states.ts'
import { daysAfter } from './lease.ts'
import { taskStatus } from './statuses.ts'
import { notGivenOutWhile } from './why-not-take.ts'

/** What a task waits for; for nobody where `who` is null. */
export type Blocker = {
  who: BlockerPerson | null
  what: BlockerKind
  /** Until when, where there is a date. */
  by: Date | null
  /** When it began, or happened. */
  since: Date | null
  /** What is proposed, and of how much. */
  amountCents: number | null
  ofCents: number | null
  /** The hand-ins that wait, while a project is full. */
  waitingRounds: number | null
  /** What the project is while it gives nothing out ('a draft'). */
  project: ReturnType<typeof notGivenOutWhile>
  /** The words of the person who ended it. */
  reason: string | null
  /** Whether the payee has said how to be paid; null where that does not matter, or is not known. */
  saidHow: boolean | null
}

export type Side = 'holder' | 'managers'
export const otherSideOf = (side: Side): Side => (side === 'holder' ? 'managers' : 'holder')

/** Everything that a state depends on. What a server does not know yet is left out. */
export type RewardFacts = {
  now: Date
  /** The task's offer; null for none. */
  offer: { amountCents: number; mode: 'assigned' | 'apply' | 'claim'; closedAt: Date | null } | null
  /**
   * The claim that counts: the active one, else the finished one as long as the task is completed or something was due for
   * it. For the view of a former holder their own one that ended.
   */
  claim: {
    state: 'active' | 'returned' | 'takenBack' | 'expired' | 'finished' | 'ended'
    amountCents: number | null
    leaseUntil: Date | null
    endedAt: Date | null
    because: string | null
    payBy: Date | null
  } | null
  /** The claim's newest round. */
  round: {
    state: 'open' | 'accepted' | 'changes' | 'withdrawn'
    handedInAt: Date
    reviewBy: Date | null
    answeredAt: Date | null
  } | null
  /** What is still owed for the claim. */
  dueCents: number
  /** Payments for the claim, but for those that were voided. */
  payments: ReadonlyArray<{ recordedAt: Date; confirmedAt: Date | null; missingAt: Date | null }>
  project: {
    status: number
    isArchived: boolean
    isPaused: boolean
    waitingRounds: number
    reviewQueueMax: number
    /** Whether an owner must first settle what is long late. */
    isStopped: boolean
  }
  /** The open proposal. */
  proposal?: { by: Side; amountCents: number; ofCents: number; answerBy: Date } | null
  /** The open dispute; `waitsFor` is the side that has to state while it does not wait for a ruling. */
  dispute?: { openedAt: Date; waitsFor: Side | null; by: Date } | null
  /** When an administrator has ruled what is owed. */
  ruledAt?: Date | null
  /** Since when the payee's payout details are known, and whether this project has paid them before. */
  payee?: { detailsSince: Date | null; wasPaidHere: boolean }
}

/** For how many days a payee can confirm a payment, or say that nothing arrived. */
export const OBJECTION_DAYS = 30
/** The days that a poster has at least once the payee has said how to be paid. */
const DETAILS_DAYS = 7
/** How many days late a due is before its poster gives nothing more out. */
const STOP_DAYS = 14

/** Whether a pay date is over. */
export const isLate = (payBy: Date | null, now: Date): boolean => payBy !== null && payBy < now
/** What was to be paid before this moment stops its poster. */
export const stopBefore = (now: Date): Date => daysAfter(now, -STOP_DAYS)
/** Whether a payment can no longer be confirmed or objected to. */
export const isUnobjected = (recordedAt: Date, now: Date): boolean => daysAfter(recordedAt, OBJECTION_DAYS) <= now

/**
 * By when a due is to be paid. The date of somebody who was never paid by this project and has not said how to be paid
 * does not begin before they say so: null until then.
 */
export const payDateOf = (payBy: Date | null, payee: RewardFacts['payee']): Date | null => {
  if (payBy === null || !payee || payee.wasPaidHere) return payBy
  if (payee.detailsSince === null) return null
  const usual = daysAfter(payee.detailsSince, DETAILS_DAYS)
  return usual > payBy ? usual : payBy
}

export type Reward = { state: RewardState; blocker: Blocker }

const nothing: Omit<Blocker, 'who' | 'what'> = {
  by: null,
  since: null,
  amountCents: null,
  ofCents: null,
  waitingRounds: null,
  project: null,
  reason: null,
  saidHow: null,
}
type Waiting = Pick<Blocker, 'who' | 'what'> & Partial<Blocker>
const reward = (state: RewardState, blocker: Waiting): Reward => ({ state, blocker: { ...nothing, ...blocker } })

const whileOpen = (offer: NonNullable<RewardFacts['offer']>, project: RewardFacts['project']): Reward => {
  const { waitingRounds } = project
  const notGivenOut = notGivenOutWhile(project)
  if (notGivenOut) return reward('open', { who: 'owner', what: 'notGivenOut', project: notGivenOut })
  if (project.isStopped && offer.amountCents > 0) return reward('open', { who: 'owner', what: 'stopped' })
  if (offer.mode === 'assigned') return reward('open', { who: 'owner', what: 'assignment' })
  if (waitingRounds >= project.reviewQueueMax) return reward('open', { who: 'managers', what: 'full', waitingRounds })
  return reward('open', { who: 'anybody', what: 'free' })
}

const whileProposed = ({ by, amountCents, ofCents, answerBy }: NonNullable<RewardFacts['proposal']>): Reward =>
  reward('proposed', {
    who: otherSideOf(by),
    what: 'proposal',
    by: answerBy,
    amountCents,
    ofCents,
  })

const whileActive = ({ claim, round, proposal }: RewardFacts): Reward => {
  const by = claim?.leaseUntil ?? null
  if (proposal) return whileProposed(proposal)
  if (round?.state === 'open')
    return reward('inReview', { who: 'managers', what: 'review', by: round.reviewBy, since: round.handedInAt })
  if (round?.state === 'changes')
    return reward('changes', { who: 'holder', what: 'changes', by, since: round.answeredAt ?? round.handedInAt })
  return reward('held', { who: 'holder', what: 'work', by })
}

const whileDue = ({ now, claim, payments, payee, proposal }: RewardFacts): Reward => {
  const by = payDateOf(claim?.payBy ?? null, payee)
  const isOver = isLate(by, now)
  // A proposal does not hide that the pay date is over.
  if (proposal && !isOver) return whileProposed(proposal)
  const last = payments.toSorted((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime()).at(-1)
  const saidHow = payee ? payee.detailsSince !== null : null
  const waitsForPayee = by === null && saidHow === false
  const what = last?.missingAt ? 'missing' : waitsForPayee ? 'payoutDetails' : 'payment'
  const since = claim?.endedAt ?? null
  return reward(isOver ? 'late' : 'due', { who: waitsForPayee ? 'holder' : 'managers', what, by, since, saidHow })
}

const whileFinished = (facts: RewardFacts): Reward => {
  const { now, claim, dueCents } = facts
  if (dueCents > 0) return whileDue(facts)
  const counted = facts.payments.filter(({ missingAt }) => missingAt === null)
  const unanswered = counted.filter(({ confirmedAt }) => confirmedAt === null)
  const since = (payments: typeof counted) =>
    payments.map(({ recordedAt }) => recordedAt).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
  const open = since(unanswered.filter(({ recordedAt }) => !isUnobjected(recordedAt, now)))
  if (open)
    return reward('recorded', { who: 'holder', what: 'confirmation', since: open, by: daysAfter(open, OBJECTION_DAYS) })
  if (counted.length > 0)
    return reward('settled', {
      who: null,
      what: unanswered.length > 0 ? 'unobjected' : 'confirmed',
      since: since(counted),
    })
  // An administrator has decided that nothing is owed: nobody has accepted anything.
  if (facts.ruledAt) return reward('accepted', { who: null, what: 'ruling', since: facts.ruledAt })
  return reward('accepted', { who: null, what: 'accepted', since: claim?.endedAt ?? null })
}

/**
 * The state of a task with an offer, and what it waits for; null for one that has neither an offer nor a claim under one.
 * It is in no column: server, screens, command line and the check of the ledger all ask this function.
 */
export const rewardState = (facts: RewardFacts): Reward | null => {
  const { offer, claim, dispute, project } = facts
  const isPromised = claim !== null && claim.amountCents !== null
  if (!isPromised && !offer) return null
  if (dispute) {
    const { openedAt: since, waitsFor, by } = dispute
    return reward('disputed', {
      who: waitsFor ?? 'administrators',
      what: waitsFor ? 'statement' : 'ruling',
      since,
      by,
    })
  }
  if (isPromised && claim.state === 'active') return whileActive(facts)
  if (isPromised && claim.state === 'finished') return whileFinished(facts)
  if (isPromised && claim.state !== 'active' && claim.state !== 'finished')
    return reward('closed', { who: null, what: claim.state, since: claim.endedAt, reason: claim.because })
  if (!offer || offer.closedAt)
    return reward('closed', { who: null, what: 'offerClosed', since: offer?.closedAt ?? null })
  return whileOpen(offer, project)
}

/** A task without an offer, as far as its state depends on that. */
export type PlainTask = { status: number; holder: string | null; isSentBack: boolean }

/** The state of a task without an offer, which follows from its status, its assignee and its last round. */
export const plainStateOf = ({ status, holder, isSentBack }: PlainTask): RewardState => {
  if (status === taskStatus.completed) return 'accepted'
  if (status === taskStatus.rejected) return 'closed'
  if (status === taskStatus.underReview) return 'inReview'
  if (holder === null) return 'open'
  return isSentBack ? 'changes' : 'held'
}
