import type { Tx } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'
import { type Actor, settleReview } from '../submissions/service.ts'
import * as repository from './repository.ts'

/**
 * Makes the unfinished tasks of a former member unassigned, and withdraws what they have handed in. Completed tasks stay
 * theirs, with the reputation those gave.
 */
export const releaseTasks = async (
  tx: Tx,
  { projectID, userID, by, now }: { projectID: string; userID: string; by: Actor; now: Date },
): Promise<void> => {
  const released = await repository.releaseTasks(tx, { projectID, userID, now })
  // Nobody hears of tasks in Trash.
  const there = released.filter(({ deleted_at }) => deleted_at === null)
  const about = { actorID: by.userID, projectID, subjectID: userID, data: { from: userID, to: null } }
  await record(tx, now, ...there.map(({ id }) => ({ kind: 'task.assigned' as const, taskID: id, ...about })))
  for (const task of released) {
    const before = { ...task, project_id: projectID, assigned_to_id: userID }
    await settleReview(tx, before, { after: { status: task.status, assignedToID: null }, by, now })
  }
}
