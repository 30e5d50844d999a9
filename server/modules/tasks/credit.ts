import type { Tier } from '../../../shared/contract/index.ts'
import { taskStatus } from '../../../shared/rules/statuses.ts'
import { reputationForTask } from '../../../shared/rules/tiers.ts'

/** Reputation that a task has given, and to whom. */
export type Credit = { userID: string; amount: number }

/** What a task earns its assignee in that state; null when it earns nobody anything. */
export const creditFor = (tier: Tier, task: { status: number; assigneeID: string | null }): Credit | null =>
  task.status === taskStatus.completed && task.assigneeID !== null
    ? { userID: task.assigneeID, amount: reputationForTask(tier) }
    : null

/** What each person gets or loses (below zero) when a task's credit changes; nobody is in it for nothing. */
export const creditMoves = (before: Credit | null, after: Credit | null): ReadonlyMap<string, number> => {
  const moves = new Map<string, number>()
  if (before) moves.set(before.userID, -before.amount)
  if (after) moves.set(after.userID, (moves.get(after.userID) ?? 0) + after.amount)
  return new Map([...moves].filter(([, amount]) => amount !== 0))
}

const started: readonly number[] = [taskStatus.inProgress, taskStatus.underReview, taskStatus.completed]
/** Whether somebody must have begun a task with that status. */
export const isStarted = (status: number): boolean => started.includes(status)
