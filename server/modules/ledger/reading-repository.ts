import { sql } from 'kysely'
import type { entryKinds } from '#shared/contract/ledger.ts'
import { isGuest } from '#server/access/party.ts'
import { isPutOff } from '#server/access/put-off.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'

export type EntryRow = {
  id: string
  kind: (typeof entryKinds)[number]
  cents: number
  currency: string
  from_account: string
  to_account: string
  task_id: string | null
  claim_id: string | null
  payment_id: string | null
  user_id: string | null
  username: string | null
  name: string | null
  created_at: Date
}
type EntriesQuery = {
  projectID: string
  taskID: string | undefined
  userID: string | undefined
  from: string | undefined
  to: string | undefined
  after: { time: string; id: string } | null
  limit: number
}

/** A page of a project's entries, newest first. */
export const findEntries = async (db: DbOrTx, query: EntriesQuery): Promise<EntryRow[]> => {
  const { projectID, taskID = null, userID = null, from = null, to = null, after, limit } = query
  const { rows } = await sql<EntryRow>`
    select l.id, l.kind, l.amount_cents::float8 as cents, l.currency, l.from_account, l.to_account, l.task_id, l.claim_id,
      l.payment_id, u.id as user_id, u.username, u.name, l.created_at
    from ledger_entries l left join users u on u.id = l.user_id
    where l.project_id = ${projectID} and (${taskID}::uuid is null or l.task_id = ${taskID}::uuid)
      and (${userID}::uuid is null or l.user_id = ${userID}::uuid)
      and l.created_at >= coalesce(${from}::timestamptz, '-infinity') and l.created_at < coalesce(${to}::timestamptz, 'infinity')
      and (${after?.time ?? null}::timestamptz is null
        or (date_trunc('milliseconds', l.created_at), l.id) < (${after?.time ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by date_trunc('milliseconds', l.created_at) desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

/** Whether a person who is no member reads what a project paid and owes them: a guest, or somebody whom an entry names. */
export const isPayee = async (db: DbOrTx, projectID: string, userID: string): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`${prepared}
    select exists (select from ledger_entries l where l.user_id = ${userID} and l.project_id = ${projectID})
      or exists (select from payments p where p.project_id = ${projectID} and p.user_id = ${userID})
      or exists (select from claims c join tasks t on t.id = c.task_id
        where c.project_id = ${projectID} and c.user_id = ${userID} and ${isGuest(userID)}) as "is"`.execute(db)
  return rows[0]?.is ?? false
}

export type Sums = { reservedCents: number; dueCents: number; paidCents: number }
/** What is reserved, owed and paid in a project in this currency; of one person alone what they are owed and were paid. */
export const sumBalances = async (
  db: DbOrTx,
  { projectID, currency, userID }: { projectID: string; currency: string; userID: string | null },
): Promise<Sums> => {
  const { rows } = await sql<Sums>`
    select coalesce(sum(b.amount_cents) filter (where b.account like 'reserved:%' and ${userID}::uuid is null), 0)::float8
        as "reservedCents",
      coalesce(sum(b.amount_cents) filter (where b.account like 'due:%'), 0)::float8 as "dueCents",
      coalesce(sum(b.amount_cents) filter (where b.account like 'paid:%'), 0)::float8 as "paidCents"
    from ledger_balances b
    where b.project_id = ${projectID} and b.currency = ${currency} and (${userID}::uuid is null
      or b.account = 'paid:' || ${userID}::uuid
      or b.account in (select 'due:' || c.id from claims c where c.project_id = b.project_id and c.user_id = ${userID}::uuid))`.execute(
    db,
  )
  return rows[0] ?? { reservedCents: 0, dueCents: 0, paidCents: 0 }
}

export type Promised = {
  budget: string | null
  currency: string
  reservedCents: number
  dueCents: number
  lateCents: number
  /** What of the budget is reserved, owed or paid. */
  usedCents: number
}
/** As exact as what the calls answer. */
const payBy = sql`date_trunc('milliseconds', c.pay_by)`
/** Null while the date does not begin. */
const payDate = sql`date_trunc('milliseconds', pay_date(c.project_id, c.user_id, c.pay_by))`
/** When it is late; null while the date does not begin, and while a dispute puts it off. */
const lateFrom = sql`case when not ${isPutOff} then ${payDate} end`
/** What a project has promised and owes in its currency, in hundredths. */
export const sumPromised = async (db: DbOrTx, projectID: string, now: Date): Promise<Promised | undefined> => {
  const { rows } = await sql<Promised>`
    select p.budget, p.currency,
      coalesce(sum(b.amount_cents) filter (where b.account like 'reserved:%'), 0)::float8 as "reservedCents",
      coalesce(sum(b.amount_cents) filter (where b.account like 'due:%'), 0)::float8 as "dueCents",
      coalesce(sum(b.amount_cents) filter (where ${lateFrom} < ${now}::timestamptz), 0)::float8 as "lateCents",
      coalesce(-sum(b.amount_cents) filter (where b.account = 'budget'), 0)::float8 as "usedCents"
    from projects p left join ledger_balances b on b.project_id = p.id and b.currency = p.currency
      left join claims c on c.id = case when b.account like 'due:%' then substr(b.account, 5)::uuid end
    where p.id = ${projectID} group by p.id`.execute(db)
  return rows[0]
}

export type ShownDue = {
  claim_id: string
  task_id: string
  task_number: number | null
  title: string
  project_id: string
  project_title: string
  user_id: string
  username: string
  name: string
  cents: number
  currency: string
  since: Date
  pay_by: Date
  /** Null while the date does not begin, or waits. */
  late_from: Date | null
  waits_for_payee: boolean
}
type DuesQuery = {
  projectID?: string
  payeeID?: string
  ownerID?: string
  /** Only what is late at `now`, or only what is not. */
  isLate?: boolean | undefined
  now: Date
  after?: { time: string; id: string } | null
  limit: number
}
/** What is owed in a project, to a person, or by the projects of an owner; the earliest pay date first. */
export const findShownDues = async (db: DbOrTx, query: DuesQuery): Promise<ShownDue[]> => {
  const { projectID = null, payeeID = null, ownerID = null, isLate = null, now, after = null, limit } = query
  const { rows } = await sql<ShownDue>`
    select c.id as claim_id, c.task_id, t.task_number, c.terms ->> 'title' as title, p.id as project_id,
      p.title as project_title, u.id as user_id, u.username, u.name, b.amount_cents::float8 as cents, b.currency,
      c.ended_at as since, c.pay_by, ${lateFrom} as late_from,
      ${payDate} is null as waits_for_payee
    from claims c join ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id and b.amount_cents > 0
      join projects p on p.id = c.project_id join users u on u.id = c.user_id
      left join tasks t on t.id = c.task_id and t.deleted_at is null
    where c.pay_by is not null and (${projectID}::uuid is null or c.project_id = ${projectID}::uuid)
      and (${payeeID}::uuid is null or c.user_id = ${payeeID}::uuid)
      and (${ownerID}::uuid is null or exists (select from memberships m
        where m.project_id = c.project_id and m.user_id = ${ownerID}::uuid and m.role = 'owner'))
      and (${isLate}::boolean is null or coalesce(${lateFrom} < ${now}::timestamptz, false) = ${isLate}::boolean)
      and (${after?.time ?? null}::timestamptz is null
        or (${payBy}, c.id) > (${after?.time ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by ${payBy}, c.id limit ${limit}`.execute(db)
  return rows
}

/** A task of the project for which somebody works for a reward, or is owed something. */
export const findRewardedTask = async (
  db: DbOrTx,
  { projectID, userID }: { projectID: string; userID: string },
): Promise<{ title: string; username: string; name: string } | undefined> => {
  const { rows } = await sql<{ title: string; username: string; name: string }>`
    select c.terms ->> 'title' as title, u.username, u.name from claims c join users u on u.id = c.user_id
    where c.project_id = ${projectID} and c.user_id = ${userID} and (
      c.state = 'active' and (c.terms ->> 'amountCents')::numeric > 0
      or exists (select from ledger_balances b
        where b.project_id = c.project_id and b.account = 'due:' || c.id and b.amount_cents > 0))
    order by c.claimed_at limit 1`.execute(db)
  return rows[0]
}
