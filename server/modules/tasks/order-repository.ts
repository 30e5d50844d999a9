import { sql } from 'kysely'
import { lockOf } from '#server/db/installation-lock.ts'
import { type Tx, send } from '#server/db/pool.ts'

/** Behind or before a task of the same column. */
export type BesidePlace = { afterID: string } | { beforeID: string }
/** Beside a task, or where the task was before. */
export type Place = BesidePlace | { rank: string }
/** The ranks between which a task is placed; null for the column's end. */
export type Gap = { after: string | null; before: string | null }
export type Column = { projectID: string; status: number; taskID: string }

/** Lets one transaction at a time place a task in a column of a project, so that no two get the same rank. */
export const holdColumn = async (tx: Tx, { projectID, status }: Column): Promise<void> => {
  await send(tx, lockOf(`column ${projectID} ${status}`))
}

/**
 * The gap at a place in a column; undefined when the neighbour is not in the column. The task itself does not count,
 * and tasks in Trash keep their places.
 */
export const findGap = async (
  tx: Tx,
  { projectID, status, taskID }: Column,
  place: BesidePlace,
): Promise<Gap | undefined> => {
  const isAfter = 'afterID' in place
  const nearest = isAfter ? sql`rank > beside.rank order by rank` : sql`rank < beside.rank order by rank desc`
  const { rows } = await sql<{ beside: string; next: string | null }>`
    select rank as beside, (
      select rank from tasks where project_id = ${projectID} and status = ${status} and id <> ${taskID} and ${nearest} limit 1
    ) as next
    from tasks beside
    where id = ${isAfter ? place.afterID : place.beforeID} and project_id = ${projectID} and status = ${status}
      and id <> ${taskID} and deleted_at is null`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return isAfter ? { after: row.beside, before: row.next } : { after: row.next, before: row.beside }
}

/** The ID of another task that has this place, in Trash or out of it. */
export const findAtRank = async (
  tx: Tx,
  { projectID, status, taskID }: Column,
  rank: string,
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from tasks where project_id = ${projectID} and status = ${status} and rank = ${rank} and id <> ${taskID}`.execute(
    tx,
  )
  return rows[0]?.id
}

/** The lowest place behind this one that another task of the column has, in Trash or out of it. */
export const findNextRank = async (
  tx: Tx,
  { projectID, status, taskID }: Column,
  rank: string,
): Promise<string | null> => {
  const { rows } = await sql<{ rank: string }>`
    select rank from tasks where project_id = ${projectID} and status = ${status} and rank > ${rank} and id <> ${taskID}
    order by rank limit 1`.execute(tx)
  return rows[0]?.rank ?? null
}

/**
 * Gives a task another place in its column; false when it has left the column, is deleted, or is not at the place
 * `from`, if given.
 */
export const setRank = async (
  tx: Tx,
  { taskID, status }: Column,
  rank: string,
  from: string | null,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update tasks set rank = ${rank} where id = ${taskID} and status = ${status} and deleted_at is null
      and (${from}::text is null or rank = ${from}::text)`.execute(tx)
  return numAffectedRows === 1n
}
