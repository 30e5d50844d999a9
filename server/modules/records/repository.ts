import { type RawBuilder, sql } from 'kysely'
import { RECORD_DUES } from '#shared/contract/records.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { OBJECTION_DAYS } from '#shared/rules/reward-state.ts'
import { payDate } from '#server/access/put-off.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'

export type PayerRow = {
  id: string
  count: number
  paid: number
  in_time: number
  late_count: number
  confirmed: number
  median_days: number | null
  review_days: number | null
  by_clock: number
  against: number
  late: Array<{ amountCents: number; currency: string }> | null
  late_since: Date | null
}

const median = (value: RawBuilder<unknown>) => sql`percentile_cont(0.5) within group (order by ${value})`

/**
 * The records of payers, counted over `payer_dues`, which the triggers `ledger_entries_counted`, `submissions_counted`,
 * `disputes_counted`, `claims_counted` and `payments_counted` keep. `asked` selects (id, payer_id); one statement for a whole list.
 */
const findPayers = async (db: DbOrTx, asked: RawBuilder<unknown>, now: Date): Promise<PayerRow[]> => {
  const unobjected = daysAfter(now, -OBJECTION_DAYS)
  const { rows } = await sql<PayerRow>`${prepared}
    with asked as materialized (${asked}),
    payers as materialized (
      select one.payer_id, newest.*, late.late, late.late_since
      from (select distinct payer_id from asked) as one
        cross join lateral (
          select count(*)::int as count, count(d.paid_at)::int as paid, count(*) filter (where d.is_in_time)::int as in_time,
            count(*) filter (where d.owed_cents > 0 and ${payDate} < ${now}::timestamptz)::int as late_count,
            count(*) filter (where d.paid_at is not null
              and (d.unanswered_since is null or d.unanswered_since <= ${unobjected}::timestamptz))::int as confirmed,
            ${median(sql`extract(epoch from d.paid_at - d.due_at)::float8 / 86400`)} as median_days,
            ${median(sql`d.review_days`)} as review_days,
            count(*) filter (where d.is_by_clock)::int as by_clock,
            count(*) filter (where d.is_ruled_against)::int as against
          from (
            select * from payer_dues where payer_id = one.payer_id and is_counted
            order by due_at desc, claim_id desc limit ${sql.lit(RECORD_DUES)}
          ) as d left join claims c on c.id = d.claim_id and d.owed_cents > 0
        ) as newest
        cross join lateral (
          select json_agg(json_build_object('currency', sums.currency, 'amountCents', sums.cents) order by sums.currency) as late,
            min(sums.since) as late_since
          from (
            select d.currency, sum(d.owed_cents)::float8 as cents, min(${payDate}) as since
            from payer_dues d join claims c on c.id = d.claim_id
            where d.payer_id = one.payer_id and d.owed_cents > 0 and d.is_counted and ${payDate} < ${now}::timestamptz
            group by d.currency
          ) as sums
        ) as late
    )
    select asked.id, payers.* from asked join payers on payers.payer_id = asked.payer_id`.execute(db)
  return rows
}

/** The records of the people who made these projects, by project. */
export const findPayersOfProjects = (db: DbOrTx, projectIDs: readonly string[], now: Date): Promise<PayerRow[]> =>
  findPayers(
    db,
    sql`select p.id, p.created_by as payer_id from projects p where p.id = any(${[...projectIDs]}::uuid[])`,
    now,
  )

export const findPayer = async (db: DbOrTx, userID: string, now: Date): Promise<PayerRow | undefined> =>
  (await findPayers(db, sql`select ${userID}::uuid as id, ${userID}::uuid as payer_id`, now))[0]

export type WorkerRow = {
  id: string
  accepted: number
  on_time: number
  returned: number
  expired: number
  creators: number
}

/**
 * What became of these people's claims in projects that others made. Work without a hand-in was there when it was accepted;
 * a claim without a due day is always in time, since a lease that is over takes the task away.
 */
export const findWorkers = async (db: DbOrTx, userIDs: readonly string[]): Promise<WorkerRow[]> => {
  const { rows } = await sql<WorkerRow>`${prepared}
    select c.user_id as id, count(*) filter (where c.state = 'finished')::int as accepted,
      count(*) filter (where c.state = 'finished' and (c.terms ->> 'dueOn' is null
        or coalesce(c.first_hand_in_at, c.ended_at) < ((c.terms ->> 'dueOn')::date + 1)::timestamp at time zone 'UTC'))::int
        as on_time,
      count(*) filter (where c.state = 'returned')::int as returned,
      count(*) filter (where c.state = 'expired')::int as expired,
      count(distinct p.created_by) filter (where c.state = 'finished')::int as creators
    from claims c join projects p on p.id = c.project_id and p.created_by <> c.user_id
    where c.user_id = any(${[...userIDs]}::uuid[]) group by c.user_id`.execute(db)
  return rows
}
