import { type Selectable, sql } from 'kysely'
import type { MarketSearch, SearchKind, TaskSearch } from '#shared/contract/saved.ts'
import { type DbOrTx, send } from '#server/db/pool.ts'
import type { SavedSearches } from '#server/db/schema.generated.ts'

export const findSaved = async (db: DbOrTx, userID: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('saved_projects as s')
    .innerJoin('projects as p', 'p.id', 's.project_id')
    .where('s.user_id', '=', userID)
    .where('p.deleted_at', 'is', null)
    .orderBy('s.saved_at', 'desc')
    .orderBy('s.project_id')
    .select('s.project_id')
    .execute()
  return rows.map(({ project_id }) => project_id)
}

/** Saves the project unless the person has `max` already; answers whether it is saved now. */
export const insertSaved = async (
  db: DbOrTx,
  { userID, projectID, now, max }: { userID: string; projectID: string; now: Date; max: number },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into saved_projects (user_id, project_id, saved_at)
    select ${userID}::uuid, ${projectID}::uuid, ${now}::timestamptz
    where (select count(*) from saved_projects where user_id = ${userID} and project_id <> ${projectID}) < ${max}::integer
    on conflict (user_id, project_id) do update set saved_at = saved_projects.saved_at returning 1`.execute(db)
  return rows.length > 0
}

export const deleteSaved = (db: DbOrTx, userID: string, projectID: string) =>
  send(db, db.deleteFrom('saved_projects').where('user_id', '=', userID).where('project_id', '=', projectID))

const searchColumns = ['id', 'name', 'search', 'created_at', 'seen_at'] as const
export type SearchRow = Pick<Selectable<SavedSearches>, (typeof searchColumns)[number]>

/** A search of open tasks is stored beneath the name `tasks`, one of projects as it is. */
export type StoredSearch = MarketSearch | { tasks: TaskSearch }

export const findSearches = (db: DbOrTx, userID: string, kind: SearchKind): Promise<SearchRow[]> =>
  db
    .selectFrom('saved_searches')
    .where('user_id', '=', userID)
    .where(sql<boolean>`search ? 'tasks'`, '=', kind === 'tasks')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .select(searchColumns)
    .execute()

type NewSearch = { id: string; userID: string; name: string; search: StoredSearch; now: Date; max: number }

/**
 * Saves the search in the person's first free place of `max`; undefined when there is none. Of two parallel saves for
 * the same place, the second looks again.
 */
export const insertSearch = async (db: DbOrTx, asked: NewSearch): Promise<SearchRow | undefined> => {
  const { id, userID, name, search, now, max } = asked
  const { rows } = await sql<SearchRow & { is_full: boolean }>`
    with free as (
      select place from generate_series(1, ${max}::integer) as places (place)
      where not exists (select from saved_searches s where s.user_id = ${userID} and s.place = places.place)
      order by place limit 1
    ), made as (
      insert into saved_searches (id, user_id, place, name, search, created_at, seen_at)
      select ${id}::uuid, ${userID}::uuid, place, ${name}, ${JSON.stringify(search)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
      from free on conflict (user_id, place) do nothing returning id, name, search, created_at, seen_at
    )
    select made.*, not exists (select from free) as is_full from (values (1)) as one left join made on true`.execute(db)
  const [row] = rows
  if (row?.id) return row
  return row?.is_full ? undefined : insertSearch(db, asked)
}

type Own = { id: string; userID: string }

/** Sets what is given, and answers whether the person has this search. */
export const updateSearchRow = async (
  db: DbOrTx,
  { id, userID }: Own,
  change: { name: string | undefined; seen_at: Date | undefined },
): Promise<boolean> => {
  const { rows } = await sql`
    update saved_searches set name = coalesce(${change.name ?? null}, name),
      seen_at = coalesce(${change.seen_at ?? null}::timestamptz, seen_at)
    where id = ${id} and user_id = ${userID} returning 1`.execute(db)
  return rows.length > 0
}

export const deleteSearch = async (db: DbOrTx, { id, userID }: Own): Promise<boolean> => {
  const result = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', userID)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}
