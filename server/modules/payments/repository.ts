import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

export type PaymentRow = {
  id: string
  project_id: string
  user_id: string
  username: string
  amount_cents: number
  currency: string
  method: string | null
  note: string | null
  task_id: string | null
  task_number: number | null
  task_title: string | null
  recorded_by_username: string
  recorded_by_name: string
  created_at: Date
  voided_at: Date | null
  void_reason: string | null
  confirmed_at: Date | null
  missing_at: Date | null
  missing_text: string | null
  answer_key: string | null
}

const entries = (db: DbOrTx) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_recordings as r', 'r.id', 'p.recording_id')
    .innerJoin('users as payee', 'payee.id', 'p.user_id')
    .innerJoin('users as recorder', 'recorder.id', 'r.recorded_by')
    .select([
      'p.id',
      'p.project_id',
      'p.user_id',
      'payee.username',
      'p.amount_cents',
      'p.currency',
      'p.method',
      'p.note',
      'p.task_id',
      'p.task_number',
      'p.task_title',
      'recorder.username as recorded_by_username',
      'recorder.name as recorded_by_name',
      'p.created_at',
      'p.voided_at',
      'p.void_reason',
      'p.confirmed_at',
      'p.missing_at',
      'p.missing_text',
      'p.answer_key',
    ])

/** Of which time: from a moment on, and before one. */
export type Time = { from: string | undefined; to: string | undefined }
type Of = { projectID: string; userID: string | undefined; taskID?: string | undefined; time: Time }
const inTime = ({ from, to }: Time) => sql<boolean>`p.created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
  and p.created_at < coalesce(${to ?? null}::timestamptz, 'infinity')`

/** One page of a project's ledger, newest first, for everybody or for one person. `page` counts from 1. */
export const findPayments = (
  db: DbOrTx,
  { projectID, userID, taskID, time, page, limit }: Of & { page: number; limit: number },
): Promise<PaymentRow[]> =>
  entries(db)
    .where('p.project_id', '=', projectID)
    .where(inTime(time))
    .$if(userID !== undefined, (query) => query.where('p.user_id', '=', userID ?? ''))
    .$if(taskID !== undefined, (query) => query.where('p.task_id', '=', taskID ?? ''))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()

/** How many entries there are, and how many of them count no more: voided ones, and those that never arrived. */
export const countPayments = (
  db: DbOrTx,
  { projectID, userID, taskID, time }: Of,
): Promise<{ total: number; outCount: number }> =>
  db
    .selectFrom('payments as p')
    .where('p.project_id', '=', projectID)
    .where(inTime(time))
    .$if(userID !== undefined, (query) => query.where('p.user_id', '=', userID ?? ''))
    .$if(taskID !== undefined, (query) => query.where('p.task_id', '=', taskID ?? ''))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`count(coalesce(p.voided_at, p.missing_at))::int`.as('outCount'),
    ])
    .executeTakeFirstOrThrow()

/** What was paid in that time in each currency, without those that count no more, largest sum first. */
export const sumPaidIn = (
  db: DbOrTx,
  { projectID, userID, taskID, time }: Of,
): Promise<Array<{ currency: string; paidCents: number }>> =>
  db
    .selectFrom('payments as p')
    .where('p.project_id', '=', projectID)
    .where('p.voided_at', 'is', null)
    .where('p.missing_at', 'is', null)
    .where(inTime(time))
    .$if(userID !== undefined, (query) => query.where('p.user_id', '=', userID ?? ''))
    .$if(taskID !== undefined, (query) => query.where('p.task_id', '=', taskID ?? ''))
    .groupBy('p.currency')
    .select(['p.currency', sql<number>`sum(p.amount_cents)::float8`.as('paidCents')])
    .orderBy('paidCents', 'desc')
    .orderBy('p.currency')
    .execute()

export type PaidRow = { user_id: string; username: string; currency: string; paid_cents: number }

/** What each person was paid in each currency, without those that count no more, largest sum first. */
export const sumPaid = (db: DbOrTx, projectID: string, userID: string | undefined): Promise<PaidRow[]> =>
  db
    .selectFrom(
      db
        .selectFrom('payments')
        .where('project_id', '=', projectID)
        .where('voided_at', 'is', null)
        .where('missing_at', 'is', null)
        .$if(userID !== undefined, (query) => query.where('user_id', '=', userID ?? ''))
        .groupBy(['user_id', 'currency'])
        // A float8 holds whole cents exactly up to ninety million millions.
        .select(['user_id', 'currency', sql<number>`sum(amount_cents)::float8`.as('paid_cents')])
        .as('paid'),
    )
    .innerJoin('users as u', 'u.id', 'paid.user_id')
    .select(['paid.user_id', 'u.username', 'paid.currency', 'paid.paid_cents'])
    .orderBy('paid.paid_cents', 'desc')
    .orderBy('u.username')
    .execute()

/** An entry of that project, voided or not. */
export const findPayment = (db: DbOrTx, projectID: string, paymentID: string): Promise<PaymentRow | undefined> =>
  entries(db).where('p.id', '=', paymentID).where('p.project_id', '=', projectID).executeTakeFirst()

/** The entries that one request made, in the order of that request. */
export const findRecorded = (db: DbOrTx, recordingID: string): Promise<PaymentRow[]> =>
  entries(db).where('p.recording_id', '=', recordingID).orderBy('p.position').execute()

export type RecordingKey = { projectID: string; recordedBy: string; idempotencyKey: string }

/**
 * Claims the idempotency key for this transaction. Undefined when another request has the key; if its transaction is
 * not committed yet, this waits to learn how it ends. The payer is the owner who records, for an admin the first owner.
 */
export const insertRecording = async (
  tx: Tx,
  { projectID, recordedBy, idempotencyKey, requestHash, now }: RecordingKey & { requestHash: string; now: Date },
): Promise<string | undefined> => {
  const row = await tx
    .insertInto('payment_recordings')
    .values({
      id: uuidv7(),
      project_id: projectID,
      recorded_by: recordedBy,
      payer_id: sql`(select user_id from memberships where project_id = ${projectID} and role = 'owner'
        order by user_id <> ${recordedBy}, joined_at, user_id limit 1)`,
      idempotency_key: idempotencyKey,
      request_hash: requestHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'recorded_by', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const findRecording = (tx: Tx, { projectID, recordedBy, idempotencyKey }: RecordingKey) =>
  tx
    .selectFrom('payment_recordings')
    .where('project_id', '=', projectID)
    .where('recorded_by', '=', recordedBy)
    .where('idempotency_key', '=', idempotencyKey)
    .select(['id', 'request_hash'])
    .executeTakeFirst()

/** Whether the project has another owner or admin than this person; its row is held to be changed. */
export const hasOtherManagers = async (
  tx: Tx,
  { projectID, recordedBy }: Pick<RecordingKey, 'projectID' | 'recordedBy'>,
): Promise<boolean> =>
  (await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('project_id', '=', projectID)
    .where('user_id', '!=', recordedBy)
    .where('role', 'in', ['owner', 'admin'])
    .executeTakeFirst()) !== undefined

/** A task as a payment keeps it. */
export type PaidTask = { id: string; number: number; title: string }
export type NewPayment = { userID: string; amountCents: number; currency: string; task: PaidTask | null }
export type NewPayments = {
  recordingID: string
  projectID: string
  payments: readonly NewPayment[]
  method: string | null
  note: string | null
  now: Date
}

/**
 * Adds payments as entries. There must be at least one. When the transaction ends, the trigger `payments_entered` writes
 * into `ledger_entries` what is not there yet; `ledger_entries_balances` keeps the balances, and
 * `ledger_entries_append_only` and `ledger_entries_kept` refuse every change of an entry. The trigger `payments_receipt`
 * numbers their receipts.
 */
export const insertPayments = async (tx: Tx, { recordingID, projectID, payments, ...common }: NewPayments) => {
  await send(
    tx,
    tx.insertInto('payments').values(
      payments.map(({ userID, amountCents, currency, task }, position) => ({
        id: uuidv7(),
        recording_id: recordingID,
        position,
        project_id: projectID,
        user_id: userID,
        amount_cents: amountCents,
        currency,
        method: common.method,
        note: common.note,
        task_id: task?.id ?? null,
        task_number: task?.number ?? null,
        task_title: task?.title ?? null,
        created_at: common.now,
      })),
    ),
  )
}

/** A payment, for whom it paid. */
export const findOwn = (db: DbOrTx, paymentID: string, userID: string): Promise<PaymentRow | undefined> =>
  entries(db).where('p.id', '=', paymentID).where('p.user_id', '=', userID).executeTakeFirst()

export const isProjectGone = async (db: DbOrTx, projectID: string): Promise<boolean> =>
  (await db.selectFrom('projects').select('deleted_at').where('id', '=', projectID).executeTakeFirst())?.deleted_at !==
  null

/** Writes what who was paid says of a payment that has no answer; its project's row is held to be changed. */
export const answerPayment = async (
  tx: Tx,
  paymentID: string,
  { text, key, now }: { text: string | null; key: string; now: Date },
): Promise<void> => {
  await send(
    tx,
    tx
      .updateTable('payments')
      .set({ answer_key: key, ...(text === null ? { confirmed_at: now } : { missing_at: now, missing_text: text }) })
      .where('id', '=', paymentID),
  )
}

/** Voids an entry that is not voided yet. Returns whether it did, so that only one of several parallel calls counts. */
export const voidEntry = async (
  tx: Tx,
  {
    paymentID,
    projectID,
    ...entry
  }: { paymentID: string; projectID: string; by: string; reason: string | null; now: Date },
): Promise<boolean> => {
  const result = await tx
    .updateTable('payments')
    .set({ voided_at: entry.now, voided_by: entry.by, void_reason: entry.reason })
    .where('id', '=', paymentID)
    .where('project_id', '=', projectID)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
