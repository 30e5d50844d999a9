import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { OpenTaskMode, OpenTaskSort } from '#shared/contract/open-tasks.ts'
import type { AiRule, OfferTakers } from '#shared/contract/task-offer.ts'
import type { DoneWhenLine, ProjectRole, Tier } from '#shared/contract/index.ts'
import { type DbOrTx, send } from '#server/db/pool.ts'
import { anyOf, prepared } from '#server/db/prepared.ts'
import { hasTrigram, patternOf } from '#server/db/text-search.ts'

export type OpenTaskFilter = {
  viewerID: string
  /** Folded words, each with its possible spellings; a task must have every word, in one spelling. */
  words: ReadonlyArray<readonly string[]>
  /** A folded skill. */
  skill: string | null
  minCents: number | null
  /** The currency of `minCents`, and the one whose rewards come first when they are sorted. */
  currency: string
  maxHours: number | null
  mode: OpenTaskMode | null
  projectID: string | null
  /** What a task must ask for to be one for the viewer; null for all tasks. */
  forMe: { skills: readonly string[]; tiers: readonly Tier[] } | null
}

/** The place of a task in an order: its key, when its offer was made, and its ID. */
export type OpenTaskPlace = { key: string | null; place: string; id: string }
/** Rewards in other currencies are a list of their own, behind those of the currency asked for. */
export type OpenTaskPart = { sort: OpenTaskSort; isOther: boolean }

const keys = {
  newest: null,
  reward: { column: sql`(-o.amount_cents)`, type: sql`integer` },
  due: { column: sql`o.due_key`, type: sql`date` },
  shortest: { column: sql`o.hours_key`, type: sql`double precision` },
} as const
const keyOf = ({ sort, isOther }: OpenTaskPart) => (isOther ? null : keys[sort])

const contains = (word: string): RawBuilder<SqlBool> => {
  const isContained = sql<SqlBool>`o.search_text like ${patternOf(word)}`
  return hasTrigram(word)
    ? isContained
    : sql<SqlBool>`(short_parts(o.search_text) @> short_parts(${word}) and ${isContained})`
}

const conditionsOf = (filter: OpenTaskFilter, part: OpenTaskPart): RawBuilder<SqlBool>[] => {
  const { viewerID, skill, minCents, currency, maxHours, mode, projectID, forMe } = filter
  const isOfCurrency = minCents !== null || (part.sort === 'reward' && !part.isOther)
  return [
    sql<SqlBool>`(o.takers <> 'members' or exists (
      select from memberships m where m.project_id = o.project_id and m.user_id = ${viewerID}))`,
    ...(skill === null ? [] : [sql<SqlBool>`o.skills @> array[${skill}]::text[]`]),
    ...(isOfCurrency ? [sql<SqlBool>`o.currency = ${currency}`] : []),
    ...(part.isOther ? [sql<SqlBool>`o.currency <> ${currency}`] : []),
    ...(minCents === null ? [] : [sql<SqlBool>`-o.amount_cents <= ${-minCents}::integer`]),
    ...(maxHours === null ? [] : [sql<SqlBool>`o.hours_key <= ${maxHours}::double precision`]),
    ...(mode === null ? [] : [sql<SqlBool>`o.mode = ${mode}`]),
    ...(projectID === null ? [] : [sql<SqlBool>`o.project_id = ${projectID}`]),
    ...(forMe === null ? [] : [sql<SqlBool>`(o.min_tier is null or o.min_tier = any(${[...forMe.tiers]}::text[]))`]),
    ...(forMe === null || forMe.skills.length === 0 ? [] : [sql<SqlBool>`o.skills && ${[...forMe.skills]}::text[]`]),
  ]
}

const hasWords = ({ words }: OpenTaskFilter): RawBuilder<SqlBool>[] =>
  words.map((spellings) => sql<SqlBool>`(${sql.join(spellings.map(contains), sql` or `)})`)
const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql<SqlBool>`true`

const notBefore = (part: OpenTaskPart, after: OpenTaskPlace | null): RawBuilder<SqlBool>[] => {
  if (after === null) return []
  const key = keyOf(part)
  if (key === null) return [sql<SqlBool>`(o.place, o.task_id) > (${after.place}::bigint, ${after.id}::uuid)`]
  return [
    sql<SqlBool>`(${key.column}, o.place, o.task_id) > (${after.key}::${key.type}, ${after.place}::bigint, ${after.id}::uuid)`,
  ]
}

type OpenTaskQuery = OpenTaskPart & { after: OpenTaskPlace | null; limit: number }
const orderOf = (part: OpenTaskPart) => {
  const key = keyOf(part)
  return key === null ? sql`o.place, o.task_id` : sql`${key.column}, o.place, o.task_id`
}
const columnsOf = (part: OpenTaskPart) =>
  sql`o.task_id as id, ${keyOf(part)?.column ?? sql`null`}::text as key, o.place::text as place`

/** How many tasks of an order a search reads at most before it asks the index of words. */
const HEAD = 4_000

/**
 * The places of the next open tasks of an order, at most `limit`. A search first reads the beginning of the order until it has found
 * enough, as it soon has for common words, then all tasks that have the words: PostgreSQL knows too little of texts to choose, and read
 * the whole order for words that are rare at its beginning.
 */
export const findPlaces = async (
  db: DbOrTx,
  filter: OpenTaskFilter,
  { after, limit, ...part }: OpenTaskQuery,
  head = HEAD,
): Promise<OpenTaskPlace[]> => {
  const where = all([...conditionsOf(filter, part), ...notBefore(part, after)])
  const words = hasWords(filter)
  const [columns, order] = [columnsOf(part), orderOf(part)]
  const read = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<OpenTaskPlace>`
      select ${columns} from ${from} as o where ${where} order by ${order} limit ${limit}::integer`.execute(db)
    return rows
  }
  if (words.length === 0) return read(sql`open_tasks`)
  // The last row of the head is answered whether it has the words or not: it says that the order goes on.
  const { rows } = await sql<OpenTaskPlace & { has_words: boolean; is_last: boolean }>`
    select ${columns}, ${all(words)} as has_words, o.nth = ${head}::integer as is_last from (
      select o.*, ${keyOf(part)?.column ?? sql`null`} as sort_key, row_number() over (order by ${order}) as nth from open_tasks o
      where ${where} order by ${order} limit ${head}::integer
    ) as o where ${all(words)} or o.nth = ${head}::integer
    order by ${keyOf(part) === null ? sql`` : sql`o.sort_key,`} o.place, o.task_id limit ${limit}::integer`.execute(db)
  const found = rows.filter(({ has_words }) => has_words).map(({ id, key, place }) => ({ id, key, place }))
  if (found.length === limit || !rows.some(({ is_last }) => is_last)) return found
  // `offset 0` keeps PostgreSQL from reading the order again.
  return read(sql`(select o.* from open_tasks o where ${all(words)} offset 0)`)
}

/** The newest tasks that were offered after a moment, at most `limit`; none of a project that the viewer owns. */
export const findOfferedSince = async (
  db: DbOrTx,
  filter: OpenTaskFilter,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select o.task_id as id from open_tasks o
    where ${all([...conditionsOf(filter, { sort: 'newest', isOther: false }), ...hasWords(filter)])}
      and o.place < -(extract(epoch from ${since}::timestamptz) * 1000000)::bigint
      and not exists (
        select from memberships own
        where own.project_id = o.project_id and own.user_id = ${filter.viewerID} and own.role = 'owner')
    order by o.place, o.task_id limit ${limit}::integer`.execute(db)
  return rows.map(({ id }) => id)
}

export type OfferedTaskRow = {
  id: string
  task_number: number
  title: string
  description: string
  status: number
  hours: number | null
  due_on: string | null
  done_when: DoneWhenLine[]
  assigned_to_name: string | null
  assigned_to_username: string | null
  task_id: string
  amount_cents: number
  currency: string
  mode: OpenTaskMode
  takers: OfferTakers
  min_tier: Tier | null
  skills: string[]
  lease_days: number
  review_days: number
  pay_days: number
  ai_rule: AiRule
  project_id: string
  project_title: string
  project_tier: Tier
  project_status: number
  answer_days: number
  owner: { username: string; name: string } | null
  role: ProjectRole | null
}

/**
 * Tasks with an open offer, as they can be read by this person: of projects on the market that they know of, and of those
 * that they are a member of; one for members only by members.
 */
export const findOffered = async (db: DbOrTx, ids: readonly string[], viewerID: string): Promise<OfferedTaskRow[]> => {
  const { rows } = await sql<OfferedTaskRow>`${prepared}
    select t.id, t.task_number, t.title, t.description, t.status, t.estimate_hours::float8 as hours,
      t.due_on::text as due_on, t.done_when, nullif(a.name, '') as assigned_to_name, a.username as assigned_to_username,
      o.task_id, o.amount_cents, o.currency, o.mode, o.takers, o.min_tier, o.lease_days, o.review_days, o.pay_days, o.ai_rule,
      case when o.skills <> '{}' then o.skills else array(
        select trim(skill) from unnest(string_to_array(p.skills, ',')) as skill where trim(skill) <> '') end as skills,
      p.id as project_id, p.title as project_title, p.tier as project_tier, p.status as project_status,
      p.answers_within_days as answer_days, m.role, (
        select json_build_object('username', u.username, 'name', u.name)
        from memberships f join users u on u.id = f.user_id
        where f.project_id = p.id and f.role = 'owner' order by f.joined_at, f.user_id limit 1) as owner
    from tasks t join offers o on o.task_id = t.id join projects p on p.id = t.project_id
      left join users a on a.id = t.assigned_to_id
      left join memberships m on m.project_id = p.id and m.user_id = ${viewerID}
    where t.id = ${anyOf(ids)} and t.deleted_at is null and p.deleted_at is null
      and o.closed_at is null and o.mode <> 'assigned'
      and (m.role is not null or (p.status in (1, 2) and p.archived_at is null and o.takers <> 'members'))`.execute(db)
  return rows
}

/** The skills of a person, folded, and what their tier follows. */
export const findTaker = async (
  db: DbOrTx,
  userID: string,
): Promise<{ skills: string[]; reputation: number; creators: number } | undefined> => {
  const { rows } = await sql<{ skills: string[]; reputation: number; creators: number }>`
    select skill_names(array_to_string(skills, ',')) as skills, reputation, reputation_creators as creators
    from users where id = ${userID}`.execute(db)
  return rows[0]
}

/** How many open tasks anybody can see, counted up to a bound. */
export const countOpen = async (db: DbOrTx, max: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from open_tasks where takers <> 'members' limit ${max}::integer) as open`.execute(db)
  return rows[0]?.count ?? 0
}

/** The IDs of the tasks that a person has saved, the last one first. */
export const findSaved = async (db: DbOrTx, userID: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('saved_tasks')
    .where('user_id', '=', userID)
    .orderBy('saved_at', 'desc')
    .orderBy('task_id')
    .select('task_id')
    .execute()
  return rows.map(({ task_id }) => task_id)
}

/** Saves the task unless the person has `max` already that are still there; answers whether it is saved now. */
export const insertSaved = async (
  db: DbOrTx,
  { userID, taskID, now, max }: { userID: string; taskID: string; now: Date; max: number },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into saved_tasks (user_id, task_id, saved_at)
    select ${userID}::uuid, ${taskID}::uuid, ${now}::timestamptz
    where (select count(*) from saved_tasks where user_id = ${userID} and task_id <> ${taskID}) < ${max}::integer
    on conflict (user_id, task_id) do update set saved_at = saved_tasks.saved_at returning 1`.execute(db)
  return rows.length > 0
}

export const deleteSaved = (db: DbOrTx, userID: string, taskIDs: readonly string[]) =>
  send(
    db,
    db
      .deleteFrom('saved_tasks')
      .where('user_id', '=', userID)
      .where('task_id', 'in', [...taskIDs]),
  )
