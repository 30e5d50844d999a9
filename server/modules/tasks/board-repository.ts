import { sql } from 'kysely'
import type { DbOrTx } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'

/**
 * What tells one state of a project's tasks from another; undefined for who is no member. Tasks are never deleted and each
 * change counts its version up, so their number and the sum of their versions do.
 */
export const readBoardTag = async (db: DbOrTx, projectID: string, userID: string): Promise<string | undefined> => {
  const { rows } = await sql<{ tag: string }>`${prepared}
    select (select count(*) || '-' || coalesce(sum(version), 0) from tasks where project_id = ${projectID}) as tag
    from memberships m join projects p on p.id = m.project_id
    where m.project_id = ${projectID} and m.user_id = ${userID} and p.deleted_at is null`.execute(db)
  return rows[0]?.tag
}

/** Where a board's page ended: the last task's time of change (ISO 8601, microseconds) and ID. */
export type BoardPosition = { time: string; id: string }
export type BoardQuery = { projectID: string; limit: number; status: number | null; after: BoardPosition | null }
/** The tasks as a JSON array; `next` is null when there are no more. */
export type BoardPage = { tasks: string; next: BoardPosition | null }

const utc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const selected = ({ projectID, status, after }: BoardQuery) => sql`project_id = ${projectID}
  ${status === null ? sql`` : sql`and status = ${status}`}
  ${after === null ? sql`` : sql`and (updated_at, id) < (${after.time}::timestamptz, ${after.id}::uuid)`}`

/** A page of a project's tasks, last changed first, written as JSON by the database: reading it costs us a string. */
export const readBoardPage = async (db: DbOrTx, query: BoardQuery): Promise<BoardPage> => {
  const { rows } = await sql<{ tasks: string; count: number }>`
    with page as materialized (
      select * from tasks where ${selected(query)} order by updated_at desc, id desc limit ${query.limit}
    ), people as materialized (
      -- As an array, so that a few names are read by their key, however many tasks there are.
      select id, username from users
      where id = any(array(select assigned_to_id from page union select created_by_id from page))
    )
    select coalesce(json_agg(item), '[]')::text as tasks, count(*)::int as count from (
      select t.id, t.task_number::text as "taskId", t.title, t.description, t.status, t.project_id as "projectID",
        t.assigned_to_id as "assignedToID", a.username as "assignedToUsername", c.username as "taskCreatedByUsername",
        ${utc('t.created_at')} as "createdAt", ${utc('t.updated_at')} as "updatedAt", t.version
      from page t left join people a on a.id = t.assigned_to_id left join people c on c.id = t.created_by_id
      order by t.updated_at desc, t.id desc
    ) item`.execute(db)
  const { tasks = '[]', count = 0 } = rows[0] ?? {}
  return { tasks, next: count < query.limit ? null : await findNext(db, query) }
}

/** The last position of a full page, when there are tasks behind it. */
const findNext = async (db: DbOrTx, query: BoardQuery): Promise<BoardPosition | null> => {
  const { rows } = await sql<BoardPosition>`
    select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time, id from tasks
    where ${selected(query)} order by updated_at desc, id desc offset ${query.limit - 1} limit 2`.execute(db)
  return rows.length > 1 ? (rows[0] ?? null) : null
}
