import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ReputationRule } from '#shared/contract/index.ts'
import { isListed } from '#server/access/known-projects.ts'
import { isGuest } from '#server/access/party.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'

/** A change of one person's reputation, below zero where it is taken back, and the event of the log that caused it. */
export type NewLine = {
  userID: string
  projectID: string
  taskID: string
  eventID: string
  delta: number
  rule: Exclude<ReputationRule, 'before'>
}

/**
 * Adds a line and changes the person's number by it, both in one statement, so that neither is there without the other. The
 * triggers `reputation_creator_named`, `reputation_creators_inserted` and `reputation_creators_deleted` count its creators.
 */
export const addLine = async (tx: Tx, { userID, projectID, taskID, eventID, delta, rule }: NewLine, now: Date) => {
  await sql`
    with line as (
      insert into reputation_events (id, user_id, project_id, task_id, event_id, delta, rule, created_at)
      values (${uuidv7()}, ${userID}, ${projectID}, ${taskID}, ${eventID}, ${delta}, ${rule}, ${now})
      returning user_id, delta
    )
    update users set reputation = reputation + line.delta from line where users.id = line.user_id`.execute(tx)
}

/** Whether the person, who is no member of its project, has the task or has finished it under an offer. */
export const isGuestOf = async (tx: Tx, taskID: string, userID: string): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from tasks t where t.id = ${taskID} and ${isGuest(sql`${userID}::uuid`)}) as is`.execute(tx)
  return rows[0]?.is === true
}

/** How many of a project's tasks other than this one were credited to a person from `since` on, also where that was taken back. */
export const countCredited = async (
  tx: Tx,
  { projectID, userID, taskID, since }: { projectID: string; userID: string; taskID: string; since: Date },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct task_id)::int as count from reputation_events
    where project_id = ${projectID} and user_id = ${userID} and task_id <> ${taskID} and rule = 'completed'
      and created_at >= ${since}`.execute(tx)
  return rows[0]?.count ?? 0
}

export type LineRow = {
  id: string
  rule: ReputationRule
  delta: number
  created_at: Date
  project_id: string | null
  project_title: string | null
  task_id: string | null
  task_number: number | null
  task_title: string | null
}

/**
 * One page of a person's lines, newest first, and their number. A project has its name if the viewer (null: anybody)
 * may know it, a task if the viewer is a member of its project.
 */
export const findLines = async (
  db: DbOrTx,
  userID: string,
  viewerID: string | null,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: LineRow[]; total: number }> => {
  const { rows } = await sql<LineRow>`
    select r.id, r.rule, r.delta, r.created_at, p.id as project_id, p.title as project_title, t.id as task_id,
      t.task_number, t.title as task_title
    from (
      select * from reputation_events where user_id = ${userID}
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}
    ) r
      left join memberships m on m.project_id = r.project_id and m.user_id = ${viewerID}::uuid
      left join projects p on p.id = r.project_id and p.deleted_at is null and (
        m.user_id is not null or ${isListed})
      left join tasks t on t.id = r.task_id and t.deleted_at is null and p.id is not null and m.user_id is not null
    order by r.created_at desc, r.id desc`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from reputation_events where user_id = ${userID}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export type Difference = {
  username: string
  reputation: number
  creators: number
  /** What the lines add up to, and how many creators' projects gave that. */
  evidence: number
  counted: number
}

/** The people whose number, or number of creators, is not what their lines add up to, by username. */
export const findDifferences = async (db: DbOrTx): Promise<Difference[]> => {
  const { rows } = await sql<Difference>`
    with given as (
      select r.user_id, coalesce(p.created_by, r.creator_id) as creator_id, sum(r.delta) as points
      from reputation_events r left join projects p on p.id = r.project_id group by 1, 2
    ), added as (
      select u.id, coalesce(sum(g.points), 0)::int as evidence,
        (count(*) filter (where g.points > 0 and g.creator_id is distinct from u.id))::int as counted
      from users u left join given g on g.user_id = u.id group by u.id
    )
    select u.username, u.reputation, u.reputation_creators as creators, a.evidence, a.counted
    from users u join added a on a.id = u.id
    where u.reputation <> a.evidence or u.reputation_creators <> a.counted order by lower(u.username collate "C")`.execute(
    db,
  )
  return rows
}

export type FallRow = { user_id: string; from_level: number; to_level: number }
/** Takes people whose tier fell by the update, and who were not told yet, at most as many as asked for. */
export const takeFalls = async (tx: Tx, limit: number): Promise<FallRow[]> => {
  const { rows } = await sql<FallRow>`
    delete from tier_falls where user_id in (
      select user_id from tier_falls order by user_id limit ${limit} for update skip locked
    ) returning user_id, from_level, to_level`.execute(tx)
  return rows
}

export const hasFalls = async (db: DbOrTx): Promise<boolean> =>
  (await db.selectFrom('tier_falls').select('user_id').limit(1).executeTakeFirst()) !== undefined

/** How many people there are. */
export const countPeople = async (db: DbOrTx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from users`.execute(db)
  return rows[0]?.count ?? 0
}
