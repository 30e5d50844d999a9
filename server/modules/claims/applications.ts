import { closeTaskApplications } from '#server/access/requests.ts'
import type { Tx } from '#server/db/pool.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { tell } from '../notifications/service.ts'
import { taskAnswerMail } from './mails.ts'

type Answered = {
  taskID: string
  projectID: string
  /** Who has the task from now on; null when its offer is closed. */
  holderID: string | null
  by: string | null
}

/**
 * Answers all open applications to a task, in the transaction that gives it to somebody or closes its offer: the holder's is
 * approved, all others are rejected with the reason. The project's row is held to be changed.
 */
export const answerApplications = async (
  tx: Tx,
  now: Date,
  { taskID, projectID, holderID, by }: Answered,
): Promise<void> => {
  const reason = holderID === null ? 'projectChanged' : 'otherChosen'
  const closed = await closeTaskApplications(tx, { taskID, holderID, reason, by, now })
  const events = closed.map(({ id, userID, isChosen }) => ({
    kind: isChosen ? ('request.approved' as const) : ('request.rejected' as const),
    ...{ actorID: by, projectID, requestID: id, subjectID: userID },
    data: {},
  }))
  if (events.length > 0) await tell(tx, now, ...events)
  for (const { id } of closed) await enqueue(tx, taskAnswerMail, { requestID: id }, now)
}
