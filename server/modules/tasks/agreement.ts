import { taskStatus } from '#shared/rules/statuses.ts'
import type { Tx } from '#server/db/pool.ts'
import { conflict } from '#server/http/errors.ts'
import { findTaskOfClock, holdTasks } from './clock-repository.ts'
import { fieldsOf, saveIn } from './saving.ts'

/**
 * Completes the task of a claim on whose amount both sides have agreed, whichever of them said yes last: a round that waits is
 * accepted by it. The project's row is held to be changed. Errors: 409 for a task that is gone.
 */
export const completeByAgreement = async (
  tx: Tx,
  now: Date,
  { taskID, by }: { taskID: string; by: string },
): Promise<void> => {
  await holdTasks(tx, [taskID])
  const found = await findTaskOfClock(tx, taskID)
  if (!found) throw conflict('CONFLICT', 'This task is gone.')
  const after = { ...fieldsOf(found), status: taskStatus.completed }
  if (!(await saveIn(tx, now, { userID: by }, found, { after, step: { act: 'agree' } })))
    throw conflict('CONFLICT', 'Somebody else is changing this task. Please try again.')
}
