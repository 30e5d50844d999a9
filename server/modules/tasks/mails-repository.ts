import { sql } from 'kysely'
import { recipientColumns, type RecipientRow } from '#server/access/mail-recipient.ts'
import type { DbOrTx } from '#server/db/pool.ts'

type AssignmentRow = RecipientRow & {
  assigner: string
  assigner_name: string
  title: string
  task_number: number
  project_id: string
  project: string
}

/**
 * A task and its assignee, for the mail to them. Null when the assignee has changed, the task or its project is
 * deleted, or the person is no longer a member or wants no such mail.
 */
export const findAssignmentToMail = async (
  db: DbOrTx,
  { taskID, userID, byID }: { taskID: string; userID: string; byID: string },
): Promise<AssignmentRow | null> => {
  const { rows } = await sql<AssignmentRow>`
    select ${recipientColumns}, b.username as assigner, b.name as assigner_name, t.title, t.task_number, t.project_id, p.title as project
    from tasks t join projects p on p.id = t.project_id join users u on u.id = t.assigned_to_id
      join users b on b.id = ${byID} join memberships m on m.project_id = p.id and m.user_id = u.id
    where t.id = ${taskID} and u.id = ${userID} and u.id <> b.id
      and u.email_on_task_assigned and u.is_email_verified and t.deleted_at is null
      and p.deleted_at is null`.execute(db)
  return rows[0] ?? null
}
