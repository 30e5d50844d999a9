import { sql } from 'kysely'
import type { RejectionReason } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { seenProject } from '#server/access/known-projects.ts'
import { recipientColumns, type RecipientRow } from '#server/access/mail-recipient.ts'
import type { DbOrTx } from '#server/db/pool.ts'

type TaskAnswerRow = RecipientRow & {
  project_id: string
  title: string
  task_number: number
  status: number
  reject_reason: RejectionReason | null
  reject_text: string | null
}

/** An answered application to a task and its applicant; null where they want no such mail, or the project is deleted. */
export const findTaskAnswer = async (db: DbOrTx, requestID: string): Promise<TaskAnswerRow | null> => {
  const { rows } = await sql<TaskAnswerRow>`
    select ${recipientColumns}, p.id as project_id, ${seenProject(sql`u.id`).title} as title, t.task_number, r.status,
      r.reject_reason, r.reject_text
    from project_requests r join users u on u.id = r.user_id join projects p on p.id = r.project_id
      join tasks t on t.id = r.task_id
    where r.id = ${requestID} and r.status <> ${requestStatus.pending} and r.withdrawn_at is null
      and r.answered_by is distinct from r.user_id
      and u.email_on_request_answered and u.is_email_verified and p.deleted_at is null`.execute(db)
  return rows[0] ?? null
}
