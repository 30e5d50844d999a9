import { type RawBuilder, sql } from 'kysely'
import type { ProjectRole } from '#shared/contract/index.ts'
import { stopBefore } from '#shared/rules/reward-state.ts'
import { isPutOff } from '#server/access/put-off.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { anyOf, prepared, unseen } from '#server/db/prepared.ts'

export type FactsRow = {
  task_id: string
  status: number
  is_archived: boolean
  is_suspended: boolean
  is_paused: boolean
  members_take: boolean
  review_queue_max: number
  owner: string
  waiting_rounds: number
  role: ProjectRole | null
  has_worked: boolean
  mark: 'vouched' | 'blocked' | null
  reputation: number
  creators: number
  accepted_tasks: number
  held: number
  held_here: number
  waiting_applications: number
  oldest_answer: Date | null
  ended_at: Date | null
  unsettled_cents: number | null
  unsettled_currency: string | null
  unsettled_to: string | null
}

/** Fewer than three accepted tasks make a newcomer, so nobody counts further. */
const COUNTED = 3
const name = (user: string) => sql.raw(`coalesce(nullif(${user}.name, ''), ${user}.username)`)

/** Owners of the project `p`. */
const owners = sql`select o.user_id from memberships o where o.project_id = p.id and o.role = 'owner'`
/** Tasks of the person `u` that were accepted: by a claim, or with reputation. */
const accepted = sql`
  select done.task_id, done.project_id from claims done where done.user_id = u.id and done.state = 'finished'
  union
  select t.id, t.project_id from tasks t
  where t.assigned_to_id = u.id and t.status = 4 and t.deleted_at is null and t.credited_reputation > 0`
/** The due of an owner of the project `p`, in any of their projects, that is late for so long that it stops them. */
const stop = (now: Date) => sql`
  select b.amount_cents::float8 as cents, b.currency, ${name('payee')} as payee
  from claims c join ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id and b.amount_cents > 0
    join users payee on payee.id = c.user_id
    join memberships o on o.project_id = c.project_id and o.role = 'owner'
  where c.pay_by < ${stopBefore(now)} and pay_date(c.project_id, c.user_id, c.pay_by) < ${stopBefore(now)}
    and o.user_id in (${owners}) and not ${isPutOff}
  order by c.pay_by, c.id limit 1`
const held = sql`select c.project_id from claims c
  where c.user_id = u.id and c.state = 'active' and c.lease_until is not null`

/** The undecided applications of the person `u`, to projects and to tasks, and when the oldest of them is answered. */
const waiting = sql`
  (select count(*)::int from project_requests r
    where r.user_id = u.id and r.kind <> 'invitation' and r.status = 0 and r.withdrawn_at is null) as waiting_applications,
  (select min(r.answer_by) from project_requests r join projects rp on rp.id = r.project_id
    where r.user_id = u.id and r.kind <> 'invitation' and r.status = 0 and r.withdrawn_at is null
      and rp.clock_stopped_at is null) as oldest_answer`

type WaitingRow = Pick<FactsRow, 'reputation' | 'creators' | 'waiting_applications' | 'oldest_answer'>

export const findWaiting = async (db: DbOrTx, userID: string): Promise<WaitingRow> => {
  const { rows } = await sql<WaitingRow>`${prepared}
    select u.reputation, u.reputation_creators as creators, ${waiting} from users u where u.id = ${userID}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The person is gone.')
  return row
}

type AskedFacts = { tasks: ReadonlyArray<{ id: string; project_id: string }>; userID: string; now: Date }
/**
 * The statement that reads what `whyNotTake` asks of a person, and of each task and its project. What depends on the person
 * alone is read once, and what depends on a project once for it, so that a page of tasks takes one statement.
 */
export const factsOf = ({ tasks, userID, now }: AskedFacts): RawBuilder<FactsRow> => sql<FactsRow>`${prepared}
    with asked as materialized (
      select task_id, project_id
      from unnest(${unseen(
        tasks.map(({ id }) => id),
        'uuid[]',
      )}, ${unseen(
        tasks.map(({ project_id }) => project_id),
        'uuid[]',
      )}) as a (task_id, project_id)
    ), person as materialized (
      select u.id, u.suspended_at is not null as is_suspended, u.reputation, u.reputation_creators as creators,
        (select count(*)::int from (select from (${accepted}) as a limit ${COUNTED}) as done) as accepted_tasks,
        array(${held}) as held_in,
        ${waiting}
      from users u where u.id = ${userID}
    ), giving as materialized (
      select p.id, p.status, p.archived_at is not null as is_archived, p.applications_paused as is_paused,
        p.members_take, p.review_queue_max, coalesce((
          select ${name('ou')} from memberships o join users ou on ou.id = o.user_id
          where o.project_id = p.id and o.role = 'owner' order by o.joined_at, o.user_id limit 1), 'The project') as owner,
        (select count(*)::int from tasks w where w.project_id = p.id and w.status = 3 and w.open_round is not null
          and w.deleted_at is null) as waiting_rounds,
        m.role, (select x.mark from project_people x where x.project_id = p.id and x.user_id = u.id) as mark, exists (
          select from (${accepted}) as a join memberships theirs on theirs.project_id = a.project_id and theirs.role = 'owner'
          where theirs.user_id in (${owners})) as has_worked,
        late.cents as unsettled_cents, late.currency as unsettled_currency, late.payee as unsettled_to
      from projects p cross join person u
        left join memberships m on m.project_id = p.id and m.user_id = u.id
        left join lateral (${stop(now)}) as late on true
      where p.id in (select project_id from asked)
    )
    select asked.task_id, giving.*, person.*, cardinality(person.held_in) as held,
      cardinality(array_positions(person.held_in, asked.project_id)) as held_here,
      (select max(c.ended_at) from claims c
        where c.task_id = asked.task_id and c.user_id = person.id
          and c.state in ('returned', 'expired', 'takenBack', 'ended')) as ended_at
    from asked join giving on giving.id = asked.project_id cross join person`
export const findFacts = async (db: DbOrTx, asked: AskedFacts): Promise<FactsRow[]> =>
  (await factsOf(asked).execute(db)).rows

/** Those of the projects whose owners must settle something before any of their projects gives out a reward. */
export const findStopped = async (db: DbOrTx, projectIDs: readonly string[], now: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`${prepared}
    select p.id from projects p cross join lateral (${stop(now)}) as late
    where p.id = ${anyOf(projectIDs)}`.execute(db)
  return rows.map(({ id }) => id)
}

export type Stop = { cents: number; currency: string; payee: string }
/** What an owner of the project must settle before any of their projects promises or gives out a reward. */
export const findStop = async (db: DbOrTx, projectID: string, now: Date): Promise<Stop | undefined> => {
  const { rows } = await sql<Stop>`${prepared}
    select late.* from projects p cross join lateral (${stop(now)}) as late where p.id = ${projectID}`.execute(db)
  return rows[0]
}
