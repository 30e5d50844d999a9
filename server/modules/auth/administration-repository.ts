import { sql } from 'kysely'
import type { AccountType } from '#shared/contract/index.ts'
import type { PeopleState } from '#shared/contract/administration.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'
import { patternOf } from '#server/db/text-search.ts'

export type PersonRow = {
  id: string
  username: string
  name: string
  email: string
  account_type: AccountType
  is_administrator: boolean
  is_email_verified: boolean
  suspended_at: Date | null
  suspension_reason: string | null
  created_at: Date
  last_active_at: Date | null
  /** When they joined, to the microsecond, for the place in the list. */
  joined_at: string
}
const columns = sql.raw(`u.id, u.username, u.name, u.email, u.account_type, u.is_administrator, u.is_email_verified,
  u.suspended_at, u.suspension_reason, u.created_at, u.last_active_at,
  to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as joined_at`)

const inState = {
  active: sql<boolean>`u.suspended_at is null`,
  suspended: sql<boolean>`u.suspended_at is not null`,
  administrators: sql<boolean>`u.is_administrator`,
} as const satisfies Record<PeopleState, unknown>

/** When a person joined (ISO 8601) and their ID. */
type Place = { time: string; id: string }
type PeopleQuery = {
  q: string
  /** The same text as searches compare it. */
  folded: string
  state: PeopleState | undefined
  ids: string[] | undefined
  after: Place | null
  limit: number
}

/** At most `limit` people after a place, newest first. A text is looked for in username, name and address, or is an ID. */
export const findPeople = async (
  db: DbOrTx,
  { q, folded, state, ids, after, limit }: PeopleQuery,
): Promise<PersonRow[]> => {
  const { rows } = await sql<PersonRow>`
    select ${columns} from users u
    where u.deleted_at is null and ${state ? inState[state] : sql`true`}
      and ${ids ? sql<boolean>`u.id = any(${ids}::uuid[])` : sql`true`}
      and (${q} = '' or u.search_name like ${patternOf(folded)} or lower(u.email) like ${patternOf(q.toLowerCase())}
        or u.id::text = lower(${q}))
      and (${after?.time ?? null}::timestamptz is null
        or (u.created_at, u.id) < (${after?.time ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by u.created_at desc, u.id desc limit ${limit}`.execute(db)
  return rows
}

export const findPersonRow = async (db: DbOrTx, id: string): Promise<PersonRow | undefined> =>
  (await sql<PersonRow>`select ${columns} from users u where u.id = ${id}`.execute(db)).rows[0]

/**
 * The IDs of the administrators who may sign in, locked until the transaction ends: of two who act on each other at
 * once, only one succeeds.
 */
export const holdAdministrators = async (tx: Tx): Promise<string[]> => {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('is_administrator', '=', true)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Suspends a person. Returns false for one who is suspended already, or is not there. */
export const suspendUser = async (tx: Tx, id: string, reason: string, now: Date): Promise<boolean> => {
  const done = await tx
    .updateTable('users')
    .set({ suspended_at: now, suspension_reason: reason, updated_at: now })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Restores a person; with `since`, one who was suspended at that moment. Returns false for one who is not, or not there. */
export const restoreUser = async (tx: Tx, id: string, now: Date, since?: Date): Promise<boolean> => {
  const done = await tx
    .updateTable('users')
    .set({ suspended_at: null, suspension_reason: null, updated_at: now })
    .where('id', '=', id)
    .where('suspended_at', since ? '=' : 'is not', since ?? null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Takes an administrator's right back. Returns false for who has none. */
export const takeRight = async (tx: Tx, id: string): Promise<boolean> => {
  const done = await tx
    .updateTable('users')
    .set({ is_administrator: false })
    .where('id', '=', id)
    .where('is_administrator', '=', true)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
