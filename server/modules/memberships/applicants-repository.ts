import { sql } from 'kysely'
import { taskStatus } from '#shared/rules/statuses.ts'
import { isListed } from '#server/access/known-projects.ts'
import type { DbOrTx } from '#server/db/pool.ts'

/** The most projects of an applicant that the reader shows. */
const PAST_WORK_MAX = 20

export type ApplicantRow = {
  id: string
  username: string
  name: string
  headline: string
  reputation: number
  creators: number
  skills: string[]
  project_skills: string
}

/** Who has applied by this request; undefined for anybody but owners and admins of its project. */
export const findApplicant = async (
  db: DbOrTx,
  { requestID, viewerID }: { requestID: string; viewerID: string },
): Promise<ApplicantRow | undefined> => {
  const { rows } = await sql<ApplicantRow>`
    select u.id, u.username, u.name, u.headline, u.reputation, u.reputation_creators as creators, u.skills, p.skills as project_skills
    from project_requests r join projects p on p.id = r.project_id join users u on u.id = r.user_id
      join memberships m on m.project_id = r.project_id and m.user_id = ${viewerID} and m.role in ('owner', 'admin')
    where r.id = ${requestID} and r.kind <> 'invitation' and r.withdrawn_at is null and p.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

export type PastWorkRow = { id: string; title: string; completed: number; is_member: boolean }

/**
 * The projects in which a person is a member or has completed tasks, most tasks first, limited to those that the viewer
 * is in or that are public. Requests are never read.
 */
export const findPastWork = async (db: DbOrTx, userID: string, viewerID: string): Promise<PastWorkRow[]> => {
  const { rows } = await sql<PastWorkRow>`
    with done as (
      select project_id, count(*)::int as completed from tasks
      where assigned_to_id = ${userID} and status = ${sql.lit(taskStatus.completed)} and deleted_at is null
      group by project_id
    )
    select p.id, p.title, coalesce(d.completed, 0) as completed, m.user_id is not null as is_member
    from (
      select project_id from done union select project_id from memberships where user_id = ${userID}
    ) as places
      join projects p on p.id = places.project_id
      left join done d on d.project_id = p.id
      left join memberships m on m.project_id = p.id and m.user_id = ${userID}
    where p.deleted_at is null and (
      ${isListed}
      or exists (select 1 from memberships v where v.project_id = p.id and v.user_id = ${viewerID}))
    order by completed desc, p.created_at desc, p.id limit ${PAST_WORK_MAX}`.execute(db)
  return rows
}
