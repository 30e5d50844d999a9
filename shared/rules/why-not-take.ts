import type { Tier } from '../contract/common.ts'
import { openProjectStatuses, projectStatus, taskStatus } from './statuses.ts'
import { applicationCap, claimCap, projectCap } from './claim-caps.ts'
import { tierLabels } from './tiers.ts'

/** Why somebody may not take a task or apply for it, in the order in which the reasons are looked for. */
export const whyNotReasons = [
  'taken',
  'notOpen',
  'notGivenOut',
  'queueFull',
  'posterStopped',
  'owner',
  'blocked',
  'tier',
  'known',
  'newcomers',
  'members',
  'cap',
  'projectCap',
  'tooSoon',
] as const
export type WhyNotReason = (typeof whyNotReasons)[number]

export type WhyNot = {
  reason: WhyNotReason
  /** The status and the code of the refusal. */
  status: 403 | 409
  code: 'FORBIDDEN' | 'CONFLICT' | 'CAP_REACHED' | 'QUEUE_FULL'
  /** What a person reads. */
  text: string
}

/** How a task is taken at once, or asked for. */
export type TakeAct = 'claim' | 'apply'

type TakenTask = {
  status: number
  /** Who has it, by name; null for nobody. */
  holder: string | null
  /** Null for a task without an offer, which members take. */
  offer: {
    mode: 'assigned' | TakeAct
    takers: 'anyone' | 'tier' | 'known' | 'newcomers' | 'members'
    minTier: Tier | null
    isRewarded: boolean
  } | null
}

type GivingProject = {
  status: number
  isArchived: boolean
  isPaused: boolean
  membersTake: boolean
  /** The owner who reviews, by name. */
  owner: string
  waitingRounds: number
  reviewQueueMax: number
  /** What an owner must settle first, as people read it ('$400.00 to Ana'); null when nothing stops the project. */
  unsettled: string | null
}

type Taker = {
  role: 'owner' | 'admin' | 'member' | null
  isBlocked: boolean
  /** Vouched for here, or with an accepted task in any project of one of its owners. */
  isKnown: boolean
  tier: Tier
  /** Accepted tasks of all projects. */
  acceptedTasks: number
  /** Active claims with a lease and without an open round: in all projects, and in this one. */
  held: number
  heldHere: number
  waitingApplications: number
  /** When the oldest of them is answered, as people read it ('Friday'); null while its clock is stopped. */
  oldestAnswer: string | null
  /** Until when the person waits for this task, as people read it; null when they need not. */
  tooSoonUntil: string | null
}

export type TakeFacts = { task: TakenTask; project: GivingProject; person: Taker }

const refused = (reason: WhyNotReason, text: string): WhyNot => ({ reason, status: 403, code: 'FORBIDDEN', text })
const conflict = (reason: WhyNotReason, text: string, code: WhyNot['code'] = 'CONFLICT'): WhyNot => ({
  reason,
  status: 409,
  code,
  text,
})
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The way in which an open task is given out. Without an offer members take it at once. */
export const takeActOf = (task: Pick<TakenTask, 'offer'>): TakeAct | null => {
  const mode = task.offer?.mode ?? 'claim'
  return mode === 'assigned' ? null : mode
}

const whyNotOpen = ({ task, project }: TakeFacts, act: TakeAct): WhyNot | null => {
  if (task.status > taskStatus.inProgress) return conflict('notOpen', 'This task is not open any more.')
  const mode = takeActOf(task)
  if (mode === act) return null
  if (mode === null) return conflict('notOpen', `${project.owner} gives this task to somebody.`)
  if (mode === 'apply') return conflict('notOpen', 'Apply for this task; it is not taken at once.')
  return conflict('notOpen', 'Take this task; it needs no application.')
}

/** What a project's state is called where it gives nothing out; null where it does. */
export const notGivenOutWhile = (
  project: Pick<GivingProject, 'status' | 'isArchived' | 'isPaused'>,
): 'archived' | 'a draft' | 'completed' | 'rejected' | 'paused' | null => {
  if (project.isArchived) return 'archived'
  if (project.status === projectStatus.drafted) return 'a draft'
  if (project.status === projectStatus.completed) return 'completed'
  if (!openProjectStatuses.includes(project.status)) return 'rejected'
  return project.isPaused ? 'paused' : null
}

const whyProjectGivesNothing = ({ task, project }: TakeFacts): WhyNot | null => {
  const state = notGivenOutWhile(project)
  if (state !== null) return conflict('notGivenOut', `Not given out while the project is ${state}.`)
  if (task.offer === null) return project.membersTake ? null : refused('notGivenOut', MANAGERS_GIVE)
  if (project.waitingRounds >= project.reviewQueueMax) {
    const waiting = counted(project.waitingRounds, 'hand-in')
    return conflict('queueFull', `${project.owner} has ${waiting} to review first.`, 'QUEUE_FULL')
  }
  if (project.unsettled !== null && task.offer.isRewarded) return conflict('posterStopped', stopText(project.unsettled))
  return null
}

/** What everybody reads of a task without an offer where members do not take such tasks by themselves. */
export const MANAGERS_GIVE = 'In this project owners and admins give out the tasks.'

/** What an owner reads of an open task of theirs. */
export const OWNER_TAKES_NOTHING = 'Owners do not take tasks of their own project.'

const isAtLeast = (tier: Tier, least: Tier): boolean => {
  const tiers = Object.keys(tierLabels)
  return tiers.indexOf(tier) >= tiers.indexOf(least)
}

const whyNotThisPerson = ({ task: { offer }, project, person }: TakeFacts): WhyNot | null => {
  // A task without an offer is for members, owners too, under no cap.
  if (offer === null) return person.role === null ? refused('members', 'For members of this project.') : null
  if (person.role === 'owner') return refused('owner', OWNER_TAKES_NOTHING)
  if (person.isBlocked) return refused('blocked', 'This project does not take your applications.')
  const isMember = person.role !== null
  switch (offer.takers) {
    case 'tier': {
      const least = offer.minTier ?? 'basic'
      return isAtLeast(person.tier, least) ? null : refused('tier', `For people of ${tierLabels[least]} and above.`)
    }
    case 'known': {
      const text = `For people who have worked with ${project.owner} or are vouched for.`
      return isMember || person.isKnown ? null : refused('known', text)
    }
    case 'newcomers':
      return person.acceptedTasks < 3 ? null : refused('newcomers', 'For people with fewer than 3 accepted tasks.')
    case 'members':
      return isMember ? null : refused('members', 'For members of this project.')
    case 'anyone':
      return null
  }
}

const TASK = 'Hand one in or give one back.'
/** Why a person may make no other application while theirs wait; null when they may. */
export const whyNotApplyMore = ({
  tier,
  waitingApplications,
  oldestAnswer,
}: Pick<Taker, 'tier' | 'waitingApplications' | 'oldestAnswer'>): WhyNot | null => {
  const applications = applicationCap(tier)
  if (waitingApplications < applications) return null
  const answer = oldestAnswer === null ? '' : `; the oldest is answered by ${oldestAnswer}`
  return conflict('cap', `${waitingApplications} of ${applications} applications wait${answer}.`, 'CAP_REACHED')
}

const whyNotMore = ({ task, person }: TakeFacts, act: TakeAct): WhyNot | null => {
  if (task.offer === null) return null
  const full = (reason: WhyNotReason, text: string) => conflict(reason, text, 'CAP_REACHED')
  const cap = claimCap(person)
  if (person.held >= cap) return full('cap', `You hold ${person.held} of ${counted(cap, 'task')}. ${TASK}`)
  const waiting = act === 'apply' ? whyNotApplyMore(person) : null
  if (waiting) return waiting
  const here = projectCap({ isMember: person.role !== null })
  if (person.heldHere >= here) {
    const held = `You hold ${person.heldHere} of ${counted(here, 'task')} in this project.`
    return full('projectCap', `${held} ${TASK}`)
  }
  return null
}

/**
 * Why this person may not take the task now, or apply for it; null when they may. The server decides by it, and every
 * list, button and command says it.
 */
export const whyNotTake = (facts: TakeFacts, act: TakeAct): WhyNot | null => {
  const { task, person } = facts
  if (task.holder !== null) return conflict('taken', `${task.holder} was quicker.`)
  const tooSoon = person.tooSoonUntil
  return (
    whyNotOpen(facts, act) ??
    whyProjectGivesNothing(facts) ??
    whyNotThisPerson(facts) ??
    whyNotMore(facts, act) ??
    (tooSoon === null ? null : conflict('tooSoon', `You had this task. You can take it again after ${tooSoon}.`))
  )
}

/**
 * Why owners and admins may not give the task to somebody who has applied for it, by name; null when they may. They choose,
 * so neither the takers of the offer nor the number of applications counts any more.
 */
export const whyNotApprove = ({ task, project, person }: TakeFacts, name: string): WhyNot | null => {
  const offer = task.offer && { ...task.offer, mode: 'apply' as const, takers: 'anyone' as const }
  const why = whyNotTake({ task: { ...task, offer }, project, person: { ...person, waitingApplications: 0 } }, 'apply')
  if (!why) return null
  return { ...why, status: 409, code: why.code === 'FORBIDDEN' ? 'CONFLICT' : why.code, text: ofApplicant(why, name) }
}
/** The reason, about the person instead of to them. */
const ofApplicant = ({ reason, text }: WhyNot, name: string): string => {
  if (reason === 'cap' || reason === 'projectCap')
    return text.replace('You hold', `${name} holds`).replace(` ${TASK}`, '')
  if (reason === 'owner') return `${name} is an owner of the project.`
  if (reason === 'blocked') return `This project has blocked ${name}.`
  if (reason === 'tooSoon') return text.replace('You had this task. You', `${name} had this task, and`)
  return text
}

/** Why nothing is promised or given out while an owner must settle this first: '$400.00 to Ana'. */
export const stopText = (unsettled: string): string => `Settle ${unsettled} first.`

const unnamed: Partial<Readonly<Record<WhyNotReason, string>>> = {
  taken: 'Somebody else has this task.',
  posterStopped: 'Not given out until the project has settled what it owes.',
}
/**
 * The reason as a list or page of open tasks says it, where no member of the project is named: not who has the task, nor
 * whom the project owes something.
 */
export const shownWhyNot = ({ reason, text }: WhyNot): Pick<WhyNot, 'reason' | 'text'> => ({
  reason,
  text: unnamed[reason] ?? text,
})
