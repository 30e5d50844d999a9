import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#server/db/pool.ts'

export type AuditRow = {
  id: string
  xid: string
  kind: string
  created_at: Date
  actor_id: string | null
  actor_name: string | null
  subject_id: string | null
  subject_name: string | null
  project_id: string | null
  task_id: string | null
  request_id: string | null
  data: Record<string, unknown>
}

/** The place of an event: the transaction that wrote it, in digits, and its ID. */
export type AuditPlace = { xid: string; id: string }
export type AuditFilter = {
  projectID?: string | undefined
  /** The person who did it, or whom it is about. */
  userID?: string | undefined
  /** A kind, or the noun of several. */
  kind?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
type AuditQuery = AuditFilter & { before: AuditPlace | null; after: AuditPlace | null; until: string; limit: number }

/** The person with this username. */
export const findUserID = async (db: DbOrTx, username: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where(sql`lower(username)`, '=', username.toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.id

/**
 * At most `limit` events that fit: before a place newest first, after one oldest first. Reads only what was written
 * up to the transaction `until`, where the log ended, so that nothing older can follow.
 */
export const findEntries = async (
  db: DbOrTx,
  { projectID, userID, kind, from, to, before, after, until, limit }: AuditQuery,
): Promise<AuditRow[]> => {
  const conditions: Array<RawBuilder<boolean>> = [sql<boolean>`xid <= ${until}::text::xid8`]
  // Nobody but its author knows of a review that both sides cannot read yet.
  conditions.push(sql<boolean>`kind <> 'rating.given'`)
  if (projectID) conditions.push(sql<boolean>`project_id = ${projectID}`)
  if (userID) conditions.push(sql<boolean>`(actor_id = ${userID} or subject_id = ${userID})`)
  if (kind)
    conditions.push(kind.includes('.') ? sql<boolean>`kind = ${kind}` : sql<boolean>`starts_with(kind, ${`${kind}.`})`)
  if (from) conditions.push(sql<boolean>`created_at >= ${from}`)
  if (to) conditions.push(sql<boolean>`created_at < ${to}`)
  if (before) conditions.push(sql<boolean>`(xid, id) < (${before.xid}::text::xid8, ${before.id}::uuid)`)
  if (after) conditions.push(sql<boolean>`(xid, id) > (${after.xid}::text::xid8, ${after.id}::uuid)`)
  const order = after ? sql`xid, id` : sql`xid desc, id desc`
  const { rows } = await sql<AuditRow>`
    select e.id, e.xid::text as xid, e.kind, e.created_at, e.actor_id, a.username as actor_name, e.subject_id,
      s.username as subject_name, e.project_id, e.task_id, e.request_id, e.data
    from (select * from events where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit}) e
      left join users a on a.id = e.actor_id left join users s on s.id = e.subject_id
    order by ${after ? sql`e.xid, e.id` : sql`e.xid desc, e.id desc`}`.execute(db)
  return rows
}
