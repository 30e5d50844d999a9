import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { OwnComment } from '#shared/contract/claims.ts'
import type { ClaimState, ClaimTerms, Tier } from '#shared/contract/index.ts'
import { projectStatus } from '#shared/rules/statuses.ts'
import { utcText } from '#server/access/board-columns.ts'
import { isGuest } from '#server/access/party.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'

export type ClaimKind = 'claimed' | 'applied' | 'assigned'

export type ClaimRow = {
  id: string
  project_id: string
  task_id: string
  user_id: string
  kind: ClaimKind
  state: ClaimState
  terms: ClaimTerms
  claimed_at: Date
  lease_until: Date | null
  first_hand_in_at: Date | null
  extended_at: Date | null
  half_warned_at: Date | null
  last_warned_at: Date | null
  ended_at: Date | null
  because: string | null
  pay_by: Date | null
}

export const columns = sql`c.id, c.project_id, c.task_id, c.user_id, c.kind, c.state, c.terms, c.claimed_at, c.lease_until,
  c.first_hand_in_at, c.extended_at, c.half_warned_at, c.last_warned_at, c.ended_at, c.because, c.pay_by`

/** A claim with its task (null where that is gone, or not for the reader) and its project. */
export type ShownClaim = ClaimRow & {
  review_by: Date | null
  task_number: number | null
  task_title: string | null
  task_status: number | null
  project_title: string
}
/** When the round that waits counts as accepted. */
const reviewBy = sql`(select s.review_by from submissions s where s.claim_id = c.id and s.state = 'open')`
/** For members, and for the guest of the task, it is shown as it is now. */
const shown = sql`${columns}, ${reviewBy} as review_by, t.task_number, t.title as task_title, t.status as task_status,
  case when here.is_reader or p.status = ${sql.lit(projectStatus.published)} and p.deleted_at is null then p.title else '' end as project_title`
const shownTo = (userID: string) => sql`claims c join projects p on p.id = c.project_id
  cross join lateral (
    select p.deleted_at is null and (exists (
        select from memberships m where m.project_id = c.project_id and m.user_id = ${userID})
      or c.state in ('active', 'finished') and exists (
        select from tasks t where t.id = c.task_id and t.deleted_at is null and ${isGuest(sql`${userID}::uuid`)})) as is_reader
  ) as here left join tasks t on t.id = c.task_id and t.deleted_at is null and here.is_reader`

/** A claim, for its holder and for owners and admins of its project. */
export const findShown = async (db: DbOrTx, id: string, userID: string): Promise<ShownClaim | undefined> => {
  const { rows } = await sql<ShownClaim>`${prepared}
    select ${shown} from ${shownTo(userID)}
    where c.id = ${id} and (c.user_id = ${userID} or p.deleted_at is null and exists (
      select from memberships m where m.project_id = c.project_id and m.user_id = ${userID} and m.role in ('owner', 'admin')))`.execute(
    db,
  )
  return rows[0]
}

type Page = {
  userID: string
  state: ClaimState | null
  /** The project, and the number of the task within it; null for any. */
  of: { projectID: string | null; number: number | null }
  after: { time: string; id: string } | null
  limit: number
}
/** A page of a person's claims, newest first. A task is found by its number also once the claim has ended. */
export const findOwn = async (db: DbOrTx, { userID, state, of, after, limit }: Page): Promise<ShownClaim[]> => {
  const { rows } = await sql<ShownClaim>`
    select ${shown} from ${shownTo(userID)}
    where c.user_id = ${userID} and (${state}::text is null or c.state = ${state}::text)
      and (${of.projectID}::uuid is null or c.project_id = ${of.projectID}::uuid)
      and (${of.number}::int is null or exists (
        select from tasks named where named.id = c.task_id and named.task_number = ${of.number}::int))
      and (${after?.time ?? null}::timestamptz is null
        or (c.claimed_at, c.id) < (${after?.time ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by c.claimed_at desc, c.id desc limit ${limit}`.execute(db)
  return rows
}

export type RunningRow = {
  id: string
  task_id: string
  task_number: number
  title: string
  holder_id: string
  username: string
  name: string
  lease_until: Date | null
  review_by: Date | null
  may_take_back: boolean
}
/** The active claims of a project, the first one first. */
export const findRunning = async (db: DbOrTx, projectID: string, limit: number): Promise<RunningRow[]> => {
  const { rows } = await sql<RunningRow>`
    select c.id, c.task_id, t.task_number, t.title, u.id as holder_id, u.username, u.name, c.lease_until, ${reviewBy} as review_by,
      (c.first_hand_in_at is null or c.terms ->> 'amountCents' is null) as may_take_back
    from claims c join tasks t on t.id = c.task_id join users u on u.id = c.user_id
    where c.project_id = ${projectID} and c.state = 'active' and t.deleted_at is null
    order by c.claimed_at, c.id limit ${limit}`.execute(db)
  return rows
}

/** Who takes which task, and the key by which a repeat is known. */
export type TakenBy = { taskID: string; userID: string; key: string }
const isTakenBy = ({ taskID, userID, key }: TakenBy) =>
  sql`c.task_id = ${taskID} and c.user_id = ${userID} and c.idempotency_key = ${key}`
/** The statement that reads the claim that the person has made of the task under this key. */
export const takenBy = (taking: TakenBy): RawBuilder<ShownClaim> => sql<ShownClaim>`${prepared}
  select ${shown} from ${shownTo(taking.userID)} where ${isTakenBy(taking)}`
/** The condition that there is one. */
export const hasTaken = (taking: TakenBy): RawBuilder<boolean> =>
  sql<boolean>`exists (select from claims c where ${isTakenBy(taking)})`

export const findClaim = async (db: DbOrTx, id: string): Promise<ClaimRow | undefined> => {
  const { rows } = await sql<ClaimRow>`${prepared} select ${columns} from claims c where c.id = ${id}`.execute(db)
  return rows[0]
}

export type OfferRow = {
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
}
/** An offer, and since when it is open. */
export type MadeOffer = OfferRow & { made_at: Date }

/** The statement that reads the open offer of a task. */
export const offerOf = (taskID: string): RawBuilder<MadeOffer> => sql<MadeOffer>`${prepared}
  select task_id, amount_cents, currency, mode, takers, min_tier, lease_days, review_days, pay_days, ai_rule, made_at
  from offers where task_id = ${taskID} and closed_at is null`
/** The open offer of a task. */
export const findOffer = async (db: DbOrTx, taskID: string): Promise<MadeOffer | undefined> =>
  (await offerOf(taskID).execute(db)).rows[0]

/** Whether a task has an open offer, or had a claim. */
export const hasOfferOrClaim = async (db: DbOrTx, taskID: string): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`${prepared}
    select exists (select from offers where task_id = ${taskID} and closed_at is null)
      or exists (select from claims where task_id = ${taskID}) as has`.execute(db)
  return rows[0]?.has === true
}

/** The task's active claim, locked until the transaction ends. */
export const holdActive = async (tx: Tx, taskID: string): Promise<ClaimRow | undefined> => {
  const { rows } = await sql<ClaimRow>`${prepared}
    select ${columns} from claims c where c.task_id = ${taskID} and c.state = 'active' for no key update`.execute(tx)
  return rows[0]
}

type FinishedClaim = ClaimRow & {
  /** The name of who had the task. */
  holder: string
  owed_cents: number
  /** Whether a payment for it counts. */
  is_paid: boolean
}
/** The task's last finished claim, with what is still owed for it, and whether any of it was paid. */
export const findFinished = async (tx: Tx, taskID: string): Promise<FinishedClaim | undefined> => {
  const { rows } = await sql<FinishedClaim>`${prepared}
    select ${columns}, coalesce(nullif(u.name, ''), u.username) as holder, coalesce((
      select b.amount_cents::float8 from ledger_balances b
      where b.project_id = c.project_id and b.account = 'due:' || c.id and b.currency = c.terms ->> 'currency'), 0) as owed_cents,
      exists (select from ledger_entries l join payments p on p.id = l.payment_id and p.voided_at is null and p.missing_at is null
        where l.claim_id = c.id and l.kind = 'settle') as is_paid
    from claims c join users u on u.id = c.user_id
    where c.task_id = ${taskID} and c.state = 'finished' order by c.ended_at desc limit 1`.execute(tx)
  return rows[0]
}

export type NewClaim = Pick<ClaimRow, 'project_id' | 'task_id' | 'user_id' | 'kind' | 'terms' | 'lease_until'> & {
  key: string | null
  /** From when on its holder reads the task as a guest; null without an offer. */
  reads_since: Date | null
  now: Date
}
/** The statement that makes a claim. Errors: a unique violation for a task that has an active one (`claims_active_key`). */
export const insertingClaim = (claim: NewClaim): RawBuilder<ClaimRow> => sql<ClaimRow>`${prepared}
    insert into claims as c (id, project_id, task_id, user_id, kind, terms, lease_until, reads_since, idempotency_key, claimed_at)
    values (${uuidv7()}, ${claim.project_id}, ${claim.task_id}, ${claim.user_id}, ${claim.kind}, ${JSON.stringify(claim.terms)},
      ${claim.lease_until}, ${claim.reads_since}, ${claim.key}, ${claim.now})
    returning ${columns}`

type Ending = { state: Exclude<ClaimState, 'active'>; now: Date; because?: string | undefined; payBy?: Date | null }
/** What the holder of a claim has written about its task since they could read it, as it is now. */
const ownComments = sql<string>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'body', s.body, 'createdAt', ${utcText('s.created_at')},
    'editedAt', ${utcText('s.edited_at')}) order by s.created_at, s.id), '[]')
  from comments s where s.task_id = claims.task_id and s.author_id = claims.user_id and s.deleted_at is null
    and s.created_at >= coalesce(claims.reads_since, claims.claimed_at))`
/** Ends a claim, which keeps a copy of what its holder wrote. */
export const endClaim = (tx: Tx, id: string, { state, now, because, payBy = null }: Ending) =>
  send(
    tx,
    tx
      .updateTable('claims')
      .set({
        state,
        ended_at: now,
        lease_until: null,
        because: because ?? null,
        pay_by: payBy,
        own_comments: ownComments,
      })
      .where('id', '=', id),
  )

/** What is left to the holder of a claim that has ended who is no member: their own comments. Undefined for anybody else. */
export const findOwnCopy = async (db: DbOrTx, id: string, userID: string): Promise<OwnComment[] | undefined> => {
  const { rows } = await sql<{ comments: OwnComment[] }>`
    select coalesce(c.own_comments, '[]') as comments from claims c
    where c.id = ${id} and c.user_id = ${userID} and c.state <> 'active' and not exists (
      select from memberships m join projects p on p.id = m.project_id
      where m.project_id = c.project_id and m.user_id = c.user_id and p.deleted_at is null)`.execute(db)
  return rows[0]?.comments
}

/** The active claims of a person, of a project or of both, in the order in which their projects are locked. */
export const findActiveIDs = async (
  tx: Tx,
  {
    projectID = null,
    userID = null,
    isGone,
  }: { projectID?: string | null | undefined; userID?: string | null | undefined; isGone: boolean },
): Promise<Array<{ id: string; project_id: string }>> => {
  const { rows } = await sql<{ id: string; project_id: string }>`
    select id, project_id from claims
    where state = 'active' and (${projectID}::uuid is null or project_id = ${projectID}::uuid)
      and (${userID}::uuid is null or user_id = ${userID}::uuid)
      and (${isGone} or first_hand_in_at is null or terms ->> 'amountCents' is null)
    order by project_id, id`.execute(tx)
  return rows
}

/** The claim, locked until the transaction ends, if it is still active. */
export const holdActiveOf = async (tx: Tx, id: string): Promise<ClaimRow | undefined> => {
  const { rows } = await sql<ClaimRow>`
    select ${columns} from claims c where c.id = ${id} and c.state = 'active' for no key update`.execute(tx)
  return rows[0]
}
