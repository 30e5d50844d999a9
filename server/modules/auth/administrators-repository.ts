import { sql } from 'kysely'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'

export type Administrator = { email: string; username: string }
export type InvitedAdministrator = { email: string; until: Date }

/**
 * Makes the verified account of a canonical address an administrator. Returns its ID, and whether this changed the
 * account; undefined when there is no such account.
 */
export const grantAdministrator = async (
  tx: Tx,
  email: string,
  now: Date,
): Promise<{ account: string; isChanged: boolean } | undefined> => {
  const granted = await tx
    .with('before', (cte) =>
      cte
        .selectFrom('users')
        .select(['id', 'is_administrator'])
        .where(sql`lower(email)`, '=', email)
        .where('is_email_verified', '=', true)
        .forUpdate(),
    )
    .updateTable('users')
    .from('before')
    .set({ is_administrator: true })
    .whereRef('users.id', '=', 'before.id')
    .returning(['users.id as account', sql<boolean>`not before.is_administrator`.as('isChanged')])
    .executeTakeFirst()
  if (granted?.isChanged)
    await record(tx, now, { kind: 'account.adminGranted', actorID: null, subjectID: granted.account, data: {} })
  return granted
}

/**
 * Revokes an administrator's rights by canonical address, and an invitation to become one. Returns the IDs of the
 * account and of the waitlist entry concerned; undefined for none.
 */
export const revokeAdministrator = async (
  tx: Tx,
  email: string,
  now: Date,
): Promise<{ account: string | undefined; entry: string | undefined }> => {
  const revoked = await tx
    .updateTable('users')
    .set({ is_administrator: false })
    .where(sql`lower(email)`, '=', email)
    .where('is_administrator', '=', true)
    .returning('id')
    .executeTakeFirst()
  if (revoked) await record(tx, now, { kind: 'account.adminRevoked', actorID: null, subjectID: revoked.id, data: {} })
  return { account: revoked?.id, entry: (await takePromise(tx, email))?.id }
}

/**
 * Promises an administrator's rights to the person who registers this invited, canonical address with its link, and
 * verifies it before `until`. Returns the ID of the waitlist entry.
 */
export const promiseAdministrator = async (db: DbOrTx, email: string, until: Date): Promise<string> => {
  const entry = await db
    .updateTable('waitlist_entries')
    .set({ administrator_until: until })
    .where(sql`lower(email)`, '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return entry.id
}

/**
 * Whether the account, whose address was just verified, becomes an administrator. A promise holds once, and only for
 * the account that registered with its link, since a stranger may have registered the invited address without a link.
 * Call this before ending the invitation.
 */
export const redeemPromise = async (
  db: DbOrTx,
  { email, userID, now }: { email: string; userID: string; now: Date },
): Promise<boolean> => {
  const entry = await takePromise(db, email)
  return entry !== undefined && entry.until > now && entry.isLinkUsed && entry.userID === userID
}

type AdministratorPromise = { id: string; until: Date; userID: string | null; isLinkUsed: boolean }

const takePromise = async (db: DbOrTx, email: string): Promise<AdministratorPromise | undefined> => {
  const entry = await db
    .selectFrom('waitlist_entries')
    .select(['id', 'administrator_until', 'registered_user_id', 'invited_token_hash'])
    .where(sql`lower(email)`, '=', email)
    .where('administrator_until', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!entry?.administrator_until) return undefined
  await send(db, db.updateTable('waitlist_entries').set({ administrator_until: null }).where('id', '=', entry.id))
  return {
    id: entry.id,
    until: entry.administrator_until,
    userID: entry.registered_user_id,
    isLinkUsed: entry.invited_token_hash === null,
  }
}

export const listAdministrators = (db: DbOrTx): Promise<Administrator[]> =>
  db.selectFrom('users').select(['email', 'username']).where('is_administrator', '=', true).orderBy('email').execute()

/** The invited administrators whose promise has not ended. */
export const listInvitedAdministrators = async (db: DbOrTx, now: Date): Promise<InvitedAdministrator[]> => {
  const rows = await db
    .selectFrom('waitlist_entries')
    .select(['email', 'administrator_until'])
    .where('administrator_until', '>', now)
    .orderBy('email')
    .execute()
  return rows.map(({ email, administrator_until }) => ({ email, until: administrator_until ?? now }))
}
