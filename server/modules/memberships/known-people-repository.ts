import { sql } from 'kysely'
import { requestStatus } from '#shared/rules/statuses.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

export type Mark = 'vouched' | 'blocked'
type MarkedRow = { userID: string; username: string; name: string; mark: Mark; markedAt: Date }

/** Who is vouched for and blocked in a project, newest first. Both lists are bounded when somebody is added. */
export const findMarked = async (db: DbOrTx, projectID: string): Promise<MarkedRow[]> => {
  const { rows } = await sql<MarkedRow>`
    select x.user_id as "userID", u.username, u.name, x.mark, x.marked_at as "markedAt"
    from project_people x join users u on u.id = x.user_id
    where x.project_id = ${projectID} order by x.marked_at desc, x.user_id limit 1000`.execute(db)
  return rows
}

/** What a person is marked as in a project. */
export const findMark = async (db: DbOrTx, projectID: string, userID: string): Promise<Mark | null> => {
  const { rows } = await sql<{ mark: Mark }>`
    select mark from project_people where project_id = ${projectID} and user_id = ${userID}`.execute(db)
  return rows[0]?.mark ?? null
}

export const countMarked = async (tx: Tx, projectID: string, mark: Mark): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from project_people where project_id = ${projectID} and mark = ${mark}`.execute(tx)
  return rows[0]?.n ?? 0
}

type Marking = { projectID: string; userID: string; mark: Mark; by: string; now: Date }
/** Marks a person, in the place of another mark. */
export const setMark = async (tx: Tx, { projectID, userID, mark, by, now }: Marking): Promise<void> => {
  await send(
    tx,
    sql`
    insert into project_people (project_id, user_id, mark, marked_by, marked_at)
    values (${projectID}, ${userID}, ${mark}, ${by}, ${now})
    on conflict (project_id, user_id) do update
      set mark = excluded.mark, marked_by = excluded.marked_by, marked_at = excluded.marked_at`,
  )
}

export const deleteMark = async (tx: Tx, projectID: string, userID: string): Promise<void> => {
  await send(tx, sql`delete from project_people where project_id = ${projectID} and user_id = ${userID}`)
}

/** The open applications of a person to a project and its tasks. */
export const findOpenApplications = async (
  tx: Tx,
  projectID: string,
  userID: string,
): Promise<Array<{ id: string; taskID: string | null }>> => {
  const { rows } = await sql<{ id: string; taskID: string | null }>`
    select id, task_id as "taskID" from project_requests
    where project_id = ${projectID} and user_id = ${userID} and kind <> 'invitation'
      and status = ${sql.lit(requestStatus.pending)} and withdrawn_at is null
    order by id`.execute(tx)
  return rows
}
