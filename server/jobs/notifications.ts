import { sql } from 'kysely'
import { paths } from '../../shared/rules/addresses.ts'
import { personText } from '../../shared/rules/person.ts'
import { applicationStatus, requestStatus } from '../../shared/rules/statuses.ts'
import type { MailState } from '../../shared/contract/index.ts'
import type { Db, DbOrTx } from '../db/pool.ts'
import type { AppDeps } from '../deps.ts'
import { appLink, composeMail } from '../mail/compose.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Job } from './queue.ts'
import { noteWaitlistMail, waitlistMail } from './waitlist-mail.ts'

export type NotificationDeps = Pick<AppDeps, 'db' | 'clock' | 'secret' | 'publicOrigin'>

/** A project whose settings the person (`u`) can open: they hold the switches for mails, too. */
const settingsProject = sql`(
  select m.project_id from memberships m join projects s on s.id = m.project_id
  where m.user_id = u.id and s.deleted_at is null order by m.joined_at desc, m.project_id limit 1
) as settings_project`
type Addressee = { email: string; username: string; name: string }
type Recipient = Addressee & { settings_project: string | null }

/** Everybody knows the own username. */
const hello = ({ name, username }: Addressee) => `Hello ${name || username},`

/** Where such mails are switched off; nothing for who is in no project yet. */
const footerOf = (origin: string, { settings_project: id }: Recipient): string[] =>
  id
    ? [
        `You can switch this kind of mail off in the settings of a project of yours: ${appLink(origin, paths.projectTab(id, 'settings'))}`,
      ]
    : []

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
    case 'decision-mail':
      return decisionMail(db, origin, job.applicationID)
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

type Invitation = Recipient & {
  inviter: string
  inviter_name: string
  title: string
  role: string
  message: string | null
}

const invitationMail = async (db: Db, origin: string, requestID: string): Promise<Mail | null> => {
  const { rows } = await sql<Invitation>`
    select u.email, u.username, u.name, i.username as inviter, i.name as inviter_name, p.title, r.role, r.message, ${settingsProject}
    from project_requests r join users u on u.id = r.user_id join users i on i.id = r.created_by
      join projects p on p.id = r.project_id
    where r.id = ${requestID} and r.kind = 'invitation' and r.status = ${requestStatus.pending} and r.withdrawn_at is null
      and u.email_on_invitation and u.is_email_verified and p.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const { email, title, role, message } = row
  // With the username, which nobody else can have: a name alone may be anybody's.
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
    action: { label: 'Answer the invitation', url: appLink(origin, paths.myInvitations()) },
    footer: footerOf(origin, row),
  })
}

type Answer = Recipient & { answerer: string; answerer_name: string; title: string; kind: string; status: number }

/** To who made the request: an applicant hears of the decision, an inviter of the invited person's answer. */
const answerMail = async (db: Db, origin: string, requestID: string): Promise<Mail | null> => {
  const { rows } = await sql<Answer>`
    select u.email, u.username, u.name, a.username as answerer, a.name as answerer_name, p.title, r.kind, r.status, ${settingsProject}
    from project_requests r join users u on u.id = r.created_by join users a on a.id = r.answered_by
      join projects p on p.id = r.project_id
    where r.id = ${requestID} and r.status <> ${requestStatus.pending} and r.withdrawn_at is null
      and r.answered_by <> r.created_by
      and u.email_on_request_answered and u.is_email_verified and p.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const { email, title, kind, status } = row
  const answerer = personText({ name: row.answerer_name, username: row.answerer })
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
    lines: [hello(row), sentence],
    action: { label: 'Open my projects', url: appLink(origin, paths.myProjects()) },
    footer: footerOf(origin, row),
  })
}

type Assignment = Recipient & { assigner: string; assigner_name: string; title: string; project: string }

const assignmentMail = async (
  db: Db,
  origin: string,
  { taskID, userID, byID }: { taskID: string; userID: string; byID: string },
): Promise<Mail | null> => {
  const { rows } = await sql<Assignment>`
    select u.email, u.username, u.name, b.username as assigner, b.name as assigner_name, t.title, p.title as project, ${settingsProject}
    from tasks t join projects p on p.id = t.project_id join users u on u.id = t.assigned_to_id
      join users b on b.id = ${byID}
    where t.id = ${taskID} and u.id = ${userID} and u.id <> b.id
      and u.email_on_task_assigned and u.is_email_verified and p.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return null
  const { email, title, project } = row
  const assigner = personText({ name: row.assigner_name, username: row.assigner })
  return composeMail({
    kind: 'task-assigned',
    to: email,
    subject: `Your task in ${project}: ${title}`,
    lines: [hello(row), `${assigner} has assigned you the task “${title}” in the project “${project}”.`],
    action: { label: 'Open my projects', url: appLink(origin, paths.myProjects()) },
    footer: footerOf(origin, row),
  })
}

type Decision = Addressee & { status: number; reason: string | null }

/** To who has asked to be a creator; not switched off by anything, for they wait for it. */
const decisionMail = async (db: DbOrTx, origin: string, applicationID: string): Promise<Mail | null> => {
  const { rows } = await sql<Decision>`
    select u.email, u.username, u.name, a.status, a.reason
    from creator_applications a join users u on u.id = a.user_id
    where a.id = ${applicationID} and a.status <> ${applicationStatus.pending} and u.is_email_verified`.execute(db)
  const [row] = rows
  if (!row) return null
  const isYes = row.status === applicationStatus.approved
  const outcome = `Your application to become a creator was ${isYes ? 'approved' : 'rejected'}`
  return composeMail({
    kind: 'application-decided',
    to: row.email,
    subject: outcome,
    lines: [hello(row), `${outcome}.${isYes ? ' You can create projects now.' : ' You can apply again.'}`],
    ...(row.reason && { quote: { by: 'The reason given:', text: row.reason } }),
    action: { label: 'Open my application', url: appLink(origin, paths.creatorApplication()) },
    footer: [],
  })
}
