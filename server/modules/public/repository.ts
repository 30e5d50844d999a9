import { sql } from 'kysely'
import type { Tier } from '#shared/contract/common.ts'
import type { OfferTakers } from '#shared/contract/task-offer.ts'
import type { AiRule } from '#shared/contract/task-offer.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'

/** The one condition under which visitors see a project `p`. */
const isShown = sql<boolean>`(p.show_to_visitors and p.status in (1, 2) and p.archived_at is null
  and p.deleted_at is null and not p.applications_paused)`
/** The one condition under which visitors see a task `t` of such a project by its offer `o`. */
const isOffered = sql<boolean>`(t.deleted_at is null and t.status < 5 and o.closed_at is null
  and o.mode <> 'assigned' and o.takers <> 'members')`

const owner = sql`(
  select json_build_object('id', u.id, 'username', u.username, 'name', u.name, 'hasMade', u.id = p.created_by)
  from memberships m join users u on u.id = m.user_id
  where m.project_id = p.id and m.role = 'owner' order by m.user_id <> p.created_by, m.joined_at, m.user_id limit 1)`

/** Who made the project, while they are an owner of it: the record of how it pays is theirs (`hasMade`). Else its first owner. */
export type PublicOwner = { id: string; username: string; name: string; hasMade: boolean }
export type PublicProject = {
  id: string
  title: string
  description: string
  scope: string | null
  skills: string
  updated_at: Date
  owner: PublicOwner | null
}
const projectColumns = sql`p.id, p.title, p.description, p.detailed_description as scope, p.skills, p.updated_at, ${owner} as owner`

export const findProject = async (db: DbOrTx, id: string): Promise<PublicProject | undefined> => {
  const { rows } = await sql<PublicProject>`${prepared}
    select ${projectColumns} from projects p where p.id = ${id} and ${isShown}`.execute(db)
  return rows[0]
}

export type ListedProject = PublicProject & { open: number; most_cents: number | null; currency: string }
/** A page of the projects, the newest first, with how many tasks are open and the most that one of them pays. */
export const findProjects = async (
  db: DbOrTx,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedProject[]> => {
  const { rows } = await sql<ListedProject>`
    select ${projectColumns}, p.currency, free.open, free.most_cents
    from projects p cross join lateral (
      select count(*)::int as open, max(f.amount_cents) as most_cents from open_tasks f
      where f.project_id = p.id and f.takers <> 'members') as free
    where ${isShown} order by p.created_at desc, p.id desc limit ${limit}::integer offset ${offset}::integer`.execute(
    db,
  )
  return rows
}

export type PublicTask = {
  id: string
  title: string
  description: string
  done_when: Array<{ text: string }>
  status: number
  hours: number | null
  due_on: string | null
  amount_cents: number
  currency: string
  mode: 'apply' | 'claim'
  takers: OfferTakers
  min_tier: Tier | null
  lease_days: number
  review_days: number
  pay_days: number
  ai_rule: AiRule
  skills: string[]
  made_at: Date
  changed_at: Date
  is_open: boolean
  project_id: string
  project_title: string
  answer_days: number
  /** How many hand-ins wait when the project gives nothing out for that; null otherwise. */
  full: number | null
  owner: PublicOwner | null
}
const taskColumns = sql`
  t.id, t.title, t.description, t.done_when, t.status, t.estimate_hours::float8 as hours, t.due_on::text as due_on,
  o.amount_cents, o.currency, o.mode, o.takers, o.min_tier, o.lease_days, o.review_days, o.pay_days, o.ai_rule,
  case when o.skills <> '{}' then o.skills else array(
    select trim(skill) from unnest(string_to_array(p.skills, ',')) as skill where trim(skill) <> '') end as skills,
  o.made_at, greatest(o.changed_at, t.updated_at) as changed_at, f.task_id is not null as is_open,
  p.id as project_id, p.title as project_title, p.answers_within_days as answer_days,
  case when waiting.rounds >= p.review_queue_max then waiting.rounds end as full, ${owner} as owner`
const joins = sql`
  join tasks t on t.id = o.task_id join projects p on p.id = o.project_id
  cross join lateral (
    select count(*)::int as rounds from tasks w where w.project_id = p.id and w.status = 3 and w.open_round is not null
      and w.deleted_at is null) as waiting`

/** A task whose offer is not closed, whether it is open or somebody has it. */
export const findTask = async (db: DbOrTx, id: string): Promise<PublicTask | undefined> => {
  const { rows } = await sql<PublicTask>`${prepared}
    select ${taskColumns} from offers o ${joins} left join open_tasks f on f.task_id = o.task_id
    where o.task_id = ${id} and ${isShown} and ${isOffered}`.execute(db)
  return rows[0]
}

export type OpenFilter = {
  projectID?: string
  skill?: string | null
  minCents?: number | null
  not?: string
  limit: number
}
/** Open tasks, those whose offer is the newest first; `minCents` counts dollars, as the list of open tasks does. */
export const findOpen = async (
  db: DbOrTx,
  { projectID, skill, minCents, not, limit }: OpenFilter,
): Promise<PublicTask[]> => {
  const conditions = [
    isShown,
    isOffered,
    ...(projectID === undefined ? [] : [sql<boolean>`f.project_id = ${projectID}`]),
    ...(skill ? [sql<boolean>`f.skills @> array[${skill}]::text[]`] : []),
    ...(minCents ? [sql<boolean>`f.currency = 'USD' and -f.amount_cents <= ${-minCents}::integer`] : []),
    ...(not === undefined ? [] : [sql<boolean>`f.task_id <> ${not}`]),
  ]
  // What a filter finds can be few or most of all: such a statement is planned each time.
  const isFiltered = Boolean(skill) || Boolean(minCents)
  const { rows } = await sql<PublicTask>`${isFiltered ? sql`` : prepared}
    select ${taskColumns} from open_tasks f join offers o on o.task_id = f.task_id ${joins}
    where ${sql.join(conditions, sql` and `)} order by f.place, f.task_id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export type PublicAddress = { id: string; title: string; isTask: boolean }
/** All that has a page, for the map of the site: as many as such a map may hold. */
export const findAddresses = async (db: DbOrTx, limit: number): Promise<PublicAddress[]> => {
  const { rows } = await sql<PublicAddress>`
    (select p.id, p.title, false as "isTask" from projects p where ${isShown})
    union all
    (select t.id, t.title, true from offers o join tasks t on t.id = o.task_id join projects p on p.id = o.project_id
      where ${isShown} and ${isOffered})
    limit ${limit}::integer`.execute(db)
  return rows
}
