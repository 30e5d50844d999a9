import { sql } from 'kysely'
import { type Guest, isGuest, knownPeople } from '#server/access/party.ts'
import type { DbOrTx } from '#server/db/pool.ts'

/** Whom a comment on a task can name. */

/** The task on which somebody comments, and its guest where that is who comments. */
export type TalkPlace = { taskID: string; projectID: string; guest: Guest | null }

/** Condition: the person `u` is among those whom the guest may know by name. */
const isKnownTo = (guest: Guest, { taskID, projectID }: TalkPlace) =>
  sql<boolean>`u.id in (${knownPeople({
    task: sql`${taskID}::uuid`,
    project: sql`${projectID}::uuid`,
    since: sql`${guest.since}::timestamptz`,
  })})`
const mayBeNamed = sql<boolean>`(
  exists (select from memberships m where m.project_id = t.project_id and m.user_id = u.id) or ${isGuest(sql`u.id`)})`

/**
 * The people with these usernames (in small letters) whom a comment tells, in the names' order: members of the project and the
 * guest of the task.
 */
export const findNamedPeople = async (db: DbOrTx, taskID: string, names: readonly string[]): Promise<Mentionable[]> => {
  if (names.length === 0) return []
  const { rows } = await sql<Mentionable>`
    select u.id, u.username, u.name from users u join tasks t on t.id = ${taskID}
    where lower(u.username collate "C") = any(${names}::text[]) and ${mayBeNamed}
    order by array_position(${names}::text[], lower(u.username collate "C"))`.execute(db)
  return rows
}

/** Of these people those whom the guest may know by name, beside themselves. */
export const findKnown = async (
  db: DbOrTx,
  place: TalkPlace & { guest: Guest },
  ids: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${ids}::uuid[]) as u (id) where ${isKnownTo(place.guest, place)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export type Mentionable = { id: string; username: string; name: string }

/** Whom the person can name in a comment: owners and admins first, then by username; those whose name or username begins so. */
export const findMentionable = async (
  db: DbOrTx,
  place: TalkPlace,
  { userID, beginning, limit }: { userID: string; beginning: string; limit: number },
): Promise<Mentionable[]> => {
  const { rows } = await sql<Mentionable>`
    select u.id, u.username, u.name
    from (
      select user_id from memberships where project_id = ${place.projectID}
      union select user_id from claims where task_id = ${place.taskID}
    ) as near join users u on u.id = near.user_id join tasks t on t.id = ${place.taskID}
      left join memberships r on r.project_id = t.project_id and r.user_id = u.id
    where u.id <> ${userID} and ${mayBeNamed} and ${place.guest ? isKnownTo(place.guest, place) : sql`true`}
      and (starts_with(fold_text(u.username), fold_text(${beginning})) or starts_with(fold_text(u.name), fold_text(${beginning})))
    order by coalesce(r.role not in ('owner', 'admin'), true), lower(u.username collate "C") limit ${limit}`.execute(db)
  return rows
}
