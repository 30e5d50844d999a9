import { sql } from 'kysely'
import type { Tier } from '#shared/contract/common.ts'
import { JOINED_MAX } from '#shared/contract/work.ts'
import { requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx } from '#server/db/pool.ts'

/** Projects of which the person is a member by an application that was approved since then, and where no task was theirs. */
export const findJoinedProjects = async (
  db: DbOrTx,
  { userID, since }: { userID: string; since: Date },
): Promise<Array<{ id: string; title: string }>> => {
  const { rows } = await sql<{ id: string; title: string }>`
    select p.id, p.title
    from project_requests r join projects p on p.id = r.project_id and p.deleted_at is null
      join memberships m on m.project_id = p.id and m.user_id = r.user_id
    where r.user_id = ${userID} and r.kind = 'application' and r.status = ${sql.lit(requestStatus.approved)}
      and r.withdrawn_at is null and r.answered_at > ${since}::timestamptz
      and not exists (select from tasks t where t.assigned_to_id = r.user_id and t.project_id = p.id)
    group by p.id, p.title order by max(r.answered_at) desc, p.id limit ${JOINED_MAX}`.execute(db)
  return rows
}

export type FreeTask = {
  id: string
  project_id: string
  status: number
  assigned_to_name: null
  assigned_to_username: null
  /** How many tasks the row stands for. */
  count: number
  /** Null for tasks without an offer. */
  mode: 'apply' | 'claim' | null
  takers: 'anyone' | 'tier' | 'known' | 'newcomers' | 'members'
  min_tier: Tier | null
  amount_cents: number
}

/** Offers of a project that are looked at one by one. */
const OFFERS_MAX = 500

/**
 * The tasks of these projects that nobody has: each with an offer by which people come to it, and all without one of a
 * project as one row, since the same holds for all of them.
 */
export const findFreeTasks = async (db: DbOrTx, projectIDs: readonly string[]): Promise<FreeTask[]> => {
  const { rows } = await sql<FreeTask>`
    select (array_agg(t.id))[1] as id, t.project_id, min(t.status)::int as status, count(*)::int as count,
      null as mode, 'members' as takers, null as min_tier, 0 as amount_cents, null as assigned_to_name, null as assigned_to_username
    from tasks t
    where t.project_id = any(${[...projectIDs]}::uuid[]) and t.assigned_to_id is null and t.deleted_at is null
      and t.status <= ${sql.lit(taskStatus.inProgress)} and t.offer_cents is null
    group by t.project_id
    union all
    select offered.* from unnest(${[...projectIDs]}::uuid[]) as asked (project_id) cross join lateral (
      select o.task_id, o.project_id, t.status::int, 1, o.mode, o.takers, o.min_tier, o.amount_cents, null, null
      from open_tasks o join tasks t on t.id = o.task_id
      where o.project_id = asked.project_id limit ${OFFERS_MAX}) as offered`.execute(db)
  return rows
}
