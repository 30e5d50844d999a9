import { sql } from 'kysely'
import type { ReportDecision, ReportKind, ReportPart, ReportReason, ReportState } from '#shared/contract/reports.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

export type ReportRow = {
  id: string
  kind: ReportKind
  thing_id: string
  part: ReportPart
  reporter_id: string | null
  reporter_username: string | null
  reported_id: string | null
  reported_username: string | null
  reason: ReportReason
  text: string
  created_at: Date
  state: ReportState
  decision: ReportDecision | null
  decision_text: string | null
  decided_at: Date | null
  appeal_text: string | null
  appealed_at: Date | null
  final_decision: 'kept' | 'granted' | null
  final_text: string | null
}
const columns = sql`r.id, r.kind, r.thing_id, r.part, r.reporter_id, a.username as reporter_username, r.reported_id, b.username as reported_username,
  r.reason, r.text, r.created_at, r.state, r.decision, r.decision_text, r.decided_at, r.appeal_text, r.appealed_at, r.final_decision,
  r.final_text`
const people = sql`left join users a on a.id = r.reporter_id left join users b on b.id = r.reported_id`

export const findReport = async (db: DbOrTx, id: string): Promise<ReportRow | undefined> => {
  const { rows } = await sql<ReportRow>`select ${columns} from reports r ${people} where r.id = ${id}`.execute(db)
  return rows[0]
}

/** Holds a report until the transaction ends, and reads it as it is then. */
export const holdReport = async (tx: Tx, id: string): Promise<ReportRow | undefined> => {
  await send(tx, sql`select from reports where id = ${id} for update`)
  return findReport(tx, id)
}

/** A decided report, and where the reported person is mailed; undefined once their account is gone. */
export const findMailed = async (db: DbOrTx, id: string) => {
  const { rows } = await sql<ReportRow & { email: string; username: string; name: string; suspended_at: Date | null }>`
    select ${columns}, b.email, b.username, b.name, b.suspended_at
    from reports r ${people} where r.id = ${id} and b.deleted_at is null and r.decision is not null`.execute(db)
  return rows[0]
}

export type NewReport = {
  id: string
  kind: ReportKind
  thingID: string
  part: ReportPart
  reporterID: string
  reportedID: string | null
  reason: ReportReason
  text: string
  now: Date
}
/** Adds a report; false when the person has an open one of the thing (waits for a parallel one of theirs). */
export const insertReport = async (tx: Tx, report: NewReport): Promise<boolean> => {
  const { rows } = await sql`
    insert into reports (id, kind, thing_id, part, reporter_id, reported_id, reason, text, created_at)
    values (${report.id}, ${report.kind}, ${report.thingID}, ${report.part}, ${report.reporterID}, ${report.reportedID}, ${report.reason},
      ${report.text}, ${report.now})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * What a person has reported, and what was decided about them with a consequence, the newest first, of each at most `limit`. Several
 * reports of one thing are one decision, so that nobody reads how many people have reported them.
 */
export const findOwn = async (db: DbOrTx, userID: string, limit: number): Promise<ReportRow[]> => {
  const { rows } = await sql<ReportRow>`
    with own as (
      (select id, created_at as at from reports where reporter_id = ${userID} order by at desc, id desc limit ${limit}::integer)
      union
      (select id, at from (
        select distinct on (kind, thing_id, part, decided_at) id, decided_at as at from reports
        where reported_id = ${userID} and decision in ('hide', 'suspend') and reporter_id is distinct from ${userID}
        order by kind, thing_id, part, decided_at, (appealed_at is null), id) decisions
      order by at desc, id desc limit ${limit}::integer)
    )
    select ${columns} from own join reports r on r.id = own.id ${people}
    order by own.at desc, own.id desc`.execute(db)
  return rows
}

type Decision = { decision: ReportDecision; text: string; by: string; now: Date }
/** Decides all open reports of a thing; the IDs of those, the oldest first. */
export const decideOpen = async (
  tx: Tx,
  { kind, thing_id, part }: Pick<ReportRow, 'kind' | 'thing_id' | 'part'>,
  { decision, text, by, now }: Decision,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    update reports set state = 'decided', decision = ${decision}, decision_text = ${text}, decided_by = ${by}, decided_at = ${now}
    where kind = ${kind} and thing_id = ${thing_id} and part = ${part} and state = 'open' returning id, created_at`.execute(
    tx,
  )
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()).map(({ id }) => id)
}

export const decideAppeal = async (
  tx: Tx,
  id: string,
  { isGranted, text, by, now }: Omit<Decision, 'decision'> & { isGranted: boolean },
): Promise<void> => {
  await send(
    tx,
    sql`
    update reports set state = 'final', final_decision = ${isGranted ? 'granted' : 'kept'}, final_text = ${text}, final_by = ${by},
      final_at = ${now}
    where id = ${id} and state = 'appealed'`,
  )
}

/** Puts a decided report into the queue again; false when it, or another one of the same decision, was there before. */
export const appeal = async (tx: Tx, { id, text, now }: { id: string; text: string; now: Date }): Promise<boolean> => {
  const { rows } = await sql`
    with same as materialized (
      select other.id, other.appealed_at from reports r join reports other
        on other.kind = r.kind and other.thing_id = r.thing_id and other.part = r.part and other.decided_at = r.decided_at
      where r.id = ${id} order by other.id for update of other
    )
    update reports set state = 'appealed', appeal_text = ${text}, appealed_at = ${now}
    where id = ${id} and state = 'decided' and not exists (select from same where appealed_at is not null)
    returning 1`.execute(tx)
  return rows.length > 0
}

/** The oldest reports of these states, behind a place. */
export const findQueue = async (
  db: DbOrTx,
  {
    states,
    after,
    limit,
  }: { states: readonly ReportState[]; after: { time: string; id: string } | null; limit: number },
): Promise<ReportRow[]> => {
  const isAfter = after
    ? sql<boolean>`(r.created_at, r.id) > (${after.time}::timestamptz, ${after.id}::uuid)`
    : sql<boolean>`true`
  const { rows } = await sql<ReportRow>`
    select ${columns} from reports r ${people} where r.state = any(${[...states]}::text[]) and ${isAfter}
    order by r.created_at, r.id limit ${limit}::integer`.execute(db)
  return rows
}

const OTHERS_MAX = 20
/** Other reports of the same thing, the newest first. */
export const findOthers = async (db: DbOrTx, { id, kind, thing_id, part }: ReportRow): Promise<ReportRow[]> => {
  const { rows } = await sql<ReportRow>`
    select ${columns} from reports r ${people}
    where r.kind = ${kind} and r.thing_id = ${thing_id} and r.part = ${part} and r.id <> ${id}
    order by r.created_at desc, r.id desc limit ${sql.lit(OTHERS_MAX)}`.execute(db)
  return rows
}
