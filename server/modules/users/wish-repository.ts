import { sql } from 'kysely'
import type { WishOfAccount } from '#shared/contract/profile.ts'
import type { DbOrTx } from '#server/db/pool.ts'

type WishRow = {
  project_id: string
  is_invited: boolean
  task_id: string | null
  task_number: number | null
  is_offered: boolean
}

/**
 * Why an account was made: the project that has invited its address and waits for an answer, else the task or the project
 * at which the person asked for access.
 */
export const findWish = async (db: DbOrTx, userID: string): Promise<WishOfAccount | null> => {
  const { rows } = await sql<WishRow>`
    with wishes as (
      (select 0 as place, r.project_id, a.task_id
      from users u join project_requests r on r.user_id = u.id
        join address_invitations a on a.project_id = r.project_id and lower(a.email) = lower(u.email)
        join projects shown on shown.id = r.project_id and shown.deleted_at is null and shown.hidden_at is null
      where u.id = ${userID} and r.kind = 'invitation' and r.status = 0 and r.withdrawn_at is null
      order by r.id desc, a.id desc limit 1)
      union all
      (select 1, coalesce(t.project_id, w.from_project_id), t.id
      from users u join waitlist_entries w on lower(w.email) = lower(u.email)
        left join tasks t on t.id = w.from_task_id
      where u.id = ${userID}))
    select p.id as project_id, w.place = 0 as is_invited, t.id as task_id, t.task_number,
      o.task_id is not null and p.status in (1, 2) and p.archived_at is null as is_offered
    from wishes w join projects p on p.id = w.project_id
      left join tasks t on t.id = w.task_id and t.deleted_at is null
      left join offers o on o.task_id = t.id and o.closed_at is null and o.mode <> 'assigned' and o.takers <> 'members'
    where p.deleted_at is null and p.hidden_at is null
      and (w.place = 0 or t.id is not null or (p.status in (1, 2) and p.archived_at is null))
    order by w.place limit 1`.execute(db)
  const [row] = rows
  if (!row) return null
  const { project_id: projectID, is_invited: isInvited, task_id: id, task_number: number, is_offered: isOffered } = row
  return { projectID, isInvited, task: id === null ? null : { id, number: String(number), isOffered } }
}
