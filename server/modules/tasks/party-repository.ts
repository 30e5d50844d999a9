import { type RawBuilder, sql } from 'kysely'
import type { MemberAccess } from '#server/access/access.ts'
import { mayOpenProject } from '#server/access/known-projects.ts'
import { type Guest, guestOf, knownPeople, partyOf, type PartyRow } from '#server/access/party.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'
import { columns, people, type TaskRow } from './repository.ts'

type TaskToTake = TaskRow & MemberAccess
/** A task as somebody reads it who is party to it; a guest has no more rights than a member. */
export type PartyTask = TaskRow & MemberAccess & { guest: Guest | null }

/** A task and how the person is party to it; undefined for anybody but members of its project and its guest. */
export const findTaskOfParty = async (db: DbOrTx, id: string, userID: string): Promise<PartyTask | undefined> => {
  const { rows } = await sql<TaskRow & MemberAccess & PartyRow>`${prepared}
    select ${columns}, m.*, p.tier
    from tasks t join projects p on p.id = t.project_id cross join lateral ${partyOf(userID)} as m ${people}
    where t.id = ${id} and t.deleted_at is null and p.deleted_at is null`.execute(db)
  const [row] = rows
  return row && { ...row, guest: guestOf(row) }
}

/** What a guest may know beside the task's own row: how many comments they can read, and whether its creator is known to them. */
export const findGuestFacts = async (
  db: DbOrTx,
  { id, project_id, created_by_id }: TaskRow,
  since: Date,
): Promise<{ comments: number; isCreatorKnown: boolean }> => {
  const [task, project, from] = [sql`${id}::uuid`, sql`${project_id}::uuid`, sql`${since}::timestamptz`]
  const { rows } = await sql<{ comments: number; isCreatorKnown: boolean }>`
    select (select count(*)::int from comments c
        where c.task_id = ${task} and c.deleted_at is null and c.hidden_at is null and c.created_at >= ${from}) as comments,
      coalesce(${created_by_id}::uuid in (${knownPeople({ task, project, since: from })}), false) as "isCreatorKnown"`.execute(
    db,
  )
  return rows[0] ?? { comments: 0, isCreatorKnown: false }
}

/**
 * The statement that reads a task that a person may ask to take: one of a project of theirs, or one with an open offer in a project that they may know
 * of. Undefined for any other. Who is no member has a member's rights in it at most.
 */
export const taskToTake = (id: string, userID: string): RawBuilder<TaskToTake> => sql<TaskToTake>`${prepared}
    select ${columns}, coalesce(m.role, 'member') as role, m.last_active_at, p.tier
    from tasks t join projects p on p.id = t.project_id
      left join memberships m on m.project_id = t.project_id and m.user_id = ${userID} ${people}
    where t.id = ${id} and t.deleted_at is null and p.deleted_at is null
      and (m.user_id is not null or t.offer_cents is not null and ${mayOpenProject(userID)})`
export const findTaskToTake = async (db: DbOrTx, id: string, userID: string): Promise<TaskToTake | undefined> =>
  (await taskToTake(id, userID).execute(db)).rows[0]
