import type { Tier } from '#shared/contract/index.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { reputationForTask } from '#shared/rules/tiers.ts'
import type { Tx } from '#server/db/pool.ts'
import { type NewLine, whyNoCredit, type WhyNoCredit } from '../reputation/service.ts'

const started: readonly number[] = [taskStatus.inProgress, taskStatus.underReview, taskStatus.completed]
/** Whether a task with that status has been begun. */
export const isStarted = (status: number): boolean => started.includes(status)

/** The reputation that a task has given, and to whom. */
export type Credit = { userID: string; amount: number }

type CreditedTask = {
  id: string
  project_id: string
  status: number
  assigned_to_id: string | null
  credited_reputation: number
  created_completed: boolean
}

/** What a task has given, in Trash what it gave; null where it gave nobody anything. */
export const creditOf = (task: Pick<CreditedTask, 'assigned_to_id' | 'credited_reputation'>): Credit | null =>
  task.assigned_to_id !== null && task.credited_reputation > 0
    ? { userID: task.assigned_to_id, amount: task.credited_reputation }
    : null

/** What becomes of a task's credit by a change: `isOverLimit` where the day's limit alone is why nothing is given. */
export type CreditChange = { before: Credit | null; after: Credit | null; isOverLimit: boolean }

type NewState = { status: number; assignedToID: string | null }

/** Who may get credit for what this change makes of a task: its assignee, when it becomes Completed by somebody else. */
const candidateOf = (task: CreditedTask, { status, assignedToID }: NewState, by: string | null): string | null =>
  status === taskStatus.completed &&
  task.status !== taskStatus.completed &&
  !task.created_completed &&
  assignedToID !== by
    ? assignedToID
    : null

/**
 * What a change by `by` does to a task's credit; `whyNot` says why its project may not credit the assignee today. A
 * task that stays completed by the same person keeps its credit, whatever the project's tier.
 */
export const creditAfter = (
  task: CreditedTask & { tier: Tier },
  after: NewState,
  by: string | null,
  whyNot: WhyNoCredit,
): CreditChange => {
  const before = creditOf(task)
  const stays = task.status === taskStatus.completed && after.status === taskStatus.completed
  if (stays) return { before, after: before?.userID === after.assignedToID ? before : null, isOverLimit: false }
  const userID = candidateOf(task, after, by)
  if (userID === null || whyNot !== null)
    return { before, after: null, isOverLimit: userID !== null && whyNot === 'limit' }
  return { before, after: { userID, amount: reputationForTask(task.tier) }, isOverLimit: false }
}

/**
 * Decides what a change does to a task's credit; to be called before the task is written, since it holds the membership of
 * the person who may get it.
 */
export const decideCredit = async (
  tx: Tx,
  now: Date,
  task: CreditedTask & { tier: Tier },
  after: NewState,
  by: string | null,
): Promise<CreditChange> => {
  const userID = candidateOf(task, after, by)
  const about = { projectID: task.project_id, taskID: task.id }
  return creditAfter(task, after, by, userID === null ? null : await whyNoCredit(tx, now, { ...about, userID }))
}

type Cause = { rule: NewLine['rule']; eventID: string }

/** The lines of a change of a task's credit: what is taken back for one cause, and what is given for another. */
export const creditLines = (
  task: { id: string; project_id: string },
  { before, after }: Pick<CreditChange, 'before' | 'after'>,
  { taken, given }: { taken?: Cause; given?: Cause },
): NewLine[] => {
  if (before?.userID === after?.userID && before?.amount === after?.amount) return []
  const about = { projectID: task.project_id, taskID: task.id }
  return [
    ...(before && taken ? [{ ...about, ...taken, userID: before.userID, delta: -before.amount }] : []),
    ...(after && given ? [{ ...about, ...given, userID: after.userID, delta: after.amount }] : []),
  ]
}
