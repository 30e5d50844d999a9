import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { anyOf, prepared } from '#server/db/prepared.ts'

export type RevocationReason =
  | 'logout'
  | 'reuse'
  | 'password_reset'
  | 'administrator'
  | 'ended'
  | 'password_change'
  | 'address_recovery'
  | 'payout_recovery'
  | 'suspension'

/** Where a session is used from; null where it is not known. */
export type Whereabouts = { device: string | null; network: string | null }

/** Begins a session, or what an access token has of one. A person who signs in has just proved who they are. */
export const insertFamily = async (
  db: DbOrTx,
  userID: string,
  { device, network }: Whereabouts,
  { now, confirmedAt = now }: { now: Date; confirmedAt?: Date | null },
): Promise<string> => {
  const id = uuidv7()
  await send(
    db,
    db
      .insertInto('session_families')
      .values({ id, user_id: userID, created_at: now, last_seen_at: now, confirmed_at: confirmedAt, device, network }),
  )
  return id
}

/** When the person of a session last proved who they are, and since when their two-step sign-in is on. */
export const findConfirmation = async (
  db: DbOrTx,
  { userID, sessionID }: { userID: string; sessionID: string },
): Promise<{ confirmedAt: Date | null; twoStepSince: Date | null }> => {
  const { rows } = await sql<{ confirmedAt: Date | null; twoStepSince: Date | null }>`
    select f.confirmed_at as "confirmedAt", t.confirmed_at as "twoStepSince"
    from session_families f left join two_step t on t.user_id = f.user_id
    where f.id = ${sessionID} and f.user_id = ${userID}`.execute(db)
  return rows[0] ?? { confirmedAt: null, twoStepSince: null }
}

export const noteConfirmed = (db: DbOrTx, sessionID: string, now: Date) =>
  send(db, db.updateTable('session_families').set({ confirmed_at: now }).where('id', '=', sessionID))

/** Notes from where a session was renewed, and that its person was seen there. */
export const touchFamily = async (
  tx: Tx,
  family: { id: string; userID: string },
  { device, network }: Whereabouts,
  now: Date,
) => {
  const seen = tx
    .updateTable('session_families')
    .set({ device, network, last_seen_at: now })
    .where('id', '=', family.id)
  await send(tx, seen, insertingDevice(family.userID, { device, network }, now))
}

/** A network in which a person was not seen for so long is a new one. */
const NETWORK_DAYS = 90

const insertingDevice = (userID: string, { device, network }: Whereabouts, now: Date) =>
  sql`insert into known_devices as known (user_id, device, network, first_seen_at, last_seen_at)
    values (${userID}, ${device ?? ''}, ${network ?? ''}, ${now}, ${now})
    on conflict (user_id, device, network)
    do update set last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at)`

/**
 * Notes a sign-in. Returns whether its device is new: the person has signed in before, but never from this device, or
 * not from its network in the last 90 days. When the person's networks or the sign-in's are unknown, the network counts
 * as known.
 */
export const noteDevice = async (tx: Tx, userID: string, where: Whereabouts, now: Date): Promise<boolean> => {
  const { device, network } = where
  const { rows } = await sql<{ is_new: boolean }>`
    select count(*) > 0 and (
      not coalesce(bool_or(device = ${device ?? ''}), false)
      or ${network ?? ''} <> '' and bool_or(network <> '') and not bool_or(
        network = ${network ?? ''} and last_seen_at > ${now}::timestamptz - make_interval(days => ${NETWORK_DAYS})
      )) as is_new
    from known_devices where user_id = ${userID}`.execute(tx)
  await send(tx, insertingDevice(userID, where, now))
  return rows[0]?.is_new ?? false
}

export const insertRefreshToken = (
  db: DbOrTx,
  row: { familyID: string; parentID: string | null; tokenHash: string; now: Date; ends: Date },
) =>
  send(
    db,
    db.insertInto('refresh_tokens').values({
      id: uuidv7(),
      family_id: row.familyID,
      parent_id: row.parentID,
      token_hash: row.tokenHash,
      created_at: row.now,
      expires_at: row.ends,
    }),
  )

/**
 * Reads a refresh token with its session and locks both until the transaction ends, so that parallel uses of a
 * session's tokens run one by one. `is_parent_of_current`: a token issued for this one has not been used yet.
 */
export const lockRefreshToken = async (tx: Tx, tokenHash: string) => {
  const family = tx
    .selectFrom('session_families')
    .where('id', '=', (eb) =>
      eb.selectFrom('refresh_tokens').select('refresh_tokens.family_id').where('token_hash', '=', tokenHash),
    )
    .select(['id', 'user_id', 'revoked_at', 'created_at'])
    .forUpdate()
  // Read by a statement that begins when the lock is taken, so that the changes of the transaction before are seen.
  const token = tx
    .selectFrom('refresh_tokens as token')
    .where('token_hash', '=', tokenHash)
    .select((eb) => [
      'token.id',
      'token.expires_at',
      'token.rotated_at',
      eb
        .exists(
          eb
            .selectFrom('refresh_tokens as child')
            .select('child.id')
            .whereRef('child.parent_id', '=', 'token.id')
            .where('child.rotated_at', 'is', null),
        )
        .as('is_parent_of_current'),
    ])
  const [held, read] = await Promise.all([family.executeTakeFirst(), token.executeTakeFirst()])
  if (!held || !read) return undefined
  const { id, user_id, revoked_at, created_at } = held
  return { ...read, familyID: id, userID: user_id, isRevoked: revoked_at !== null, startedAt: created_at }
}

/** Retires the used token, and all siblings that were issued beside it. */
export const retireRefreshTokens = (tx: Tx, familyID: string, now: Date) =>
  send(tx, sql`update refresh_tokens set rotated_at = ${now} where family_id = ${familyID} and rotated_at is null`)

export const revokeFamily = (db: DbOrTx, familyID: string, reason: RevocationReason, now: Date) =>
  send(
    db,
    db
      .updateTable('session_families')
      .set({ revoked_at: now, revoked_reason: reason })
      .where('id', '=', familyID)
      .where('revoked_at', 'is', null),
  )

/** Answers whose session it ended; undefined when there was none to end. */
export const revokeFamilyOfToken = async (db: DbOrTx, tokenHash: string, now: Date): Promise<string | undefined> => {
  const ended = await db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: 'logout' })
    .where('id', '=', (eb) =>
      eb.selectFrom('refresh_tokens').select('refresh_tokens.family_id').where('token_hash', '=', tokenHash),
    )
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id
}

const revokingAll = (db: DbOrTx, userID: string, reason: RevocationReason, now: Date) =>
  db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('user_id', '=', userID)
    .where('revoked_at', 'is', null)
const removingCalendar = (db: DbOrTx, userID: string) => db.deleteFrom('calendars').where('user_id', '=', userID)

/** Ends all sessions and access tokens of a person, and the address of their calendar, which somebody else may have made. */
export const revokeAllOfUser = (db: DbOrTx, userID: string, reason: RevocationReason, now: Date): Promise<void> =>
  send(db, removingCalendar(db, userID), revokingAll(db, userID, reason, now))

/** The same; returns whether there was a session to end. */
export const signOutUser = async (tx: Tx, userID: string, reason: RevocationReason, now: Date): Promise<boolean> => {
  await send(tx, removingCalendar(tx, userID))
  return (await revokingAll(tx, userID, reason, now).executeTakeFirst()).numUpdatedRows > 0n
}

/** Ends one session of a person, or with `except` all others; not the access tokens. Returns the IDs of those that it ended. */
export const revokeOwn = async (
  tx: Tx,
  userID: string,
  which: { id: string } | { except: string },
  reason: RevocationReason,
  now: Date,
): Promise<string[]> => {
  const rows = await tx
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('user_id', '=', userID)
    .where('id', 'id' in which ? '=' : '<>', 'id' in which ? which.id : which.except)
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('access_tokens').select('id').whereRef('access_tokens.id', '=', 'session_families.id')),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends the session of one of a person's access tokens. Returns whether there was one to end. */
export const revokeToken = async (tx: Tx, userID: string, id: string, now: Date): Promise<boolean> => {
  const ended = await tx
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: 'ended' })
    .where('user_id', '=', userID)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb.exists(eb.selectFrom('access_tokens').select('id').whereRef('access_tokens.id', '=', 'session_families.id')),
    )
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export type OwnSessionRow = Whereabouts & { id: string; created_at: Date; seen_at: Date }

/** The sessions of a person that have not ended, the one used last first. `startedAfter`: older ones have ended, too. */
export const findSessionsOf = async (
  db: DbOrTx,
  { userID, now, startedAfter, limit }: { userID: string; now: Date; startedAfter: Date; limit: number },
): Promise<OwnSessionRow[]> => {
  const { rows } = await sql<OwnSessionRow>`
    select f.id, f.device, f.network, f.created_at, coalesce(f.last_seen_at, f.created_at) as seen_at
    from session_families f
    where f.user_id = ${userID} and f.revoked_at is null and f.created_at > ${startedAfter} and exists (
      select from refresh_tokens t where t.family_id = f.id and t.rotated_at is null and t.expires_at > ${now})
    order by seen_at desc, f.id desc limit ${limit}`.execute(db)
  return rows
}

/** A sign-in to mail about: whose it was, from where and when. */
export const findSignIn = (db: DbOrTx, sessionID: string) =>
  db
    .selectFrom('session_families as family')
    .innerJoin('users', 'users.id', 'family.user_id')
    .select(['users.email', 'users.username', 'users.name', 'family.device', 'family.network', 'family.created_at'])
    .where('family.id', '=', sessionID)
    .executeTakeFirst()

/** Ends all sessions of all accounts. */
export const revokeAll = (db: DbOrTx, reason: RevocationReason, now: Date) =>
  send(
    db,
    db.updateTable('session_families').set({ revoked_at: now, revoked_reason: reason }).where('revoked_at', 'is', null),
  )

/** Notes that somebody is here. */
export const touchUser = (db: DbOrTx, userID: string, now: Date): Promise<void> =>
  send(db, sql`update users set last_active_at = greatest(last_active_at, ${now}) where id = ${userID}`)

/** Since when the account is suspended; null for one that may sign in. */
export const findSuspension = async (db: DbOrTx, userID: string): Promise<Date | null> =>
  (await db.selectFrom('users').select('suspended_at').where('id', '=', userID).executeTakeFirst())?.suspended_at ??
  null

type SessionRow = {
  family_id: string
  user_id: string
  username: string
  email: string
  is_administrator: boolean
  account_type: string
  /** When the access token ends whose session it is; null for a session of a device. */
  token_ends_at: Date | null
}

/** The statement that reads the account of each of these sessions that has not ended. */
export const readingSessions = (familyIDs: readonly string[]): RawBuilder<SessionRow> => sql<SessionRow>`${prepared}
    select family.id as family_id, users.id as user_id, users.username, users.email, users.is_administrator, users.account_type,
      token.ends_at as token_ends_at
    from session_families as family join users on users.id = family.user_id
      left join access_tokens as token on token.id = family.id
    where family.id = ${anyOf(familyIDs)} and family.revoked_at is null`

/**
 * Deletes the refresh tokens that expired before `before`, and each session with its last token, since nobody can use
 * it again.
 */
export const removeExpiredSessions = async (db: DbOrTx, before: Date): Promise<void> => {
  await send(
    db,
    sql`with gone as (delete from refresh_tokens where expires_at < ${before} returning family_id)
    delete from session_families as family where id in (select family_id from gone) and not exists (
      select from refresh_tokens as token where token.family_id = family.id and token.expires_at >= ${before}
    )`,
  )
}
