import { sql } from 'kysely'
import { brand } from '../../shared/brand.ts'
import { requestStatus } from '../../shared/rules/statuses.ts'
import type { MailState } from '../../shared/contract/index.ts'
import type { Db, DbOrTx } from '../db/pool.ts'
import type { AppDeps } from '../deps.ts'
import { composeMail } from '../mail/compose.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Job } from './queue.ts'
import { noteWaitlistMail, waitlistMail } from './waitlist-mail.ts'

export type NotificationDeps = Pick<AppDeps, 'db' | 'clock' | 'secret' | 'publicOrigin'>

const FOOTER = [`You can switch this kind of mail off in the settings of your ${brand.name} profile.`]

/**
 * The mail of a job as things are now; null when there is nothing to say any more: the person has switched such mails off,
 * the invitation was answered or withdrawn, the task has another assignee, the project is deleted.
 */
export const notificationFor = (deps: NotificationDeps, job: Job): Promise<Mail | null> => {
  const { db } = deps
  const origin = deps.publicOrigin()
  switch (job.kind) {
    case 'invitation-mail':
      return invitationMail(db, origin, job.requestID)
    case 'answer-mail':
      return answerMail(db, origin, job.requestID)
    case 'assignment-mail':
      return assignmentMail(db, origin, job)
    case 'waitlist-mail':
      return waitlistMail(deps, origin, job, deps.clock.now())
  }
}

/** What became of a try, where somebody looks for it. `reason` is that of the failure, also of one that is tried again. */
export const noteOutcome = async (
  db: DbOrTx,
  job: Job,
  state: MailState | null,
  reason: string | null = null,
): Promise<void> => {
  if (job.kind === 'waitlist-mail') await noteWaitlistMail(db, job, state, reason)
}

type Invitation = {
  email: string
  username: string
  inviter: string
  title: string
  role: string
  message: string | null
}

const invitationMail = async (db: Db, origin: string, requestID: string): Promise<Mail | null> => {
  const { rows } = await sql<Invitation>`
    select u.email, u.username, i.username as inviter, p.title, r.role, r.message
    from project_requests r join users u on u.id = r.user_id join users i on i.id = r.created_by
      join projects p on p.id = r.project_id
    where r.id = ${requestID} and r.kind = 'invitation' and r.status = ${requestStatus.pending} and r.withdrawn_at is null
      and u.email_on_invitation and u.is_email_verified and p.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const { email, username, inviter, title, role, message } = row
  return composeMail({
    kind: 'project-invitation',
    to: email,
    subject: `${inviter} invites you to ${title}`,
    lines: [
      `Hello ${username},`,
      `${inviter} invites you to the project “${title}” as ${role === 'admin' ? 'an admin' : 'a member'}.`,
      ...(message ? [`${inviter} writes: ${message}`] : []),
    ],
    action: { label: 'Answer the invitation', url: `${origin}/my-projects` },
    footer: FOOTER,
  })
}

type Answer = { email: string; username: string; answerer: string; title: string; kind: string; status: number }

/** To who made the request: an applicant hears of the decision, an inviter of the invited person's answer. */
const answerMail = async (db: Db, origin: string, requestID: string): Promise<Mail | null> => {
  const { rows } = await sql<Answer>`
    select u.email, u.username, a.username as answerer, p.title, r.kind, r.status
    from project_requests r join users u on u.id = r.created_by join users a on a.id = r.answered_by
      join projects p on p.id = r.project_id
    where r.id = ${requestID} and r.status <> ${requestStatus.pending} and r.withdrawn_at is null
      and r.answered_by <> r.created_by
      and u.email_on_request_answered and u.is_email_verified and p.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const { email, username, answerer, title, kind, status } = row
  const isYes = status === requestStatus.approved
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
    lines: [`Hello ${username},`, sentence],
    action: { label: 'Open my projects', url: `${origin}/my-projects` },
    footer: FOOTER,
  })
}

type Assignment = { email: string; username: string; assigner: string; title: string; project: string }

const assignmentMail = async (
  db: Db,
  origin: string,
  { taskID, userID, byID }: { taskID: string; userID: string; byID: string },
): Promise<Mail | null> => {
  const { rows } = await sql<Assignment>`
    select u.email, u.username, b.username as assigner, t.title, p.title as project
    from tasks t join projects p on p.id = t.project_id join users u on u.id = t.assigned_to_id
      join users b on b.id = ${byID}
    where t.id = ${taskID} and u.id = ${userID} and u.id <> b.id
      and u.email_on_task_assigned and u.is_email_verified and p.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const { email, username, assigner, title, project } = row
  return composeMail({
    kind: 'task-assigned',
    to: email,
    subject: `Your task in ${project}: ${title}`,
    lines: [`Hello ${username},`, `${assigner} has assigned you the task “${title}” in the project “${project}”.`],
    action: { label: 'Open my projects', url: `${origin}/my-projects` },
    footer: FOOTER,
  })
}
