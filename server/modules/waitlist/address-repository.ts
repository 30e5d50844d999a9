import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { ADDRESS_INVITATION_DAYS } from '#shared/contract/address-invitations.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** For how many days an ended invitation is kept, and with it the address. */
const KEPT_DAYS = 30

/** An invitation is open until it ends, is withdrawn, or its address belongs to an account. */
const isOpen = (now: Date) => sql<boolean>`ended_at is null and (ends_at is null or ends_at > ${now})`
const ofAddress = (email: string) => sql<boolean>`lower(email) = ${email}`

export type AddressRow = {
  id: string
  email: string
  role: string
  task_id: string | null
  created_at: Date
  mailed_at: Date | null
  ends_at: Date | null
  resent_at: Date | null
}
const columns = ['id', 'email', 'role', 'task_id', 'created_at', 'mailed_at', 'ends_at', 'resent_at'] as const

export type NewAddress = {
  projectID: string
  email: string
  role: 'member' | 'admin'
  message: string | null
  taskID: string | null
  by: string
  now: Date
}

/** Keeps an invitation; undefined when the address has an open one to the project. One that has ended gives way. */
export const insertAddress = async (tx: Tx, { projectID, email, now, ...more }: NewAddress) => {
  await send(
    tx,
    tx
      .updateTable('address_invitations')
      .set({ ended_at: sql<Date>`ends_at` })
      .where('project_id', '=', projectID)
      .where(ofAddress(email))
      .where('ended_at', 'is', null)
      .where('ends_at', '<=', now),
  )
  return tx
    .insertInto('address_invitations')
    .values({
      id: uuidv7(),
      project_id: projectID,
      email,
      role: more.role,
      message: more.message,
      task_id: more.taskID,
      invited_by: more.by,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** Says that the server has mailed an address its link: the time of its open invitations begins. */
export const startAddresses = (tx: DbOrTx, email: string, now: Date) =>
  send(
    tx,
    tx
      .updateTable('address_invitations')
      .set({ mailed_at: now, ends_at: new Date(now.getTime() + ADDRESS_INVITATION_DAYS * DAY_MS) })
      .where(ofAddress(email))
      .where('mailed_at', 'is', null)
      .where('ended_at', 'is', null),
  )

/** The open invitations of a project, newest first. */
export const findAddresses = (db: DbOrTx, projectID: string, now: Date) =>
  db
    .selectFrom('address_invitations')
    .select(columns)
    .where('project_id', '=', projectID)
    .where(isOpen(now))
    .orderBy('id', 'desc')
    .execute()

/** An open invitation of a project, locked until the transaction ends. */
export const holdAddress = (tx: Tx, projectID: string, id: string, now: Date) =>
  tx
    .selectFrom('address_invitations')
    .select(columns)
    .where('id', '=', id)
    .where('project_id', '=', projectID)
    .where(isOpen(now))
    .forUpdate()
    .executeTakeFirst()

/** Notes that an invitation is mailed the second time; its days start over. */
export const resendAddress = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('address_invitations')
    .set({ resent_at: now, ends_at: new Date(now.getTime() + ADDRESS_INVITATION_DAYS * DAY_MS) })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const endAddress = (tx: Tx, id: string, now: Date) =>
  send(tx, tx.updateTable('address_invitations').set({ ended_at: now }).where('id', '=', id))

/** Invitations whose days are over, and of which nobody has heard that yet; those of deleted projects wait. */
export const findOverAddresses = (db: DbOrTx, now: Date, limit: number) =>
  db
    .selectFrom('address_invitations as a')
    .innerJoin('projects as p', 'p.id', 'a.project_id')
    .select(['a.id', 'a.project_id'])
    .where('a.ended_at', 'is', null)
    // As the index has it.
    .where(sql`coalesce(a.ended_at, a.ends_at)`, '<=', now)
    .where('p.deleted_at', 'is', null)
    .orderBy('a.id')
    .limit(limit)
    .execute()

/** Ends an invitation whose days are over; undefined when it has ended since, or was sent again. */
export const endOverAddress = (tx: Tx, id: string, now: Date) =>
  tx
    .updateTable('address_invitations')
    .set({ ended_at: sql<Date>`ends_at` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now)
    .returning('invited_by')
    .executeTakeFirst()

/** Takes the open invitations of an address that has become an account's, of inviters who still may invite. */
export const takeAddresses = async (tx: Tx, email: string, now: Date) => {
  const { rows } = await sql<{
    project_id: string
    role: 'member' | 'admin'
    message: string | null
    invited_by: string
    days: number
    may_invite: boolean
  }>`
    update address_invitations a set ended_at = ${now}
    from projects p
    where lower(a.email) = ${email} and a.ended_at is null and (a.ends_at is null or a.ends_at > ${now}) and p.id = a.project_id
    returning a.project_id, a.role, a.message, a.invited_by, p.answers_within_days as days,
      p.deleted_at is null and p.hidden_at is null and exists (select from memberships m join users u on u.id = m.user_id
        where m.project_id = p.id and m.user_id = a.invited_by and m.role in ('owner', 'admin') and u.suspended_at is null)
      as may_invite`.execute(tx)
  return rows.filter(({ may_invite }) => may_invite)
}

/** Who wants an address, and in which project: of its open invitations, the oldest first. */
export const findWishes = async (db: DbOrTx, emails: readonly string[], now: Date) => {
  const { rows } = await sql<{ email: string; username: string; name: string; title: string; message: string | null }>`
    select lower(a.email) as email, u.username, u.name, p.title, a.message
    from address_invitations a join users u on u.id = a.invited_by join projects p on p.id = a.project_id
    where lower(a.email) = any(${emails}) and a.ended_at is null and (a.ends_at is null or a.ends_at > ${now})
      and p.deleted_at is null and p.hidden_at is null and u.suspended_at is null
    order by a.id`.execute(db)
  return rows
}

/** Whether projects have mailed an address invitations, of which none is open any more. */
export const haveEnded = async (db: DbOrTx, email: string, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('address_invitations')
    .select(sql<boolean | null>`bool_and(not (${isOpen(now)}))`.as('have_ended'))
    .where(ofAddress(email))
    .where('mailed_at', 'is not', null)
    .executeTakeFirst()
  return row?.have_ended ?? false
}

/** Deletes invitations some time after their end, and so their addresses. */
export const forgetAddresses = async (db: DbOrTx, now: Date): Promise<void> => {
  await send(
    db,
    db
      .deleteFrom('address_invitations')
      .where(sql`coalesce(ended_at, ends_at)`, '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS)),
  )
}

/** Deletes all invitations of an address, as its owner may ask. */
export const removeAddress = (tx: Tx, email: string) =>
  send(tx, tx.deleteFrom('address_invitations').where(ofAddress(email)))

/** The verified account of a canonical address. */
export const findAccount = async (db: DbOrTx, email: string): Promise<string | null> => {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(ofAddress(email))
    .where('is_email_verified', '=', true)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether a task is one of the project's. */
export const isTaskOf = async (db: DbOrTx, projectID: string, taskID: string): Promise<boolean> =>
  (await db
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', taskID)
    .where('project_id', '=', projectID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined
