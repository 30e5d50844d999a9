import { holdProjectToChange } from '#server/access/locks.ts'
import type { Tx } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'
import { findActiveIDs, holdActiveOf } from '../claims/service.ts'
import { type Actor, settleReview } from '../submissions/service.ts'
import * as repository from './repository.ts'
import { holdTasks } from './clock-repository.ts'
import { openAgain } from './taking.ts'

type Former = { projectID: string; userID: string; by: Actor; now: Date }

/**
 * Makes the unfinished tasks of a former member unassigned, and withdraws what they have handed in. Completed tasks stay
 * theirs, with the reputation those gave, and so does a task with an offer that they have handed in once, unless
 * `isGone` says that the person is.
 */
export const releaseTasks = async (
  tx: Tx,
  { projectID, userID, by, now, isGone = false }: Former & { isGone?: boolean },
): Promise<void> => {
  await endClaims(tx, { projectID, userID, by, now, isGone })
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

type Ended = { projectID?: string; userID?: string; by: Actor; now: Date; isGone: boolean }
/**
 * Ends the active claims of a person, of a project, or of a person there: their tasks are open again. A person who is only
 * out of the project keeps what they have handed in once under an offer.
 */
export const endClaims = async (tx: Tx, { projectID, userID, by, now, isGone }: Ended): Promise<void> => {
  for (const found of await findActiveIDs(tx, { projectID, userID, isGone })) {
    await holdProjectToChange(tx, found.project_id)
    const claim = await holdActiveOf(tx, found.id)
    const [task] = claim ? await holdTasks(tx, [claim.task_id]) : []
    if (claim && task) await openAgain(tx, now, task, { claim, kind: 'claim.ended', by })
  }
}
