import { z } from 'zod'
import { paths } from '#shared/rules/addresses.ts'
import { reasonLine, rejectionOf } from '#shared/rules/rejection.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import { hello, switchOffLines } from '#server/mail/phrases.ts'
import { findTaskAnswer } from './mails-repository.ts'

/** The mail to who has applied to a task: whether it is theirs. Not sent where they have switched such mails off. */
export const taskAnswerMail = defineMailJob({
  kind: 'task-answer-mail',
  schema: z.object({ requestID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { requestID }) => {
    const row = await findTaskAnswer(db, requestID)
    if (!row) return null
    const isYes = row.status === requestStatus.approved
    const answered = `${isYes ? 'approved' : 'rejected'}`
    const number = `Task #${row.task_number}`
    const said = rejectionOf(row)
    const reason = said && reasonLine(said)
    return composeMail({
      kind: 'request-answered',
      to: row.email,
      subject: `Your application to ${number} of ${row.title} was ${answered}`,
      lines: [
        hello(row),
        `Your application to ${number} of the project “${row.title}” was ${answered}.`,
        ...(reason === null ? [] : [`The reason: ${reason}.`]),
      ],
      ...(said?.text && { quote: { by: 'The project writes:', text: said.text } }),
      action: isYes
        ? {
            label: 'Open the task',
            url: appLink(publicOrigin(), paths.taskByNumber(row.project_id, String(row.task_number))),
          }
        : { label: 'Open my requests', url: appLink(publicOrigin(), paths.myRequests('sent')) },
      footer: switchOffLines(publicOrigin()),
    })
  },
})

export const claimJobs = [taskAnswerMail]
