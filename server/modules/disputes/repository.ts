import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DisputeReason, DisputeState } from '#shared/contract/disputes.ts'
import type { ClaimState } from '#shared/contract/index.ts'
import type { Side } from '#shared/rules/reward-state.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

export type DisputeRow = {
  id: string
  claim_id: string
  project_id: string
  task_id: string
  title: string
  holder_id: string
  holder_username: string
  claim_state: ClaimState
  currency: string
  side: Side
  reason: DisputeReason
  ask_cents: number
  most_cents: number
  state: DisputeState
  opened_at: Date
  state_by: Date
  rule_by: Date | null
  ended_at: Date | null
  amount_cents: number | null
  ruling: string | null
}
const disputes = sql`
  select d.id, d.claim_id, c.project_id, c.task_id, coalesce(c.terms ->> 'title', '') as title, c.user_id as holder_id,
    u.username as holder_username, c.state as claim_state, coalesce(c.terms ->> 'currency', 'USD') as currency, d.side, d.reason,
    d.ask_cents::float8 as ask_cents, d.most_cents::float8 as most_cents, d.state, d.opened_at, d.state_by, d.rule_by, d.ended_at,
    d.amount_cents::float8 as amount_cents, d.ruling
  from disputes d join claims c on c.id = d.claim_id join users u on u.id = c.user_id`
/** Open ones first: those to rule, then those to state, by their date; then those that ended last. */
const inOrder = sql`
  order by d.ended_at is not null, d.state <> 'ruling', d.ended_at desc, coalesce(d.rule_by, d.state_by), d.id`

export const findDispute = async (db: DbOrTx, id: string): Promise<DisputeRow | undefined> => {
  const { rows } = await sql<DisputeRow>`${disputes} where d.id = ${id}`.execute(db)
  return rows[0]
}

export const findAll = async (db: DbOrTx, limit: number): Promise<DisputeRow[]> => {
  const { rows } = await sql<DisputeRow>`${disputes} ${inOrder} limit ${limit}`.execute(db)
  return rows
}

/** Those of the person's own claims, and of projects that they own or administer. */
export const findOf = async (db: DbOrTx, userID: string, limit: number): Promise<DisputeRow[]> => {
  const { rows } = await sql<DisputeRow>`
    ${disputes}
    where c.user_id = ${userID} or exists (
      select from memberships m join projects p on p.id = m.project_id and p.deleted_at is null
      where m.project_id = c.project_id and m.user_id = ${userID} and m.role in ('owner', 'admin'))
    ${inOrder} limit ${limit}`.execute(db)
  return rows
}

export type StatementRow = {
  side: Side
  part: number
  username: string
  name: string
  text: string
  files: Array<{ id: string; name: string }>
  created_at: Date
}
export const findStatements = async (db: DbOrTx, disputeID: string): Promise<StatementRow[]> => {
  const { rows } = await sql<StatementRow>`
    select s.side, s.part, u.username, u.name, s.text, s.files, s.created_at
    from dispute_statements s join users u on u.id = s.written_by
    where s.dispute_id = ${disputeID} order by s.created_at, s.part, s.side`.execute(db)
  return rows
}

/** When administrators have opened a dispute, the last time first. */
export const findReadings = async (
  db: DbOrTx,
  disputeID: string,
  limit: number,
): Promise<Array<{ username: string; name: string; read_at: Date }>> => {
  const { rows } = await sql<{ username: string; name: string; read_at: Date }>`
    select u.username, u.name, r.read_at from dispute_readings r join users u on u.id = r.read_by
    where r.dispute_id = ${disputeID} order by r.read_at desc, u.username limit ${limit}`.execute(db)
  return rows
}

export const insertReading = async (tx: Tx, disputeID: string, userID: string, now: Date): Promise<void> => {
  await send(
    tx,
    tx.insertInto('dispute_readings').values({ id: uuidv7(), dispute_id: disputeID, read_by: userID, read_at: now }),
  )
}

export type NewDispute = {
  claimID: string
  side: Side
  by: string
  reason: DisputeReason
  askCents: number
  mostCents: number
  stateBy: Date
  /** The pay date of the claim, where it has time left. */
  payBy: Date | null
  now: Date
}
/** Adds a dispute with the dates of its claim, whose time stops. Errors: a unique violation for a second one. */
export const insertDispute = async (tx: Tx, dispute: NewDispute): Promise<string> => {
  const { claimID, side, by, reason, askCents, mostCents, stateBy, payBy, now } = dispute
  const id = uuidv7()
  await send(
    tx,
    sql`
    insert into disputes (id, claim_id, side, opened_by, reason, ask_cents, most_cents, opened_at, state_by, lease_until, review_by, pay_by)
    select ${id}, c.id, ${side}, ${by}, ${reason}, ${askCents}, ${mostCents}, ${now}, ${stateBy}, c.lease_until,
      (select s.review_by from submissions s where s.claim_id = c.id and s.state = 'open'),
      ${payBy}::timestamptz
    from claims c where c.id = ${claimID}`,
  )
  return id
}

export type NewStatement = {
  disputeID: string
  side: Side
  part: 1 | 2
  by: string
  text: string
  files: ReadonlyArray<{ id: string; name: string }>
  now: Date
}
export const insertStatement = async (
  tx: Tx,
  { disputeID, side, part, by, text, files, now }: NewStatement,
): Promise<void> => {
  await send(
    tx,
    tx.insertInto('dispute_statements').values({
      id: uuidv7(),
      dispute_id: disputeID,
      side,
      part,
      written_by: by,
      text,
      files: JSON.stringify(files),
      created_at: now,
    }),
  )
}

/** Those of these files that belong to the task, in the order of `ids`. */
export const findFilesOfTask = async (
  db: DbOrTx,
  taskID: string,
  ids: readonly string[],
): Promise<Array<{ id: string; name: string }>> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from tasks t join files f on f.project_id = t.project_id and f.id = any(t.file_ids)
    where t.id = ${taskID} and f.state = 'stored' and f.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], f.id)`.execute(db)
  return rows
}

/** Makes it one to rule; false where it is not one to state any more. */
export const beginRuling = async (tx: Tx, id: string, ruleBy: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update disputes set state = 'ruling', rule_by = ${ruleBy} where id = ${id} and state = 'stating'`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Whether the person is a member of the project, also while it is hidden, has or had a task of it as a guest, or has taken a side in the dispute. */
export const isInvolved = async (
  db: DbOrTx,
  { id, project_id: projectID }: Pick<DisputeRow, 'id' | 'project_id'>,
  userID: string,
): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from memberships m where m.project_id = ${projectID} and m.user_id = ${userID})
      or exists (select from hidden_members m where m.project_id = ${projectID} and m.user_id = ${userID})
      or exists (select from claims c where c.project_id = ${projectID} and c.user_id = ${userID} and c.state in ('active', 'finished'))
      or exists (select from disputes d join claims c on c.id = d.claim_id
        where d.id = ${id} and (c.user_id = ${userID} or d.opened_by = ${userID}))
      or exists (select from dispute_statements s where s.dispute_id = ${id} and s.written_by = ${userID}) as is`.execute(
    db,
  )
  return rows[0]?.is === true
}

type TaskRow = {
  task_number: number
  title: string
  description: string
  done_when: Array<{ text: string; isDone: boolean }>
  due_on: string | null
  status: number
  assigned_to_id: string | null
}
/** The task of a dispute as it is now; undefined once it is gone. */
export const findTask = async (db: DbOrTx, taskID: string): Promise<TaskRow | undefined> => {
  const { rows } = await sql<TaskRow>`
    select task_number, title, description, done_when, due_on::text, status, assigned_to_id
    from tasks where id = ${taskID} and deleted_at is null`.execute(db)
  return rows[0]
}

/** Since when the holder reads the task: since its offer was made. */
export const findOfferedSince = async (db: DbOrTx, claimID: string): Promise<Date> => {
  const { rows } = await sql<{ since: Date }>`
    select coalesce(reads_since, claimed_at) as since from claims where id = ${claimID}`.execute(db)
  return rows[0]?.since ?? new Date()
}

/** Disputes whose time to state is over, the earliest first. */
export const findUnstated = async (db: DbOrTx, now: Date, limit: number): Promise<DisputeRow[]> => {
  const { rows } = await sql<DisputeRow>`
    ${disputes} where d.state = 'stating' and d.state_by <= ${now}::timestamptz order by d.state_by, d.id limit ${limit}`.execute(
    db,
  )
  return rows
}

const isLast = (now: Date) => sql`rule_by - interval '24 hours' <= ${now}::timestamptz`
/** Administrators are to be reminded of it: at half of the time, and a day before its end; after a standstill only of the last. */
const isToRemind = (
  now: Date,
  halfDays: number,
) => sql<boolean>`(state = 'ruling' and case when ${isLast(now)} then last_reminded_at is null
  else rule_by - make_interval(hours => 24 * ${halfDays}::int) <= ${now}::timestamptz and half_reminded_at is null end)`

export const hasReminders = async (db: DbOrTx, now: Date, halfDays: number): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from disputes where ${isToRemind(now, halfDays)}) as has`.execute(db)
  return rows[0]?.has === true
}

/** Notes the reminders that are due. What another process notes at the same time waits for it, and is not noted again. */
export const noteReminders = async (
  tx: Tx,
  now: Date,
  halfDays: number,
  limit: number,
): Promise<Array<{ id: string; reminder: 'half' | 'lastDay' }>> => {
  const { rows } = await sql<{ id: string; reminder: 'half' | 'lastDay' }>`
    update disputes d set
      half_reminded_at = coalesce(d.half_reminded_at, ${now}::timestamptz),
      last_reminded_at = case when found.is_last then ${now}::timestamptz else d.last_reminded_at end
    from (
      select id, ${isLast(now)} as is_last from disputes where ${isToRemind(now, halfDays)}
      order by rule_by, id limit ${limit} for no key update
    ) as found
    where d.id = found.id
    returning d.id, case when found.is_last then 'lastDay' else 'half' end as reminder`.execute(tx)
  return rows
}
