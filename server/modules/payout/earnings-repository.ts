import { sql } from 'kysely'
import { isGuest } from '#server/access/party.ts'
import type { DbOrTx } from '#server/db/pool.ts'

export type LineRow = {
  id: string
  kind: 'paid' | 'voided' | 'missing'
  payment_id: string
  receipt: number
  project_id: string
  project_title: string
  task: string | null
  /** Null once the task is gone, or the person can open it no more. */
  task_number: number | null
  cents: number
  currency: string
  at: Date
}
type Times = { userID: string; from: string | undefined; to: string | undefined }

/** The entries of the ledger that are about money a person got, or that was taken back, in a time. */
const entriesOf = ({ userID, from = undefined, to = undefined }: Times) => sql`
  ledger_entries l where l.user_id = ${userID} and 'paid:' || l.user_id in (l.from_account, l.to_account)
    and l.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
    and l.created_at < coalesce(${to ?? null}::timestamptz, 'infinity')`
const isMember = (userID: string) => sql`exists (
  select from memberships m where m.project_id = p.id and m.user_id = ${userID})`
const signed = sql`case when l.to_account = 'paid:' || l.user_id then l.amount_cents else -l.amount_cents end`

type LinesQuery = Times & { after: { time: string; id: string } | null; limit: number; isOldestFirst?: boolean }
/** What was paid to a person and taken back: what one act did to a payment is one line, also where it settled and paid more. */
export const findLines = async (db: DbOrTx, query: LinesQuery): Promise<LineRow[]> => {
  const { after, limit, isOldestFirst = false } = query
  const direction = sql.raw(isOldestFirst ? 'asc' : 'desc')
  const { rows } = await sql<LineRow>`
    select one.id, one.kind, one.payment_id, y.receipt_number as receipt, p.id as project_id, p.title as project_title,
      y.task_title as task, t.task_number, one.cents, one.currency, one.at
    from (
      select (min(l.id::text))::uuid as id, case max(l.kind) when 'void' then 'voided' when 'missing' then 'missing' else 'paid' end as kind,
        l.payment_id, l.project_id, sum(${signed})::float8 as cents, l.currency, date_trunc('milliseconds', l.created_at) as at
      from ${entriesOf(query)} and l.payment_id is not null
      group by l.payment_id, l.project_id, l.currency, date_trunc('milliseconds', l.created_at), l.kind in ('void', 'missing')
    ) as one join payments y on y.id = one.payment_id join projects p on p.id = one.project_id
      left join tasks t on t.id = y.task_id and t.deleted_at is null and p.deleted_at is null
        and (${isMember(query.userID)} or ${isGuest(query.userID)})
    where ${after?.time ?? null}::timestamptz is null
      or (one.at, one.id) < (${after?.time ?? null}::timestamptz, ${after?.id ?? null}::uuid)
    order by one.at ${direction}, one.id ${direction} limit ${limit}`.execute(db)
  return rows
}

export type SumRow = { currency: string; receivedCents: number; owedCents: number }
/** What a person was paid in a time, and is owed now, in each currency. */
export const sumEarnings = async (db: DbOrTx, times: Times): Promise<SumRow[]> => {
  const { rows } = await sql<SumRow>`
    select currency, sum(received)::float8 as "receivedCents", sum(owed)::float8 as "owedCents"
    from (
      select l.currency, ${signed} as received, 0 as owed from ${entriesOf(times)}
      union all
      select b.currency, 0, b.amount_cents
      from claims c join ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id and b.amount_cents > 0
      where c.user_id = ${times.userID}
    ) as one group by currency order by currency`.execute(db)
  return rows
}

export type ComingRow = {
  claim_id: string
  task_id: string
  task_number: number | null
  title: string
  project_id: string
  project_title: string
  cents: number
  currency: string
  is_in_review: boolean
  by: Date | null
}
/** The rewards that a person works for, by their date. */
export const findComing = async (db: DbOrTx, userID: string, limit: number): Promise<ComingRow[]> => {
  const { rows } = await sql<ComingRow>`
    select c.id as claim_id, c.task_id, t.task_number, c.terms ->> 'title' as title, p.id as project_id, p.title as project_title,
      (c.terms ->> 'amountCents')::float8 as cents, coalesce(c.terms ->> 'currency', 'USD') as currency,
      r.id is not null as is_in_review, coalesce(r.review_by, c.lease_until) as by
    from claims c join projects p on p.id = c.project_id
      left join tasks t on t.id = c.task_id and t.deleted_at is null
      left join lateral (
        select s.id, s.review_by from submissions s where s.claim_id = c.id and s.state = 'open' limit 1) as r on true
    where c.user_id = ${userID} and c.state = 'active' and (c.terms ->> 'amountCents')::numeric > 0
    order by by nulls last, c.id limit ${limit}`.execute(db)
  return rows
}

export type ReceiptRow = {
  id: string
  receipt: number
  project_id: string
  project_title: string
  task: string | null
  cents: number
  currency: string
  method: string | null
  paid_at: Date
  voided_at: Date | null
  missing_at: Date | null
  confirmed_at: Date | null
  recorded_by: string
  payer_id: string
  payer: string
  payee_id: string
  payee: string
  /** The reader is the payee, or an owner or admin of the project now: they may read what the payee has sealed. */
  may_read_payee: boolean
}
const payerOf = sql`coalesce(r.payer_id, p.created_by)`
const isManager = (userID: string) => sql`exists (
  select from memberships m where m.project_id = p.id and m.user_id = ${userID} and m.role in ('owner', 'admin'))`
const name = (of: string) => sql.raw(`coalesce(nullif(${of}.name, ''), ${of}.username)`)
/** A payment for who is on one of its sides: its payee, its payer, an owner or admin of the project. Undefined for anybody else. */
export const findReceipt = async (db: DbOrTx, id: string, userID: string): Promise<ReceiptRow | undefined> => {
  const { rows } = await sql<ReceiptRow>`
    select y.id, y.receipt_number as receipt, p.id as project_id, p.title as project_title, y.task_title as task,
      hundredths_of(y.currency, y.amount_cents)::float8 as cents, y.currency, y.method, y.created_at as paid_at, y.voided_at,
      y.missing_at, y.confirmed_at, ${name('recorder')} as recorded_by, o.id as payer_id, ${name('o')} as payer, payee.id as payee_id, ${name('payee')} as payee,
      y.user_id = ${userID} or ${isManager(userID)} as may_read_payee
    from payments y join payment_recordings r on r.id = y.recording_id join users recorder on recorder.id = r.recorded_by
      join users payee on payee.id = y.user_id join projects p on p.id = y.project_id
      join users o on o.id = ${payerOf}
    where y.id = ${id} and (${userID} in (y.user_id, ${payerOf}) or ${isManager(userID)})`.execute(db)
  return rows[0]
}

/** What a person is called. */
export const findName = async (db: DbOrTx, userID: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select ${name('u')} as name from users u where u.id = ${userID}`.execute(
    db,
  )
  return rows[0]?.name ?? ''
}
