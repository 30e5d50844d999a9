import { sql } from 'kysely'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

export type DueToRemind = {
  claimID: string
  projectID: string
  taskID: string
  userID: string
  cents: number
  currency: string
  reminder: 'half' | 'lastDay'
}
/**
 * What is owed and reaches half of its time, or its last day: the earliest pay date first. After a standstill the last day
 * can be over; of both reminders only the last one is given then. Nobody is reminded while a date does not begin.
 */
const found = (now: Date) => sql`
  select c.id as "claimID", c.project_id as "projectID", c.task_id as "taskID", c.user_id as "userID",
    b.amount_cents::float8 as cents, b.currency,
    case when d.pay_date - interval '24 hours' <= ${now}::timestamptz then 'lastDay' else 'half' end as reminder
  from claims c join ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id and b.amount_cents > 0
    join projects p on p.id = c.project_id and p.deleted_at is null
    cross join lateral (select pay_date(c.project_id, c.user_id, c.pay_by)) as d (pay_date)
  where d.pay_date is not null and c.pay_last_reminded_at is null
    and not exists (select from disputes d where d.claim_id = c.id and d.ended_at is null)
    and case when d.pay_date - interval '24 hours' <= ${now}::timestamptz then true
      else c.pay_half_reminded_at is null and c.ended_at + (d.pay_date - c.ended_at) / 2 <= ${now}::timestamptz end`

export const findDuesToRemind = async (db: DbOrTx, now: Date, limit: number): Promise<DueToRemind[]> => {
  const { rows } = await sql<DueToRemind>`${found(now)} order by c.pay_by, c.id limit ${limit}`.execute(db)
  return rows
}

/** The same for one claim, under the lock of its project's row: undefined once it was reminded of, or is paid. */
export const findDueToRemind = async (tx: Tx, claimID: string, now: Date): Promise<DueToRemind | undefined> => {
  const { rows } = await sql<DueToRemind>`${found(now)} and c.id = ${claimID}`.execute(tx)
  return rows[0]
}

export const noteDueReminded = async (tx: Tx, { claimID, reminder }: DueToRemind, now: Date): Promise<void> => {
  await send(
    tx,
    tx
      .updateTable('claims')
      .set({ [reminder === 'half' ? 'pay_half_reminded_at' : 'pay_last_reminded_at']: now })
      .where('id', '=', claimID),
  )
}
