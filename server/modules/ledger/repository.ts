import { type Insertable, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DoneWhenLine, ProjectRole } from '#shared/contract/index.ts'
import { isHandedIn } from '#server/access/handed-in.ts'
import { type DbOrTx, send, type Tx } from '#server/db/pool.ts'
import type { LedgerEntries, Offers } from '#server/db/schema.generated.ts'

export type OfferRow = Selectable<Offers>
/** Somebody who has a task, or is owed something for it. */
export type PersonRow = { userID: string; username: string; name: string }
type ActiveClaim = PersonRow & { id: string }
export type DueRow = PersonRow & { claimID: string; taskID: string; projectID: string; cents: number; currency: string }

export type OfferedTask = {
  id: string
  project_id: string
  status: number
  assigned_to_id: string | null
  role: ProjectRole
  budget: string | null
  currency: string
  skills: string
  open_round: number | null
  title: string
  description: string
  done_when: DoneWhenLine[]
  dueOn: string | null
}

/** A task with what its offer depends on, for a member of its project; undefined for anybody else. */
export const findOfferedTask = async (
  db: DbOrTx,
  taskID: string,
  userID: string,
  isHeld = false,
): Promise<OfferedTask | undefined> => {
  const { rows } = await sql<OfferedTask>`
    select task.id, task.project_id, task.status, task.assigned_to_id, m.role, p.budget, p.currency, p.skills, task.open_round, task.title,
      task.description, task.done_when, task.due_on::text as "dueOn"
    from tasks task join projects p on p.id = task.project_id
      join memberships m on m.project_id = task.project_id and m.user_id = ${userID}
    where task.id = ${taskID} and task.deleted_at is null and p.deleted_at is null
    ${isHeld ? sql`for no key update of task` : sql``}`.execute(db)
  return rows[0]
}

/** The task's offer, open or closed. Its project's row is held, so that nobody else changes it. */
export const findOffer = (db: DbOrTx, taskID: string): Promise<OfferRow | undefined> =>
  db.selectFrom('offers').selectAll().where('task_id', '=', taskID).executeTakeFirst()

/** The tasks of a project that have an open offer. */
export const findOfferedIDs = async (db: DbOrTx, projectID: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('offers')
    .select('task_id')
    .where('project_id', '=', projectID)
    .where('closed_at', 'is', null)
    .orderBy('task_id')
    .execute()
  return rows.map(({ task_id }) => task_id)
}

/** Writes an offer; the trigger `offers_noted` keeps its amount in the task's row. */
export const saveOffer = async (tx: Tx, row: Insertable<Offers>): Promise<void> => {
  await send(
    tx,
    tx
      .insertInto('offers')
      .values(row)
      .onConflict((conflict) => conflict.column('task_id').doUpdateSet(row)),
  )
}

export const closeOffer = async (tx: Tx, taskID: string, by: string | null, now: Date): Promise<void> => {
  await send(
    tx,
    tx
      .updateTable('offers')
      .set(({ eb }) => ({ closed_at: now, closed_by: by, changed_at: now, version: eb('version', '+', 1) }))
      .where('task_id', '=', taskID),
  )
}

const person = sql`u.id as "userID", u.username, u.name`

/** Who has the task now. */
export const findActiveClaim = async (db: DbOrTx, taskID: string): Promise<ActiveClaim | undefined> => {
  const { rows } = await sql<ActiveClaim>`
    select c.id, ${person}
    from claims c join users u on u.id = c.user_id where c.task_id = ${taskID} and c.state = 'active'`.execute(db)
  return rows[0]
}

/** What is owed in a project, or for one of its tasks; the earliest pay date first. */
export const findDues = async (
  db: DbOrTx,
  { projectID, taskID }: { projectID: string; taskID?: string },
): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select c.id as "claimID", c.task_id as "taskID", c.project_id as "projectID", b.amount_cents::float8 as cents, b.currency,
      ${person}
    from claims c join ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id and b.amount_cents > 0
      join users u on u.id = c.user_id
    where c.project_id = ${projectID} and c.state = 'finished' ${taskID === undefined ? sql`` : sql`and c.task_id = ${taskID}`}
    order by c.pay_by, c.id`.execute(db)
  return rows
}

/** Who works on a task of the project under an offer and has handed in, and for how much. */
export const findHandedIn = async (
  db: DbOrTx,
  projectID: string,
): Promise<Array<PersonRow & { cents: number; currency: string }>> => {
  const { rows } = await sql<PersonRow & { cents: number; currency: string }>`
    select ${person}, (c.terms ->> 'amountCents')::float8 as cents, c.terms ->> 'currency' as currency from claims c join users u on u.id = c.user_id
    where c.project_id = ${projectID} and ${isHandedIn} order by c.claimed_at`.execute(db)
  return rows
}

/**
 * Writes the new numbers of an offer into the terms of its running claim. Who took the task before it had an offer reads it from `since` on,
 * should they be no member any more.
 */
export const changeTerms = async (tx: Tx, claimID: string, terms: object, since: Date | null = null): Promise<void> => {
  await send(
    tx,
    sql`update claims set terms = terms || ${JSON.stringify(terms)}::jsonb, reads_since = coalesce(reads_since, ${since})
    where id = ${claimID}`,
  )
}

export const hasEntries = async (db: DbOrTx, projectID: string): Promise<boolean> =>
  (await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('project_id', '=', projectID)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Puts all offers of a project, and the terms of all its claims, into this currency. */
export const changeCurrency = async (tx: Tx, projectID: string, currency: string): Promise<void> => {
  await send(tx, tx.updateTable('offers').set({ currency }).where('project_id', '=', projectID))
  await send(
    tx,
    sql`update claims set terms = terms || jsonb_build_object('currency', ${currency}::text)
    where project_id = ${projectID} and terms ->> 'currency' is not null`,
  )
}

/** The balance of an account: what is free has that of `budget` below the budget itself. */
export const balanceOf = async (
  db: DbOrTx,
  { projectID, account, currency }: { projectID: string; account: string; currency: string },
): Promise<number> => {
  const row = await db
    .selectFrom('ledger_balances')
    .select(sql<number>`amount_cents::float8`.as('cents'))
    .where('project_id', '=', projectID)
    .where('account', '=', account)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row?.cents ?? 0
}

export type NewEntry = {
  kind: 'reserve' | 'raise' | 'release' | 'due' | 'settle' | 'pay' | 'missing' | 'forgive'
  projectID: string
  taskID: string | null
  claimID?: string | null
  userID?: string | null
  from: string
  to: string
  cents: number
  currency: string
  paymentID?: string | null
  eventID: string
  now: Date
}

/**
 * Writes entries of the ledger; the events that they name are in the log already. The trigger `ledger_entries_balances` moves
 * the balances in the same statement, and the database refuses what a race would take below zero.
 */
export const insertEntries = async (tx: Tx, entries: readonly NewEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await send(
    tx,
    tx.insertInto('ledger_entries').values(
      entries.map((entry): Insertable<LedgerEntries> => ({
        id: uuidv7(),
        project_id: entry.projectID,
        task_id: entry.taskID,
        claim_id: entry.claimID ?? null,
        user_id: entry.userID ?? null,
        from_account: entry.from,
        to_account: entry.to,
        amount_cents: entry.cents,
        currency: entry.currency,
        kind: entry.kind,
        payment_id: entry.paymentID ?? null,
        event_id: entry.eventID,
        created_at: entry.now,
      })),
    ),
  )
}

/** Who was paid for a task, by a payment that still counts. */
export const findPaid = async (db: DbOrTx, taskID: string): Promise<PersonRow | undefined> => {
  const { rows } = await sql<PersonRow>`
    select ${person} from claims c join users u on u.id = c.user_id
    where c.task_id = ${taskID} and c.state = 'finished' and c.pay_by is not null and exists (
      select from payments p where p.task_id = c.task_id and p.user_id = c.user_id and p.voided_at is null and p.missing_at is null)
    order by c.ended_at desc limit 1`.execute(db)
  return rows[0]
}

/** The budget as it is, its currency, and how much of it is reserved or due, and used in all. */
export const findBound = async (
  db: DbOrTx,
  projectID: string,
): Promise<{ before: string | null; currency: string; bound: number; used: number }> => {
  const { rows } = await sql<{ before: string | null; currency: string; bound: number; used: number }>`
    select p.budget as before, p.currency,
      coalesce(sum(b.amount_cents) filter (where b.account like 'reserved:%' or b.account like 'due:%'), 0)::float8 as bound,
      coalesce(-sum(b.amount_cents) filter (where b.account = 'budget'), 0)::float8 as used
    from projects p left join ledger_balances b on b.project_id = p.id and b.currency = p.currency
    where p.id = ${projectID} group by p.id`.execute(db)
  return rows[0] ?? { before: null, currency: 'USD', bound: 0, used: 0 }
}

/** Which of these people ever had a task of the project under an offer. */
export const findPaidForTasks = async (
  db: DbOrTx,
  projectID: string,
  userIDs: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('claims')
    .select('user_id')
    .distinct()
    .where('project_id', '=', projectID)
    .where('user_id', 'in', userIDs)
    .where((eb) => eb.or([eb('pay_by', 'is not', null), eb('reads_since', 'is not', null)]))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Whether a payment settled a due, in part or wholly. */
export const hasSettled = async (db: DbOrTx, paymentID: string): Promise<boolean> =>
  (await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('payment_id', '=', paymentID)
    .where('kind', '=', 'settle')
    .executeTakeFirst()) !== undefined

type Part = Pick<NewEntry, 'projectID' | 'taskID' | 'from' | 'to' | 'cents' | 'currency'> & {
  kind: 'settle' | 'pay'
  claimID: string | null
  userID: string | null
}
/** What a payment wrote: what it settled, and the rest. */
export const findParts = async (db: DbOrTx, paymentID: string): Promise<Part[]> => {
  const { rows } = await sql<Part>`
    select l.kind, l.project_id as "projectID", l.task_id as "taskID", l.claim_id as "claimID", l.user_id as "userID",
      l.from_account as "from", l.to_account as "to", l.amount_cents::float8 as cents, l.currency
    from ledger_entries l where l.payment_id = ${paymentID} and l.kind in ('settle', 'pay') order by l.kind`.execute(db)
  return rows
}

/** Puts the pay date of a due off to this day at least, with its reminders, unless nothing of a payment for it had arrived before. */
export const putOffOnce = async (tx: Tx, claimID: string, until: Date): Promise<void> => {
  await send(
    tx,
    sql`
    update claims set pay_by = ${until}, pay_half_reminded_at = null, pay_last_reminded_at = null
    where id = ${claimID} and pay_by < ${until} and not exists (
      select from ledger_entries l where l.claim_id = claims.id and l.kind = 'missing')`,
  )
}

/** What was paid of the due of a claim, but for what was voided or never arrived. */
export const findSettled = async (db: DbOrTx, claimID: string): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when l.from_account = 'due:' || l.claim_id then l.amount_cents else -l.amount_cents end), 0)::float8 as cents
    from ledger_entries l
    where l.claim_id = ${claimID} and 'due:' || l.claim_id in (l.from_account, l.to_account) and l.kind in ('settle', 'void', 'missing')`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}
