import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { MarketSort, Offer, Tier } from '#shared/contract/index.ts'
import type { OpenTasksSum } from '#shared/contract/market.ts'
import type { DbOrTx } from '#server/db/pool.ts'

// What the market can be narrowed and sorted by, as SQL about a project `p`. The expressions are those of the indexes
// (migration 0052), or the planner would not use them.

export type MarketChoices = {
  /** Null for the order of the list itself: newest first, or most relevant first for a search. */
  sort: MarketSort | null
  /** Folded names of skills; a project must have all of them. */
  skills: readonly string[]
  maxHours: number | null
  /** US dollars; a project in another currency is left out. */
  minBudget: number | null
  /** Only projects that the viewer has saved. */
  isSaved: boolean
  /** Today in UTC, YYYY-MM-DD: deadlines before it are over. */
  today: string
}
type Filters = Pick<MarketChoices, 'skills' | 'maxHours' | 'minBudget' | 'isSaved'>
type Order = Pick<MarketChoices, 'sort' | 'today'>

/** Whether the market is its plain list, whose pages the counts of days find, however deep they are. */
export const isPlain = ({ sort, ...filters }: Omit<MarketChoices, 'today'>): boolean =>
  (sort === null || sort === 'newest') && !hasFilters(filters)
/** Whether nothing is narrowed, and the order is the list's own. */
export const isUnchanged = ({ sort, ...filters }: Omit<MarketChoices, 'today'>): boolean =>
  sort === null && !hasFilters(filters)
const hasFilters = ({ skills, maxHours, minBudget, isSaved }: Filters): boolean =>
  skills.length > 0 || maxHours !== null || minBudget !== null || isSaved

const fewestClosed = sql.lit(5)
/** How long the creator of a project takes to answer, in hours; only of creators with enough closed requests. */
const answersIn = sql`(select a.median_hours from answer_records a
  where a.user_id = p.created_by and a.closed >= ${fewestClosed} and a.median_hours is not null)`

/** Conditions that follow `where …`; empty when nothing is filtered. */
export const narrowing = ({ skills, maxHours, minBudget, isSaved }: Filters, viewerID: string): RawBuilder<SqlBool> => {
  const conditions = [
    ...(skills.length > 0 ? [sql`skill_names(p.skills) @> ${[...skills]}::text[]`] : []),
    ...(maxHours === null ? [] : [sql`hours_asked(p.weekly_hours, p.tier) <= ${maxHours}::double precision`]),
    ...(minBudget === null ? [] : [sql`-budget_amount(p.budget) <= ${-minBudget}::numeric and p.currency = 'USD'`]),
    ...(isSaved ? [sql`p.id in (select s.project_id from saved_projects s where s.user_id = ${viewerID})`] : []),
  ]
  return sql`${sql.join(
    conditions.map((condition) => sql` and ${condition}`),
    sql``,
  )}`
}
/** The columns of a project that `narrowing` and `sortKey` read. */
export const choiceColumns = sql`p.skills, p.weekly_hours, p.tier, p.budget, p.currency, p.estimated_deadline, p.created_by`

/** What projects are sorted by, the smallest first and null last; equal ones are newest first. */
export const sortKey = ({ sort, today }: Order): RawBuilder<unknown> => {
  if (sort === 'deadline')
    return sql`case when deadline_day(p.estimated_deadline) >= ${today}::date
      then (deadline_day(p.estimated_deadline) - date '2000-01-01')::double precision end`
  if (sort === 'budget') return sql`(-budget_amount(p.budget))::double precision`
  if (sort === 'answers') return sql`${answersIn}::double precision`
  return sql`null::double precision`
}

/**
 * The numbers of creators who answer fastest and of the newest projects of each, which come first; all other
 * projects come after those.
 */
const QUICKEST = 100
const EACH_MAX = 10
type Listing = { isOpen: RawBuilder<SqlBool>; order: Order; limit: number }

/**
 * The first projects in this order, as `id, created_at, key`, at most `limit`. Those with a date or a record are read
 * from their index; if they are too few, the newest of the others follow.
 */
export const firstBy = ({ isOpen, order, limit }: Listing): RawBuilder<unknown> => {
  const { sort, today } = order
  const most = sql.lit(limit)
  const columns = sql`p.id, p.created_at`
  const newest = sql`order by p.created_at desc, p.id desc limit ${most}`
  const thenOthers = (first: RawBuilder<unknown>, others: RawBuilder<unknown>, before = sql`with`) => sql`
    ${before} first as materialized (${first})
    select * from first union all (select ${columns}, null::double precision as key from projects p
      where (select count(*) from first) < ${most} and ${isOpen} and ${others} ${newest})`
  if (sort === 'deadline')
    return thenOthers(
      sql`select ${columns}, ${sortKey(order)} as key from projects p
        where ${isOpen} and deadline_day(p.estimated_deadline) >= ${today}::date
        order by deadline_day(p.estimated_deadline), p.created_at desc, p.id desc limit ${most}`,
      sql`(deadline_day(p.estimated_deadline) >= ${today}::date) is not true`,
    )
  if (sort === 'answers')
    return thenOthers(
      sql`select ${columns}, quick.median_hours::double precision as key from quick cross join lateral (
          select ${columns} from projects p where p.created_by = quick.user_id and ${isOpen}
          order by p.created_at desc, p.id desc limit ${sql.lit(EACH_MAX)}
        ) as p order by quick.median_hours, p.created_at desc, p.id desc limit ${most}`,
      sql`p.id not in (select id from first)`,
      sql`with quick as materialized (
        select a.user_id, a.median_hours from answer_records a
        where a.closed >= ${fewestClosed} and a.median_hours is not null
        order by a.median_hours, a.user_id limit ${sql.lit(QUICKEST)}
      ),`,
    )
  if (sort === 'budget')
    return sql`select ${columns}, ${sortKey(order)} as key from projects p where ${isOpen}
      order by -budget_amount(p.budget), p.created_at desc, p.id desc limit ${most}`
  return sql`select ${columns}, null::double precision as key from projects p where ${isOpen} ${newest}`
}

/** The sum of the project's open tasks that the person may see, as JSON; null for none. */
const openTasksOf = (project: RawBuilder<unknown>, viewerID: string): RawBuilder<OpenTasksSum | null> =>
  sql<OpenTasksSum | null>`(
    select json_build_object('count', count(*), 'amountCents', max(o.amount_cents),
      'currency', (array_agg(o.currency order by o.amount_cents desc, o.currency))[1])
    from open_tasks o where o.project_id = ${project} and (o.takers <> 'members' or exists (
      select from memberships f where f.project_id = o.project_id and f.user_id = ${viewerID}))
    having count(*) > 0)`

export const sumOpenTasks = async (db: DbOrTx, projectID: string, viewerID: string): Promise<OpenTasksSum | null> => {
  const { rows } = await sql<{ sum: OpenTasksSum | null }>`
    select ${openTasksOf(sql`${projectID}::uuid`, viewerID)} as sum`.execute(db)
  return rows[0]?.sum ?? null
}

/** What people choose the project by, and the viewer's open request with it. */
export const offerFor = (viewerID: string): RawBuilder<Offer> => sql<Offer>`json_build_object(
  'budget', p.budget, 'currency', p.currency, 'weeklyHours', p.weekly_hours, 'deadline', p.estimated_deadline,
  'teamSize', (select count(*) from memberships t where t.project_id = p.id),
  'applicants', (select count(*) from project_requests r where r.project_id = p.id and r.status = 0
    and r.withdrawn_at is null and r.kind <> 'invitation'),
  'asked', (select r.kind from project_requests r where r.project_id = p.id and r.user_id = ${viewerID}
    and r.status = 0 and r.withdrawn_at is null and r.task_id is null),
  'openTasks', ${openTasksOf(sql`p.id`, viewerID)})`

/** The condition for these tiers, after others; empty for all of them. */
export const inTiers = (tiers: readonly Tier[] | null) =>
  tiers ? sql`and p.tier in (${sql.join(tiers.map((tier) => sql.lit(tier)))})` : sql``
