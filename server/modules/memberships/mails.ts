import { z } from 'zod'
import { paths } from '#shared/rules/addresses.ts'
import { personText } from '#shared/rules/person.ts'
import { reasonLine, rejectionOf } from '#shared/rules/rejection.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import { hello, switchOffLines } from '#server/mail/phrases.ts'
import { findAnswerToMail, findInvitationToMail } from './repository.ts'

const schema = z.object({ requestID: z.uuid() })

/**
 * The mail to a person who is invited to a project. Not sent when the invitation was answered or withdrawn, or the
 * person has switched such mails off.
 */
export const invitationMail = defineMailJob({
  kind: 'invitation-mail',
  schema,
  compose: async ({ db, publicOrigin }, { requestID }) => {
    const row = await findInvitationToMail(db, requestID)
    if (!row) return null
    const { email, title, role, message } = row
    // The username is added because only one person can have it; a name alone may be anybody's.
    const inviter = personText({ name: row.inviter_name, username: row.inviter })
    return composeMail({
      kind: 'project-invitation',
      to: email,
      subject: `${inviter} invites you to ${title}`,
      lines: [
        hello(row),
        `${inviter} invites you to the project “${title}” as ${role === 'admin' ? 'an admin' : 'a member'}.`,
      ],
      ...(message && { quote: { by: `${inviter} writes:`, text: message } }),
      action: { label: 'Answer the invitation', url: appLink(publicOrigin(), paths.myInvitations()) },
      footer: switchOffLines(publicOrigin()),
    })
  },
})

/**
 * The mail to the person who made a request: an applicant reads the decision, an inviter the invited person's answer.
 */
export const answerMail = defineMailJob({
  kind: 'answer-mail',
  schema,
  compose: async ({ db, publicOrigin }, { requestID }) => {
    const row = await findAnswerToMail(db, requestID)
    if (!row) return null
    const { email, title, kind, status } = row
    const answerer = personText({ name: row.answerer_name, username: row.answerer })
    const isYes = status === requestStatus.approved
    const said = rejectionOf(row)
    const reason = said && reasonLine(said)
    const sentence =
      kind === 'application'
        ? `Your application to the project “${title}” was ${isYes ? 'approved' : 'rejected'}.`
        : `${answerer} has ${isYes ? 'accepted' : 'declined'} your invitation to the project “${title}”.`
    return composeMail({
      kind: 'request-answered',
      to: email,
      subject:
        kind === 'application'
          ? `Your application to ${title} was ${isYes ? 'approved' : 'rejected'}`
          : `${answerer} has ${isYes ? 'accepted' : 'declined'} your invitation to ${title}`,
      lines: [hello(row), sentence, ...(reason === null ? [] : [`The reason: ${reason}.`])],
      ...(said?.text && { quote: { by: `${answerer} writes:`, text: said.text } }),
      action: isYes
        ? { label: 'Open the project', url: appLink(publicOrigin(), paths.project(row.project_id)) }
        : { label: 'Open my requests', url: appLink(publicOrigin(), paths.myRequests('sent')) },
      footer: switchOffLines(publicOrigin()),
    })
  },
})

export const membershipJobs = [invitationMail, answerMail]
