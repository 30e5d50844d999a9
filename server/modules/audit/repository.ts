import { type RawBuilder, sql } from 'kysely'
import { eventKinds } from '#shared/contract/events.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { keptParts } from '#server/events/months.ts'

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
      .where(sql`lower(username collate "C")`, '=', username.toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.id

/** By name, because a month that was put away has no column that came later. */
const columns = sql`id, xid, kind, created_at, actor_id, subject_id, project_id, task_id, request_id, data`

/** The kinds that a filter names: one, or all of a noun. */
const kindsOf = (kind: string): string[] =>
  kind.includes('.') ? [kind] : eventKinds.filter((one) => one.startsWith(`${kind}.`))

/**
 * The filters of which each has an index in the order of the log. The log of a project is read by that of projects, and other filters
 * leave out what does not fit.
 */
const waysTo = ({ projectID, userID, kind }: AuditFilter): RawBuilder<boolean>[] => {
  const ofKinds = kind === undefined ? [] : kindsOf(kind).map((one) => sql<boolean>`kind = ${one}`)
  const ofPerson = userID ? [sql<boolean>`actor_id = ${userID}`, sql<boolean>`subject_id = ${userID}`] : []
  const isOfKind = sql<boolean>`(${ofKinds.length > 0 ? sql.join(ofKinds, sql` or `) : sql.lit(kind === undefined)})`
  if (projectID) {
    const isOfPerson = ofPerson.length > 0 ? sql<boolean>`(${sql.join(ofPerson, sql` or `)})` : sql.lit(true)
    return [sql<boolean>`project_id = ${projectID} and ${isOfKind} and ${isOfPerson}`]
  }
  if (userID) return ofPerson.map((is) => sql<boolean>`${is} and ${isOfKind}`)
  return kind === undefined ? [sql.lit(true)] : ofKinds
}

/**
 * At most `limit` events that fit: before a place newest first, after one oldest first. Reads only what was written
 * up to the transaction `until`, where the log ended, so that nothing older can follow. Months that were put away are read, too.
 */
export const findEntries = async (
  db: DbOrTx,
  { from, to, before, after, until, limit, ...filter }: AuditQuery,
): Promise<AuditRow[]> => {
  const ways = waysTo(filter)
  if (ways.length === 0) return []
  const conditions: Array<RawBuilder<boolean>> = [sql<boolean>`xid <= ${until}::text::xid8`]
  // Nobody but its author knows of a review that both sides cannot read yet.
  conditions.push(sql<boolean>`kind <> 'rating.given'`)
  if (from) conditions.push(sql<boolean>`created_at >= ${from}`)
  if (to) conditions.push(sql<boolean>`created_at < ${to}`)
  if (before) conditions.push(sql<boolean>`(xid, id) < (${before.xid}::text::xid8, ${before.id}::uuid)`)
  if (after) conditions.push(sql<boolean>`(xid, id) > (${after.xid}::text::xid8, ${after.id}::uuid)`)
  const order = after ? sql`xid, id` : sql`xid desc, id desc`
  // Each way in a statement of its own ends as soon as it has a page. What a person did to themselves comes by two of them.
  const found = ['events', ...(await keptParts(db))].flatMap((table) =>
    ways.map(
      (way) =>
        sql`(select ${columns} from ${sql.id(table)} where ${sql.join([way, ...conditions], sql` and `)} order by ${order} limit ${limit})`,
    ),
  )
  const name = (id: string) => sql`(select username from users where users.id = e.${sql.ref(id)})`
  const { rows } = await sql<AuditRow>`
    select e.id, e.xid::text as xid, e.kind, e.created_at, e.actor_id, ${name('actor_id')} as actor_name, e.subject_id,
      ${name('subject_id')} as subject_name, e.project_id, e.task_id, e.request_id, e.data
    from (select distinct on (xid, id) * from (${sql.join(found, sql` union all `)}) as f order by ${order} limit ${limit}) e
    order by ${after ? sql`e.xid, e.id` : sql`e.xid desc, e.id desc`}`.execute(db)
  return rows
}
