import { isManager } from './membership.ts'
import type { ProjectRole } from '../contract/common.ts'
import { taskStatus } from './statuses.ts'

/** The state of the review of one round; `none` before the first one was handed in. */
export type RoundState = 'none' | 'open' | 'accepted' | 'changes' | 'withdrawn'
/**
 * Who acts: the round's author (before a round: the task's assignee), an author who is the project's only manager,
 * another owner or admin, or another member.
 */
export type Reviewer = 'author' | 'only manager' | 'manager' | 'member'
/**
 * What happens to the task: the four calls of a review, or another way out of Under Review: moved to Completed
 * (`complete`) or to any other status (`moveBack`), reassigned to somebody else or nobody, deleted, or completed because
 * both sides have agreed on an amount (`agree`).
 */
export type ReviewAct =
  'submit' | 'accept' | 'changes' | 'withdraw' | 'complete' | 'moveBack' | 'reassign' | 'delete' | 'agree'
/**
 * What happens to the round. `nothing`: no review is concerned. `forbidden`: this person may never do that. `conflict`:
 * the round's state does not allow it, or not yet.
 */
export type ReviewOutcome = 'submitted' | Exclude<RoundState, 'none' | 'open'> | 'nothing' | 'forbidden' | 'conflict'

type Row = Readonly<Record<Reviewer, ReviewOutcome>>
const row = (author: ReviewOutcome, only: ReviewOutcome, manager: ReviewOutcome, member: ReviewOutcome): Row => ({
  author,
  'only manager': only,
  manager,
  member,
})
const nobody = row('nothing', 'nothing', 'nothing', 'nothing')

/** While a round waits for its answer. Nobody answers their own, unless nobody else could. */
const whileOpen: Readonly<Record<ReviewAct, Row>> = {
  submit: row('conflict', 'conflict', 'forbidden', 'forbidden'),
  accept: row('forbidden', 'accepted', 'accepted', 'forbidden'),
  changes: row('forbidden', 'changes', 'changes', 'forbidden'),
  withdraw: row('withdrawn', 'withdrawn', 'forbidden', 'forbidden'),
  complete: row('forbidden', 'accepted', 'accepted', 'forbidden'),
  moveBack: row('withdrawn', 'withdrawn', 'changes', 'forbidden'),
  reassign: row('withdrawn', 'withdrawn', 'withdrawn', 'forbidden'),
  delete: row('withdrawn', 'withdrawn', 'withdrawn', 'forbidden'),
  agree: row('accepted', 'accepted', 'accepted', 'forbidden'),
}

/** Before the first round, and once the last one has its answer. */
const otherwise: Readonly<Record<ReviewAct, Row>> = {
  submit: row('submitted', 'submitted', 'forbidden', 'forbidden'),
  accept: row('forbidden', 'conflict', 'conflict', 'forbidden'),
  changes: row('forbidden', 'conflict', 'conflict', 'forbidden'),
  withdraw: row('conflict', 'conflict', 'forbidden', 'forbidden'),
  complete: nobody,
  moveBack: nobody,
  reassign: nobody,
  delete: nobody,
  agree: nobody,
}

/** What an act does to a round in that state. The one table that decides, on the server and on the screens. */
export const decideReview = (state: RoundState, by: Reviewer, act: ReviewAct): ReviewOutcome =>
  (state === 'open' ? whileOpen : otherwise)[act][by]

/** Who somebody is to a round. `isOnlyManager` says that the project has no other owner or admin. */
export const reviewerOf = (person: { isAuthor: boolean; role: ProjectRole; isOnlyManager: boolean }): Reviewer => {
  if (person.isAuthor) return isManager(person.role) && person.isOnlyManager ? 'only manager' : 'author'
  return isManager(person.role) ? 'manager' : 'member'
}

type TaskInReview = { status: number; assignedToID: string | null; isDeleted?: boolean }

/** What a change of a task under review does to its open round; null if it leaves the round alone. */
export const actOfChange = (before: TaskInReview, after: TaskInReview): ReviewAct | null => {
  if (after.isDeleted) return 'delete'
  if (after.assignedToID !== before.assignedToID) return 'reassign'
  if (after.status === taskStatus.underReview) return null
  return after.status === taskStatus.completed ? 'complete' : 'moveBack'
}

/**
 * Statuses in which a task can be handed in; one that is Under Review already may have come there without a round. A guest
 * moves no task, so theirs can be handed in also where somebody has put it back.
 */
export const maySubmitFrom = (status: number, isGuest = false): boolean =>
  status === taskStatus.inProgress ||
  status === taskStatus.underReview ||
  (isGuest && (status === taskStatus.requested || status === taskStatus.assigned))
