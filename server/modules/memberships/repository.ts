import { sql } from 'kysely'
import type { Rejection, RejectionReason } from '#shared/contract/index.ts'
import type { AnswerOutcome } from '#shared/rules/membership.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { seenProject } from '#server/access/known-projects.ts'
import { recipientColumns, type RecipientRow } from '#server/access/mail-recipient.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'

type RequestEnd = {
  requestID: string
  outcome: AnswerOutcome
  answeredBy: string
  rejection?: Partial<Rejection> | undefined
  now: Date
}

/**
 * Ends an open request and returns who began it; undefined when it is not open, so that only the first of parallel
 * answers counts. The trigger `project_requests_title_then` keeps the project's title of that moment
 * (`project_requests_title_then_new` for a request inserted as ended); `project_requests_closed` counts an
 * application's end in `answer_records` (`project_requests_closed_before`, likewise).
 */
export const closeRequest = async (
  tx: Tx,
  { requestID, outcome, answeredBy, rejection, now }: RequestEnd,
): Promise<{ createdBy: string } | undefined> =>
  tx
    .updateTable('project_requests')
    .set({ ...endOf(outcome, now, rejection), answered_at: now, answered_by: answeredBy, updated_at: now })
    .where('id', '=', requestID)
    .where('status', '=', requestStatus.pending)
    .where('withdrawn_at', 'is', null)
    .returning('created_by as createdBy')
    .executeTakeFirst()
/** A withdrawn request leaves every list; a declined invitation stays listed as rejected. */
const endOf = (outcome: AnswerOutcome, now: Date, rejection: Partial<Rejection> = {}) => {
  if (outcome === 'withdraw') return { withdrawn_at: now }
  if (outcome === 'approve' || outcome === 'accept') return { status: requestStatus.approved }
  return {
    status: requestStatus.rejected,
    reject_reason: rejection.reason ?? null,
    // An empty text says nothing.
    reject_text: rejection.text || null,
  }
}

/** The person, and the task, that a request of this project is about; undefined for another project's request. */
export const partiesOfRequest = async (
  db: DbOrTx,
  projectID: string,
  requestID: string,
): Promise<{ userID: string; name: string; taskID: string | null } | undefined> => {
  const { rows } = await sql<{ userID: string; name: string; taskID: string | null }>`
    select u.id as "userID", coalesce(nullif(u.name, ''), u.username) as name, r.task_id as "taskID"
    from project_requests r join users u on u.id = r.user_id
    where r.id = ${requestID} and r.project_id = ${projectID}`.execute(db)
  return rows[0]
}

type InvitationRow = RecipientRow & {
  inviter: string
  inviter_name: string
  title: string
  role: string
  message: string | null
}

/**
 * An open invitation and the invited person, for the mail to them. Null when it was answered or withdrawn, its project
 * is deleted, or the person wants no such mail.
 */
export const findInvitationToMail = async (db: DbOrTx, requestID: string): Promise<InvitationRow | null> => {
  const { rows } = await sql<InvitationRow>`
    select ${recipientColumns}, i.username as inviter, i.name as inviter_name, p.title, r.role, r.message
    from project_requests r join users u on u.id = r.user_id join users i on i.id = r.created_by
      join projects p on p.id = r.project_id
    where r.id = ${requestID} and r.kind = 'invitation' and r.status = ${requestStatus.pending} and r.withdrawn_at is null
      and u.email_on_invitation and u.is_email_verified and p.deleted_at is null and i.suspended_at is null`.execute(db)
  return rows[0] ?? null
}

/** Whether who sent an invitation could send it now: is owner or admin of its project, and not suspended. */
export const mayInviterInvite = async (db: DbOrTx, requestID: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from project_requests r join users u on u.id = r.created_by
      join memberships m on m.project_id = r.project_id and m.user_id = u.id and m.role in ('owner', 'admin')
    where r.id = ${requestID} and u.suspended_at is null`.execute(db)
  return rows.length > 0
}

/** Who sent an invitation, and what they wrote. */
export const findInvitationWords = (
  db: DbOrTx,
  requestID: string,
): Promise<{ fromUsername: string; fromName: string; message: string | null }> =>
  db
    .selectFrom('project_requests as r')
    .innerJoin('users as u', 'u.id', 'r.created_by')
    .where('r.id', '=', requestID)
    .select(['u.username as fromUsername', 'u.name as fromName', 'r.message'])
    .executeTakeFirstOrThrow()

type AnswerRow = RecipientRow & {
  answerer: string
  answerer_name: string
  project_id: string
  title: string
  kind: string
  status: number
  reject_reason: RejectionReason | null
  reject_text: string | null
}

/**
 * An answered request and its sender, for the mail to them. Null when they answered it themselves, its project is
 * deleted, they are an inviter who no longer manages it, or they want no such mail.
 */
export const findAnswerToMail = async (db: DbOrTx, requestID: string): Promise<AnswerRow | null> => {
  const { rows } = await sql<AnswerRow>`
    select ${recipientColumns}, a.username as answerer, a.name as answerer_name, p.id as project_id,
      ${seenProject(sql`u.id`).title} as title, r.kind, r.status,
      r.reject_reason, r.reject_text
    from project_requests r join users u on u.id = r.created_by join users a on a.id = r.answered_by
      join projects p on p.id = r.project_id
    where r.id = ${requestID} and r.status <> ${requestStatus.pending} and r.withdrawn_at is null
      and r.answered_by <> r.created_by and (r.user_id = u.id or exists (
        select from memberships m where m.project_id = p.id and m.user_id = u.id and m.role in ('owner', 'admin')))
      and u.email_on_request_answered and u.is_email_verified and p.deleted_at is null`.execute(db)
  return rows[0] ?? null
}
