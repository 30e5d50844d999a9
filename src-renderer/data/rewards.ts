import { dataOf, query } from './query.ts'

/** What the reward of a task waits for; null for a task without an offer. Asked only where the server has rewards. */
export const rewardQuery = (taskID: string, isWanted: boolean) =>
  query('rewards.get', { params: { id: taskID } }, { select: dataOf, enabled: isWanted })

/** What the viewer is owed, and what their projects owe. Asked only where the server has rewards. */
export const ownDuesQuery = (isWanted: boolean) => query('dues.own', {}, { select: dataOf, enabled: isWanted })
