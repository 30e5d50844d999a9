import type { Tier } from '../../../shared/contract/index.ts'
import { taskStatus } from '../../../shared/rules/statuses.ts'
import { reputationForTask } from '../../../shared/rules/tiers.ts'

/** The reputation that a task has given, and to whom. */
export type Credit = { userID: string; amount: number }

/** The reputation that a task in that state gives its assignee; null when it gives nobody any. */
export const creditFor = (tier: Tier, task: { status: number; assigneeID: string | null }): Credit | null =>
  task.status === taskStatus.completed && task.assigneeID !== null
    ? { userID: task.assigneeID, amount: reputationForTask(tier) }
    : null

/**
 * The reputation that each person gets or loses (below zero) when a task's credit changes; people without a change are
 * left out.
 */
export const creditMoves = (before: Credit | null, after: Credit | null): ReadonlyMap<string, number> => {
  const moves = new Map<string, number>()
  if (before) moves.set(before.userID, -before.amount)
  if (after) moves.set(after.userID, (moves.get(after.userID) ?? 0) + after.amount)
  return new Map([...moves].filter(([, amount]) => amount !== 0))
}

const started: readonly number[] = [taskStatus.inProgress, taskStatus.underReview, taskStatus.completed]
/** Whether a task with that status has been begun. */
export const isStarted = (status: number): boolean => started.includes(status)
