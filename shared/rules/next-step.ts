import type { RewardOfTask } from '../contract/rewards.ts'
import type { RewardState } from '../contract/reward-states.ts'
import { maySubmitFrom } from './review.ts'
import { type PlainTask, plainStateOf } from './reward-state.ts'
import { taskStatus } from './statuses.ts'

/** What somebody can do next with a task, in the order in which the buttons are drawn. */
export const nextActs = [
  ...(['take', 'apply', 'submit', 'accept', 'requestChanges'] as const),
  ...(['recordPayment', 'confirm', 'sayHowPaid'] as const),
] as const
export type NextAct = (typeof nextActs)[number]

export const nextActLabels: Readonly<Record<NextAct, string>> = {
  take: 'Take this task',
  apply: 'Apply',
  submit: 'Submit for review',
  accept: 'Accept',
  requestChanges: 'Request changes',
  recordPayment: 'Record payment',
  confirm: 'Confirm',
  sayHowPaid: 'Say how to be paid',
}

/** Who somebody is to a task: its holder, else an owner or admin, a member, or anybody else. */
export const nextPeople = ['holder', 'manager', 'member', 'other'] as const
export type NextPerson = (typeof nextPeople)[number]

type Row = Readonly<Record<NextPerson, readonly NextAct[]>>
const row = (acts: Partial<Row>): Row => ({ holder: [], manager: [], member: [], other: [], ...acts })
const take = ['take', 'apply'] as const
const answer = ['accept', 'requestChanges'] as const
const owed = row({ manager: ['recordPayment'], holder: ['sayHowPaid', 'recordPayment'] })

/**
 * The acts of each state, by who looks at the task. A holder can answer their own hand-in, and record their own payment, only as the
 * project's only manager, which the facts say.
 */
const table: Readonly<Record<RewardState, Row>> = {
  open: row({ manager: take, member: take, other: take }),
  held: row({ holder: ['submit'] }),
  inReview: row({ manager: answer, holder: answer }),
  changes: row({ holder: ['submit'] }),
  proposed: row({ manager: [...answer, 'recordPayment'], holder: ['submit', ...answer, 'sayHowPaid'] }),
  due: owed,
  late: owed,
  recorded: row({ holder: ['confirm'] }),
  settled: row({}),
  disputed: row({ manager: ['accept', 'recordPayment'], holder: ['sayHowPaid'] }),
  accepted: row({}),
  // A task whose offer is closed is one like those without.
  closed: row({ manager: ['take'], member: ['take'] }),
}

/** How somebody comes to a task: one whose offer was closed while nobody had it can be taken as any other. */
export const modeOf = (reward: Pick<RewardOfTask, 'mode' | 'blocker'>): NextFacts['mode'] =>
  reward.mode ?? (reward.blocker?.what === 'offerClosed' ? 'claim' : null)

export type NextFacts = {
  state: RewardState
  who: NextPerson
  /** The status of the task. */
  status: number
  /** How an open task is given out; null where it is not. */
  mode: 'assigned' | 'apply' | 'claim' | null
  /** Why the viewer cannot take an open task, or apply for it; null when they can. */
  whyNotTake: string | null
  hasOpenRound: boolean
  /** Whether the viewer may answer the round that waits (`decideReview`). */
  mayAnswer: boolean
  isOnlyManager: boolean
  saidHow: boolean | null
  /** The viewer is the guest of the task, and moves it nowhere. */
  isGuest: boolean
}

const isAllowed = (act: NextAct, facts: NextFacts): boolean => {
  switch (act) {
    case 'take':
      return facts.mode === 'claim' && facts.whyNotTake === null
    case 'apply':
      return facts.mode === 'apply' && facts.whyNotTake === null
    case 'submit':
      return !facts.hasOpenRound && maySubmitFrom(facts.status, facts.isGuest)
    case 'accept':
    case 'requestChanges':
      return facts.hasOpenRound && facts.mayAnswer
    case 'recordPayment':
      return facts.status === taskStatus.completed && (facts.who !== 'holder' || facts.isOnlyManager)
    case 'confirm':
      return true
    case 'sayHowPaid':
      return facts.saidHow === false
  }
}

/** The at most two buttons of a task; `there` are the acts that the server can do. */
export const nextActsOf = (facts: NextFacts, there: ReadonlySet<NextAct>): NextAct[] =>
  table[facts.state][facts.who].filter((act) => there.has(act) && isAllowed(act, facts)).slice(0, 2)

/** Why there is no button for a viewer who could expect one; null where nobody would. */
export const whyNoAct = (facts: NextFacts): string | null => {
  const { state, who, status } = facts
  if ((state === 'open' || state === 'closed') && who !== 'holder') return facts.whyNotTake
  const isTheirs = who === 'holder' && (state === 'held' || state === 'changes')
  return isTheirs && !facts.isGuest && status <= taskStatus.assigned ? 'Start the task first.' : null
}

export const rewardStateLabels: Readonly<Record<RewardState, string>> = {
  open: 'Open',
  held: 'Taken',
  inReview: 'In review',
  changes: 'Changes requested',
  proposed: 'Another amount proposed',
  due: 'Due',
  late: 'Late',
  recorded: 'Recorded as paid',
  settled: 'Paid',
  disputed: 'In dispute',
  accepted: 'Accepted',
  closed: 'Closed',
}

/** The state of a task in a word or two. Who reads a ruling has not accepted anything. */
export const rewardStateLabel = ({
  state,
  blocker,
}: {
  state: RewardState
  blocker: { what: string } | null
}): string => (state === 'accepted' && blocker?.what === 'ruling' ? 'Ruled' : rewardStateLabels[state])

/** What a task without an offer waits for; `since` is the day since when it is under review, as the viewer reads it. */
export const plainSentence = (task: PlainTask, since: string | null): string => {
  const { holder, status } = task
  switch (plainStateOf(task)) {
    case 'accepted':
      return 'Nothing is left to do.'
    case 'closed':
      return 'It will not be done.'
    case 'inReview':
      return since ? `Waiting for review since ${since}.` : 'Waiting for review.'
    case 'changes':
      return `Waits for ${holder}, who was asked for changes.`
    case 'held':
      return status <= taskStatus.assigned ? `Waits for ${holder} to start.` : `${holder} works on it.`
    default:
      return 'Nobody has this task yet.'
  }
}
