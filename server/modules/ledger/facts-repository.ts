import { type RawBuilder, sql } from 'kysely'
import type { ClaimState, ClaimTerms, ProjectRole, Tier } from '#shared/contract/index.ts'
import { otherSideOf, type RewardFacts, type Side } from '#shared/rules/reward-state.ts'
import { partyOf } from '#server/access/party.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { anyOf, prepared } from '#server/db/prepared.ts'

type PersonRow = { id: string; username: string; name: string } | null

/** What the state of a task's reward depends on, but for the clock and the stop of its poster. */
export type FactsRow = {
  task_id: string
  project_id: string
  offer_cents: number | null
  mode: 'assigned' | 'apply' | 'claim' | null
  closed_at: Date | null
  claim_id: string | null
  claim_state: ClaimState | null
  holder_id: string | null
  terms: ClaimTerms | null
  lease_until: Date | null
  ended_at: Date | null
  because: string | null
  pay_by: Date | null
  /** Since when its payee has said how to be paid, and whether the project has paid them before. */
  details_since: Date | null
  was_paid: boolean
  /** Nobody can say here how to be paid. */
  lacks_payout: boolean
  first_hand_in: Date | null
  round_state: 'open' | 'accepted' | 'changes' | 'withdrawn' | null
  handed_in_at: Date | null
  review_by: Date | null
  answered_at: Date | null
  answered_by: string | null
  due_cents: number
  proposal_side: Side | null
  proposal_cents: number | null
  proposal_ends: Date | null
  /** The dispute about the claim, also one that has ended. */
  dispute_id: string | null
  dispute_side: Side | null
  dispute_state: 'stating' | 'ruling' | null
  dispute_opened: Date | null
  dispute_by: Date | null
  ruled_at: Date | null
  payments: ReadonlyArray<{ id: string; recordedAt: string; confirmedAt: string | null; missingAt: string | null }>
}

/**
 * The claim that counts for a task: the active one, else the last that was finished, as long as the task is completed or
 * something was due for it.
 */
const claimOfTask = sql`
  select c.* from claims c
  where c.task_id = one.task_id and (c.state = 'active'
    or c.state = 'finished' and (c.pay_by is not null or t.id is null or t.status = 4))
  order by c.state = 'active' desc, c.ended_at desc limit 1`

const facts = sql`
  one.task_id, coalesce(o.project_id, c.project_id) as project_id, o.amount_cents as offer_cents, o.mode, o.closed_at,
  c.id as claim_id, c.state as claim_state, c.user_id as holder_id, c.terms, c.lease_until, c.ended_at, c.because, c.pay_by,
  r.state as round_state, r.created_at as handed_in_at, r.review_by, r.answered_at, r.answered_by,
  coalesce((select sum(b.amount_cents) from ledger_balances b
    where b.project_id = c.project_id and b.account = 'due:' || c.id), 0)::float8 as due_cents,
  (select given_at from payout_details pd where pd.user_id = c.user_id) as details_since,
  -- As the function was_paid has it, which PostgreSQL would call for each row.
  exists (select from payments p where p.project_id = c.project_id and p.user_id = c.user_id and p.voided_at is null
    and p.missing_at is null) as was_paid,
  exists (select from server_lacks l where l.what = 'payout key') as lacks_payout,
  (select one.id from disputes one where one.claim_id = c.id) as dispute_id,
  (select one.ended_at from disputes one where one.claim_id = c.id and one.state = 'ruled' and one.amount_cents = 0) as ruled_at, c.first_hand_in_at as first_hand_in,
  d.side as dispute_side, d.state as dispute_state, d.opened_at as dispute_opened, coalesce(d.rule_by, d.state_by) as dispute_by,
  a.side as proposal_side, a.amount_cents::float8 as proposal_cents, a.ends_at as proposal_ends,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'recordedAt', p.created_at, 'confirmedAt', p.confirmed_at,
      'missingAt', p.missing_at) order by p.created_at, p.id)
    from payments p where p.voided_at is null and p.project_id = c.project_id and p.id in (
      select l.payment_id from ledger_entries l where l.task_id = c.task_id and l.claim_id = c.id and l.kind = 'settle')
  ), '[]') as payments`

/** Reads the facts of the tasks in `one`, which has the column `task_id`; by the claim that counts unless another is given. */
const from = (one: RawBuilder<unknown>, claim = claimOfTask) => sql`
  ${one} left join tasks t on t.id = one.task_id left join offers o on o.task_id = one.task_id
  left join lateral (${claim}) as c on true
  left join lateral (select s.* from submissions s where s.task_id = c.task_id and s.claim_id = c.id order by s.round desc limit 1) as r on true
  left join disputes d on d.claim_id = c.id and d.ended_at is null
  left join proposals a on a.claim_id = c.id and a.state = 'open'`

export type TaskFactsRow = FactsRow & {
  title: string
  description: string
  done_when: ReadonlyArray<{ text: string }>
  due_on: string | null
  task_status: number
  assigned_to_id: string | null
  offer: {
    task_id: string
    amount_cents: number
    currency: string
    mode: 'assigned' | 'apply' | 'claim'
    takers: 'anyone' | 'tier' | 'known' | 'newcomers' | 'members'
    min_tier: Tier | null
    lease_days: number
    review_days: number
    pay_days: number
    ai_rule: 'any' | 'declare' | 'none'
  } | null
  /** What the reader is to the task: a guest is a member here; null for who is not party to it. */
  role: ProjectRole | null
  is_open_to_all: boolean
  project_status: number
  is_archived: boolean
  is_paused: boolean
  waiting_rounds: number
  review_queue_max: number
  owner: PersonRow
  holder: PersonRow
  actor: PersonRow
}

const personOf = (table: string) => {
  const at = (column: string) => sql.ref(`${table}.${column}`)
  return sql`case when ${at('id')} is not null then
    jsonb_build_object('id', ${at('id')}, 'username', ${at('username')}, 'name', ${at('name')}) end`
}

const people = sql`${personOf('owner')} as owner, ${personOf('holder')} as holder, ${personOf('actor')} as actor`
const peopleOf = (projectID: RawBuilder<unknown>) => sql`
  left join lateral (
    select u.* from memberships o join users u on u.id = o.user_id
    where o.project_id = ${projectID} and o.role = 'owner' order by o.joined_at, o.user_id limit 1) as owner on true
  left join users holder on holder.id = c.user_id
  left join users actor on actor.id = coalesce(a.made_by, r.answered_by)`

export type ClaimFactsRow = FactsRow & Record<'owner' | 'holder' | 'actor', PersonRow> & { claim_id: string }
/** The facts of these claims. */
export const findFactsOfClaims = async (db: DbOrTx, ids: readonly string[]): Promise<ClaimFactsRow[]> => {
  const { rows } = await sql<ClaimFactsRow>`${prepared}
    select ${facts}, ${people}
    from ${from(
      sql`(select g.id as claim_id, g.task_id from claims g where g.id = ${anyOf(ids)}) as one`,
      sql`select c.* from claims c where c.id = one.claim_id`,
    )} ${peopleOf(sql`c.project_id`)}`.execute(db)
  return rows
}

/** The facts of a task and what its reader is to it; undefined once task or project are deleted. */
export const findTaskFacts = async (db: DbOrTx, taskID: string, userID: string): Promise<TaskFactsRow | undefined> => {
  const { rows } = await sql<TaskFactsRow>`${prepared}
    select ${facts}, t.title, t.description, t.done_when, t.due_on::text, t.status as task_status, t.assigned_to_id, to_jsonb(o) as offer,
      party.role, exists (select from open_tasks listed where listed.task_id = t.id and listed.takers <> 'members') as is_open_to_all,
      project.status as project_status, project.archived_at is not null as is_archived,
      project.applications_paused as is_paused, project.review_queue_max, (
        select count(*)::int from tasks w where w.project_id = project.id and w.status = 3 and w.open_round is not null
          and w.deleted_at is null) as waiting_rounds,
      ${people}, project.id as project_id
    from ${from(sql`(select ${taskID}::uuid as task_id) as one`)}
      join projects project on project.id = t.project_id and project.deleted_at is null
      left join lateral ${partyOf(userID)} as party on true
      ${peopleOf(sql`project.id`)}
    where t.deleted_at is null`.execute(db)
  return rows[0]
}

export type GuestFactsRow = FactsRow & {
  claim_id: string
  task_number: number
  title: string
  user_id: string
  username: string
  name: string
}
/** The guests of a project with the facts of their own claims: who has a task now first, then who finished last. */
export const findGuestFacts = async (db: DbOrTx, projectID: string, limit: number): Promise<GuestFactsRow[]> => {
  const { rows } = await sql<GuestFactsRow>`
    select ${facts}, t.task_number, t.title, u.id as user_id, u.username, u.name
    from ${from(
      sql`(
        select g.id as claim_id, g.task_id from claims g join tasks t on t.id = g.task_id
          cross join lateral ${partyOf(sql`g.user_id`)} as party
        where g.project_id = ${projectID} and party.guest_claim = g.id and t.deleted_at is null
        order by g.state, coalesce(g.ended_at, g.claimed_at) desc, g.id limit ${limit}) as one`,
      sql`select c.* from claims c where c.id = one.claim_id`,
    )} join users u on u.id = c.user_id
    order by c.state, coalesce(c.ended_at, c.claimed_at) desc, c.id`.execute(db)
  return rows
}

/** What the entries of a task add up to, beside its facts. */
export type CheckedRow = FactsRow & {
  reserved: number
  due: number
  settled: number
  was_due: boolean
  was_released: boolean
}

/** Of all tasks that have an offer or a claim under one, in the order of their IDs, the last of each full page. */
export const findCheckedPages = async (db: DbOrTx, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select task_id as id from (
      select task_id, row_number() over (order by task_id) as place from (
        select task_id from offers union select task_id from claims where terms ->> 'amountCents' is not null) as either
    ) as numbered where place % ${sql.lit(limit)} = 0 order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** A page of all tasks that have an offer or a claim under one, by ID, with the sums of their entries. */
export const findCheckedFacts = async (
  db: DbOrTx,
  { after, limit }: { after: string | null; limit: number },
): Promise<CheckedRow[]> => {
  const begin = sql`coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')`
  const { rows } = await sql<CheckedRow>`
    select ${facts}, coalesce(e.reserved, 0)::float8 as reserved, coalesce(e.due, 0)::float8 as due,
      coalesce(e.settled, 0)::float8 as settled, coalesce(e.was_due, false) as was_due,
      coalesce(e.was_released, false) as was_released
    from ${from(sql`(
      select task_id from (
        (select task_id from offers where task_id > ${begin} order by task_id limit ${limit}) union (
          select distinct task_id from claims where task_id > ${begin} and terms ->> 'amountCents' is not null
          order by task_id limit ${limit})) as either
      order by task_id limit ${limit}) as one`)}
      left join lateral (
        select sum(case 'reserved:' || l.task_id when l.to_account then l.amount_cents when l.from_account then -l.amount_cents end)
            as reserved,
          sum(case 'due:' || c.id when l.to_account then l.amount_cents when l.from_account then -l.amount_cents end) as due,
          sum(case when l.kind = 'settle' then l.amount_cents when l.from_account like 'paid:%' and l.to_account like 'due:%'
            then -l.amount_cents end) filter (where l.claim_id = c.id) as settled,
          bool_or(l.kind = 'due') filter (where l.claim_id = c.id) as was_due, bool_or(l.kind = 'release') as was_released
        from ledger_entries l where l.task_id = one.task_id) as e on true
    order by one.task_id`.execute(db)
  return rows
}

/** What a project is now matters to an open task's blocker, not to any state. */
export const anyProject: RewardFacts['project'] = {
  status: 1,
  isArchived: false,
  isPaused: false,
  waitingRounds: 0,
  reviewQueueMax: 1,
  isStopped: false,
}

const date = (text: string | null) => (text === null ? null : new Date(text))

/** What waits for an answer; one whose time is over does not, also before the clock has ended it. */
const proposalIn = (row: FactsRow, now: Date): NonNullable<RewardFacts['proposal']> | null => {
  const { proposal_side: by, proposal_cents: amountCents, proposal_ends: answerBy, due_cents: dueCents } = row
  if (by === null || amountCents === null || answerBy === null || answerBy <= now) return null
  return { by, amountCents, answerBy, ofCents: dueCents > 0 ? dueCents : (row.terms?.amountCents ?? 0) }
}

/** The open dispute; the side that did not open it has to state, until both have or its time is over. */
const disputeIn = (row: FactsRow): NonNullable<RewardFacts['dispute']> | null => {
  const { dispute_side: side, dispute_state: state, dispute_opened: openedAt, dispute_by: by } = row
  if (side === null || openedAt === null || by === null) return null
  return { openedAt, waitsFor: state === 'stating' ? otherSideOf(side) : null, by }
}

/** The facts of a row as the one function takes them. `project` is what it is now, which matters to an open task alone. */
export const toFacts = (row: FactsRow, now: Date, project: RewardFacts['project']): RewardFacts => ({
  now,
  project,
  offer:
    row.offer_cents === null || row.mode === null
      ? null
      : { amountCents: row.offer_cents, mode: row.mode, closedAt: row.closed_at },
  claim:
    row.claim_state === null
      ? null
      : {
          state: row.claim_state,
          amountCents: row.terms?.amountCents ?? null,
          leaseUntil: row.lease_until,
          endedAt: row.ended_at,
          because: row.because,
          payBy: row.pay_by,
        },
  round:
    row.round_state === null || row.handed_in_at === null
      ? null
      : {
          state: row.round_state,
          handedInAt: row.handed_in_at,
          reviewBy: row.review_by,
          answeredAt: row.answered_at,
        },
  dueCents: row.due_cents,
  ...(!row.lacks_payout && { payee: { detailsSince: row.details_since, wasPaidHere: row.was_paid } }),
  proposal: proposalIn(row, now),
  dispute: disputeIn(row),
  ruledAt: row.ruled_at,
  payments: row.payments.map(({ recordedAt, confirmedAt, missingAt }) => ({
    recordedAt: new Date(recordedAt),
    confirmedAt: date(confirmedAt),
    missingAt: date(missingAt),
  })),
})
