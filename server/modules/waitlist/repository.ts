import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Direction, MailState, WaitlistColumn } from '../../../shared/contract/index.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { patternOf } from '../../db/text-search.ts'

const columns = ['id', 'email', 'is_invited', 'last_invited_at', 'created_at', 'mail_state', 'mail_error'] as const
export type WaitlistRow = {
  id: string
  email: string
  is_invited: boolean
  last_invited_at: Date | null
  created_at: Date
  mail_state: string | null
  mail_error: string | null
}

/** The entry of a canonical address. */
export const findEntry = (db: DbOrTx, email: string) =>
  db
    .selectFrom('waitlist_entries')
    .select([...columns, 'registered_user_id'])
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()

/** Whether a canonical address belongs to an account. */
export const hasAccount = async (db: DbOrTx, email: string): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** Puts an address on the list; one that is there already stays as it is. */
export const addEntry = (db: DbOrTx, email: string, now: Date) =>
  db
    .insertInto('waitlist_entries')
    .values({ id: uuidv7(), email, created_at: now })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .execute()

/** Without an ID there is no job that mails it. */
type NewInvitation = { email: string; invitationID: string | null; tokenHash: string; ends: Date; now: Date }

/**
 * Invites an address, on the list or not. The new link replaces the one before. With `unlessInvited` an invited address stays
 * as it is unless its mail has failed, and null is answered.
 */
export const inviteEntry = async (
  db: DbOrTx,
  { email, invitationID, tokenHash, ends, now }: NewInvitation,
  unlessInvited: boolean,
): Promise<WaitlistRow | null> => {
  const invitation = {
    is_invited: true,
    invited_token_hash: tokenHash,
    invitation_expires_at: ends,
    last_invited_at: now,
    invitation_id: invitationID,
    mail_state: invitationID === null ? null : 'queued',
    mail_error: null,
  } as const
  const row = await db
    .insertInto('waitlist_entries')
    .values({ id: uuidv7(), email, created_at: now, ...invitation })
    .onConflict((conflict) =>
      conflict.expression(sql`lower(email)`).doUpdateSet(invitation)
        .where(sql<boolean>`not (${unlessInvited} and waitlist_entries.is_invited
          and waitlist_entries.mail_state is distinct from 'failed')`),
    )
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Whether an invitation link is good for that address: the newest one, not expired, not used. It stays good while somebody
 * else has registered the address without it and not verified it.
 */
export const isInvitationGood = async (db: DbOrTx, tokenHash: string, email: string, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('waitlist_entries')
    .select('id')
    .where('invited_token_hash', '=', tokenHash)
    .where(sql`lower(email)`, '=', email)
    .where('invitation_expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** The address has registered without its link. */
export const markRegistered = (db: DbOrTx, email: string, userID: string) =>
  db
    .updateTable('waitlist_entries')
    .set({ registered_user_id: userID })
    .where(sql`lower(email)`, '=', email)
    .execute()

/** The address has registered with its link. Answers whether this caller was the one to use it. */
export const useInvitation = async (
  db: DbOrTx,
  { tokenHash, email, userID, now }: { tokenHash: string; email: string; userID: string; now: Date },
): Promise<boolean> => {
  const result = await db
    .updateTable('waitlist_entries')
    .set({ registered_user_id: userID, invited_token_hash: null })
    .where('invited_token_hash', '=', tokenHash)
    .where(sql`lower(email)`, '=', email)
    .where('invitation_expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The address is somebody's for good: there is nothing to invite to any more. */
export const endInvitation = (db: DbOrTx, email: string) =>
  db
    .updateTable('waitlist_entries')
    .set({ invited_token_hash: null })
    .where(sql`lower(email)`, '=', email)
    .where('invited_token_hash', 'is not', null)
    .execute()

export type WaitlistFilter = {
  q?: string | undefined
  isInvited?: boolean | undefined
  mailState?: MailState | undefined
}

export type WaitlistOrder = { sort: WaitlistColumn; direction: Direction }
const newestFirst: WaitlistOrder = { sort: 'createdAt', direction: 'desc' }

/** As the indexes have them. Who was never invited comes before whoever was, and what has no mail after all that has one. */
const orderKeys = {
  createdAt: sql`created_at`,
  email: sql`lower(email)`,
  isInvited: sql`is_invited`,
  lastInvitedAt: sql`coalesce(last_invited_at, '-infinity')`,
  mailState: sql`mail_state`,
} as const satisfies Record<WaitlistColumn, unknown>

/** One page in that order, and how many there are in all. The other direction is the same list from its end, ties included. */
export const listEntries = async (
  db: DbOrTx,
  filter: WaitlistFilter,
  { page, limit }: { page: number; limit: number },
  { sort, direction }: WaitlistOrder = newestFirst,
): Promise<{ rows: WaitlistRow[]; total: number }> => {
  const matching = db
    .selectFrom('waitlist_entries')
    .$if(filter.isInvited !== undefined, (query) => query.where('is_invited', '=', filter.isInvited ?? false))
    .$if(filter.mailState !== undefined, (query) => query.where('mail_state', '=', filter.mailState ?? null))
    .$if(Boolean(filter.q), (query) =>
      query.where(sql`lower(email)`, 'like', patternOf((filter.q ?? '').toLowerCase())),
    )
  const rows = await matching
    .select(columns)
    .orderBy(orderKeys[sort], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    // In an order that has an index, so that the count walks that one and not the table.
    .selectFrom(matching.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').as('matching'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Of an address on the waitlist; the other invitation is one to a project. */
type Invitation = { entryID: string; invitationID: string }

/**
 * Gives an invitation the token whose link is about to be mailed, and answers the address; null when it was used, has expired,
 * or a newer one has replaced it.
 */
export const renewToken = async (
  db: DbOrTx,
  { entryID, invitationID }: Invitation,
  tokenHash: string,
  now: Date,
): Promise<string | null> => {
  const row = await db
    .updateTable('waitlist_entries')
    .set({ invited_token_hash: tokenHash })
    .where('id', '=', entryID)
    .where('invitation_id', '=', invitationID)
    .where('invited_token_hash', 'is not', null)
    .where('invitation_expires_at', '>', now)
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? null
}

/** What became of a try to send its mail, for administrators to see; `state` is null when there was nothing to send any more. */
export const noteMail = async (
  db: DbOrTx,
  { entryID, invitationID }: Invitation,
  state: MailState | null,
  reason: string | null,
): Promise<void> => {
  // A worker that was too slow must not speak against the one that has sent it.
  await sql`update waitlist_entries set mail_state = ${state}, mail_error = ${reason}
    where id = ${entryID} and invitation_id = ${invitationID} and (mail_state = 'queued' or ${state} = 'sent')`.execute(
    db,
  )
}

/** Jobs of long ago are forgotten; who waits for the mail of one is to see that it never left. */
export const failForgottenMails = async (db: DbOrTx, before: Date): Promise<void> => {
  await sql`update waitlist_entries set mail_state = 'failed', mail_error = coalesce(mail_error, 'No mail server was there for it.')
    where mail_state = 'queued' and last_invited_at < ${before}`.execute(db)
}
