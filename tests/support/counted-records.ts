import { sql } from 'kysely'
import type { PayerRecord, WorkerRecord } from '#shared/contract/records.ts'
import type { Db } from '#server/db/pool.ts'

/** Records counted once more from the rows that they are made of, by loops instead of statements, and from no table of records. */

const DAY_MS = 86_400_000
const rowsOf = async <T>(db: Db, query: ReturnType<typeof sql<T>>): Promise<T[]> => (await query.execute(db)).rows
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const median = (values: number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)
const share = (part: number, whole: number) => (whole === 0 ? null : rounded(part / whole))

type Entry = {
  claim_id: string
  kind: string
  from_account: string
  to_account: string
  cents: number
  currency: string
  payment_id: string | null
  created_at: Date
}
type ClaimOf = { id: string; user_id: string; pay_by: Date | null; terms: { payDays: number | null } }
type PaymentOf = {
  id: string
  created_at: Date
  confirmed_at: Date | null
  voided_at: Date | null
  missing_at: Date | null
}
type RoundOf = { claim_id: string; round: number; created_at: Date; answered_at: Date; answered_by: string | null }
type DisputeOf = { claim_id: string; side: string; ask: number; ruled: number }

const read = async (db: Db, payerID: string) => {
  const theirs = sql`select c.id from claims c join projects p on p.id = c.project_id where p.created_by = ${payerID}`
  return {
    entries: await rowsOf(
      db,
      sql<Entry>`select claim_id, kind, from_account, to_account, amount_cents::float8 as cents, currency, payment_id, created_at
        from ledger_entries where claim_id in (${theirs}) order by created_at, id`,
    ),
    claims: await rowsOf(db, sql<ClaimOf>`select id, user_id, pay_by, terms from claims where id in (${theirs})`),
    payments: await rowsOf(
      db,
      sql<PaymentOf>`select id, created_at, confirmed_at, voided_at, missing_at from payments
        where project_id in (select id from projects where created_by = ${payerID})`,
    ),
    rounds: await rowsOf(
      db,
      sql<RoundOf>`select claim_id, round, created_at, answered_at, answered_by from submissions
        where state = 'accepted' and claim_id in (${theirs}) order by round`,
    ),
    disputes: await rowsOf(
      db,
      sql<DisputeOf>`select claim_id, side, ask_cents::float8 as ask, amount_cents::float8 as ruled from disputes
        where state = 'ruled' and claim_id in (${theirs})`,
    ),
    zeros: await rowsOf(
      db,
      sql<{ claim_id: string }>`select claim_id from proposals
        where state = 'accepted' and amount_cents = 0 and claim_id in (${theirs})`,
    ),
  }
}

type Read = Awaited<ReturnType<typeof read>>
/** One due, as far as it counts; null where it does not. */
const dueOf = (
  { entries, payments, rounds, disputes, zeros }: Read,
  claim: ClaimOf,
  { payerID, now }: { payerID: string; now: Date },
) => {
  const own = entries.filter(({ claim_id }) => claim_id === claim.id)
  const due = own.find(({ kind }) => kind === 'due')
  if (!due || claim.user_id === payerID) return null
  const account = `due:${claim.id}`
  const into = sum(own.filter(({ to_account }) => to_account === account).map(({ cents }) => cents))
  const owed = into - sum(own.filter(({ from_account }) => from_account === account).map(({ cents }) => cents))
  const valid = own.flatMap((entry) => {
    const payment = payments.find(({ id }) => id === entry.payment_id)
    return entry.kind === 'settle' && payment && !payment.voided_at && !payment.missing_at ? [{ entry, payment }] : []
  })
  const ruling = disputes.find(({ claim_id }) => claim_id === claim.id)
  const forgiven = own.findLast(({ kind }) => kind === 'forgive')
  if (owed === 0 && valid.length === 0) {
    const isAgreed = ruling?.ruled === 0 || zeros.some(({ claim_id }) => claim_id === claim.id)
    if (isAgreed || !forgiven || !claim.pay_by || forgiven.created_at <= claim.pay_by) return null
  }
  const times = valid.map(({ entry }) => entry.created_at.getTime())
  const paidAt = owed === 0 && times.length > 0 ? Math.max(...times) : null
  const wasMissing = own.some(({ kind }) => kind === 'missing')
  const promised = wasMissing
    ? due.created_at.getTime() + (claim.terms.payDays ?? 0) * DAY_MS
    : (claim.pay_by?.getTime() ?? 0)
  const waits = (payment: PaymentOf) =>
    payment.confirmed_at === null && now.getTime() - payment.created_at.getTime() < 30 * DAY_MS
  const round = rounds.findLast(({ claim_id }) => claim_id === claim.id)
  return {
    at: due.created_at.getTime(),
    id: claim.id,
    owed,
    currency: due.currency,
    payBy: claim.pay_by?.getTime() ?? 0,
    paidAt,
    isLate: owed > 0 && claim.pay_by !== null && claim.pay_by < now,
    isInTime: paidAt !== null && paidAt <= promised,
    isConfirmed: paidAt !== null && !valid.some(({ payment }) => waits(payment)),
    reviewDays: round ? (round.answered_at.getTime() - round.created_at.getTime()) / DAY_MS : null,
    isByClock: round ? round.answered_by === null : false,
    isAgainst: ruling ? ruling.ruled > (ruling.side === 'holder' ? 0 : ruling.ask) : false,
  }
}
type Due = NonNullable<ReturnType<typeof dueOf>>

const lateOf = (dues: readonly Due[], now: Date): PayerRecord['late'] => {
  const late = dues.filter(({ isLate }) => isLate)
  if (late.length === 0) return null
  const currencies = [...new Set(late.map(({ currency }) => currency))].sort()
  return {
    amounts: currencies.map((currency) => ({
      currency,
      amountCents: sum(late.filter((one) => one.currency === currency).map(({ owed }) => owed)),
    })),
    days: Math.max(1, Math.floor((now.getTime() - Math.min(...late.map(({ payBy }) => payBy))) / DAY_MS)),
  }
}

export const countPayer = async (db: Db, payerID: string, now: Date): Promise<PayerRecord> => {
  const facts = await read(db, payerID)
  const all = facts.claims.flatMap((claim) => dueOf(facts, claim, { payerID, now }) ?? [])
  const dues = all.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, 50)
  const paid = dues.filter(({ paidAt }) => paidAt !== null)
  return {
    count: dues.length,
    paid: paid.length,
    medianDays: rounded(median(paid.map(({ at, paidAt }) => ((paidAt ?? at) - at) / DAY_MS))),
    withinPromise: share(
      dues.filter(({ isInTime }) => isInTime).length,
      paid.length + dues.filter(({ isLate }) => isLate).length,
    ),
    confirmed: share(dues.filter(({ isConfirmed }) => isConfirmed).length, paid.length),
    reviewDays: rounded(median(dues.flatMap(({ reviewDays }) => reviewDays ?? []))),
    reviewsByClock: dues.filter(({ isByClock }) => isByClock).length,
    rulingsAgainst: dues.filter(({ isAgainst }) => isAgainst).length,
    late: lateOf(all, now),
  }
}

type Held = {
  state: string
  due_on: string | null
  done_at: Date | null
  creator: string
}
/** Null below three accepted tasks. */
export const countWorker = async (db: Db, userID: string): Promise<WorkerRecord | null> => {
  const all = await rowsOf(
    db,
    sql<Held>`select c.state, c.terms ->> 'dueOn' as due_on, coalesce(c.first_hand_in_at, c.ended_at) as done_at,
        p.created_by as creator from claims c join projects p on p.id = c.project_id where c.user_id = ${userID}`,
  )
  const claims = all.filter(({ creator }) => creator !== userID)
  const accepted = claims.filter(({ state }) => state === 'finished')
  const inTime = accepted.filter(
    ({ due_on, done_at }) => due_on === null || (done_at !== null && done_at.toISOString().slice(0, 10) <= due_on),
  )
  if (accepted.length < 3) return null
  return {
    accepted: accepted.length,
    onTime: share(inTime.length, accepted.length),
    returned: claims.filter(({ state }) => state === 'returned').length,
    expired: claims.filter(({ state }) => state === 'expired').length,
    creators: new Set(accepted.map(({ creator }) => creator)).size,
  }
}
