import type { RawBuilder } from 'kysely'
import { type ClosedApplication, closingTaskApplications } from '#server/access/requests.ts'
import type { Tx } from '#server/db/pool.ts'
import type { NewEvent } from '#server/events/record.ts'
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

/** The statement that answers all open applications to a task. */
export const closingApplications = (now: Date, { taskID, holderID, by }: Answered): RawBuilder<ClosedApplication> =>
  closingTaskApplications({
    ...{ taskID, holderID, by, now },
    reason: holderID === null ? 'projectChanged' : 'otherChosen',
  })

/** The events of the answered applications. */
export const answersOf = (closed: readonly ClosedApplication[], { projectID, by }: Answered): NewEvent[] =>
  closed.map(({ id, userID, isChosen }) => ({
    kind: isChosen ? ('request.approved' as const) : ('request.rejected' as const),
    ...{ actorID: by, projectID, requestID: id, subjectID: userID },
    data: {},
  }))

/** Queues the mails to those who have applied. */
export const mailAnswers = async (tx: Tx, now: Date, closed: readonly ClosedApplication[]): Promise<void> => {
  for (const { id } of closed) await enqueue(tx, taskAnswerMail, { requestID: id }, now)
}

/**
 * Answers all open applications to a task, in the transaction that gives it to somebody or closes its offer: the holder's is
 * approved, all others are rejected with the reason. The project's row is held to be changed.
 */
export const answerApplications = async (tx: Tx, now: Date, answered: Answered): Promise<void> => {
  const { rows: closed } = await closingApplications(now, answered).execute(tx)
  await tell(tx, now, ...answersOf(closed, answered))
  await mailAnswers(tx, now, closed)
}
