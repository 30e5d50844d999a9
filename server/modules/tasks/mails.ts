import { z } from 'zod'
import { paths } from '#shared/rules/addresses.ts'
import { personText } from '#shared/rules/person.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import { hello, switchOffLines } from '#server/mail/phrases.ts'
import { findAssignmentToMail } from './mails-repository.ts'

/** The mail to a task's new assignee. Not sent when the assignee has changed since, or has switched such mails off. */
export const assignmentMail = defineMailJob({
  kind: 'assignment-mail',
  schema: z.object({ taskID: z.uuid(), userID: z.uuid(), byID: z.uuid() }),
  compose: async ({ db, publicOrigin }, assignment) => {
    const row = await findAssignmentToMail(db, assignment)
    if (!row) return null
    const { email, title, project } = row
    const assigner = personText({ name: row.assigner_name, username: row.assigner })
    return composeMail({
      kind: 'task-assigned',
      to: email,
      subject: `Your task in ${project}: ${title}`,
      lines: [hello(row), `${assigner} has assigned you the task “${title}” in the project “${project}”.`],
      action: {
        label: 'Open the task',
        url: appLink(publicOrigin(), paths.taskByNumber(row.project_id, String(row.task_number))),
      },
      footer: switchOffLines(publicOrigin()),
    })
  },
})

export const taskJobs = [assignmentMail]
