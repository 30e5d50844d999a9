import { sql, type RawBuilder } from 'kysely'
import type { Config } from '../settings/config.ts'
import { type Db, type DbOrTx, primaryOf, send, type Tx, withTx, withTxAtOnce } from '../db/pool.ts'
import { lockOf } from '../db/installation-lock.ts'
import { prepared } from '../db/prepared.ts'
import type { AppDeps } from '../deps.ts'
import { rateLimited } from '../http/errors.ts'
import { type Limit, limitKey, type LimitKind, limitOf } from './limit-table.ts'

/** A place taken under a limit, identified by the time at which it was taken. */
export type Slot = { key: string; at: string; seconds: number }

/** The process of an attempt that neither failed nor succeeded in this time has died. */
const ATTEMPT_SECONDS = 30
/** Waiting attempts ask less and less often, so that a flood of them does not keep the database busy. */
const FIRST_WAIT_MS = 20
const LONGEST_WAIT_MS = 320
const WAIT_TRIES = 60

/**
 * Takes a slot under every limit before the attempt, so that parallel attempts cannot exceed them. The caller then
 * calls `keepSlots` if the attempt counts, else `freeSlots`. The window slides: a counted attempt stays for `seconds`.
 * Waits for attempts under way, so that many people behind one address can sign in at once. Slots are rows, valid for
 * all processes and across restarts. Errors: 429 with Retry-After when counted attempts alone fill a limit.
 */
export const takeSlots = async (db: Db, now: Date, limits: readonly Limit[]): Promise<Slot[]> =>
  (await takeSlotsBeside(db, now, limits, () => Promise.resolve(null))).slots

/** The same beside a reading that goes with it. */
export const takeSlotsBeside = async <T>(
  db: Db,
  now: Date,
  limits: readonly Limit[],
  read: (tx: Tx) => Promise<T>,
): Promise<{ slots: Slot[]; beside: T }> => {
  // The keys are locked in one order, so that two attempts with the same keys never wait for each other in a circle.
  const ordered = [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))
  for (let tries = 0; tries < WAIT_TRIES; tries++) {
    const [taken, beside] = await withTxAtOnce(db, (tx) => Promise.all([tryTake(tx, now, ordered), read(tx)]))
    if (taken.type === 'taken') return { slots: taken.slots, beside }
    if (taken.type === 'full') throw rateLimited(taken.retrySeconds)
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS)
    await new Promise((resolve) => setTimeout(resolve, waitMs * (0.5 + Math.random() / 2)))
  }
  throw rateLimited(1)
}

type SlotResult = { type: 'taken'; slots: Slot[] } | { type: 'full'; retrySeconds: number } | { type: 'busy' }

const tryTake = async (tx: Tx, now: Date, limits: readonly Limit[]): Promise<SlotResult> => {
  const keys = limits.map(({ key }) => key)
  const ends = limits.map(({ seconds }) => after(now, Math.min(seconds, ATTEMPT_SECONDS)))
  const locked = send(tx, ...keys.map(lockOf))
  // A statement of its own, which sees what the attempts before have committed.
  const taking = sql<{ key: string; counted: number; free_at: Date | null; at: string | null }>`
    with asked as (
      select a.*, used.* from unnest(${keys}::text[], ${limits.map(({ limit }) => limit)}::int[], ${ends}::timestamptz[]) as a (key, most, ends)
        cross join lateral (select count(*) as taken, count(*) filter (where count > 0)::int as counted,
            min(expires_at) filter (where count > 0) as free_at
          from rate_limits r where r.key = a.key and r.expires_at > ${now}) as used
    ), taken as (
      insert into rate_limits (key, window_start, count, expires_at)
      select key, greatest(${now}, (select max(window_start) + interval '1 microsecond' from rate_limits r where r.key = a.key)), 0, ends
      from asked a where not exists (select from asked where taken >= most)
      returning key, window_start::text as at
    ) select key, counted, free_at, at from asked left join taken using (key)`.execute(tx)
  const [, { rows }] = await Promise.all([locked, taking])
  const found = new Map(rows.map((row) => [row.key, row]))
  const retries = limits.flatMap(({ key, limit }) => {
    const { counted = 0, free_at = null } = found.get(key) ?? {}
    return counted >= limit ? ((free_at?.getTime() ?? now.getTime()) - now.getTime()) / 1000 : []
  })
  // When several limits are full, the longest wait is the true one.
  const retrySeconds = Math.max(0, ...retries)
  if (retrySeconds > 0) return { type: 'full', retrySeconds }
  const slots = limits.flatMap(({ key, seconds }) => {
    const at = found.get(key)?.at ?? null
    return at === null ? [] : { key, at, seconds }
  })
  return slots.length === limits.length ? { type: 'taken', slots } : { type: 'busy' }
}

const placesOf = (slots: readonly Slot[]) =>
  sql`unnest(${slots.map(({ key }) => key)}::text[], ${slots.map(({ at }) => at)}::timestamptz[],
    ${slots.map(({ seconds }) => seconds)}::int[]) as a (key, at, seconds)`
/** Counts the attempt for the limit's whole time from now on. */
export const keepSlots = async (db: DbOrTx, now: Date, slots: readonly Slot[]): Promise<void> => {
  const kept = sql`update rate_limits as r set count = 1, expires_at = ${now}::timestamptz + make_interval(secs => seconds)
    from ${placesOf(slots)} where r.key = a.key and r.window_start = a.at`
  await send(db, kept)
}

/** Gives the places back, so that the attempt does not count. */
export const freeSlots = async (db: DbOrTx, slots: readonly Slot[]): Promise<void> => {
  await send(
    db,
    sql`delete from rate_limits as r using ${placesOf(slots)}
    where r.key = a.key and r.window_start = a.at`,
  )
}

/**
 * Counts one call in one statement, for coarse limits on frequent calls. The window starts with its first call: 1 in 60
 * seconds means "not again within 60 seconds". Null when the call is allowed, else the seconds until the next. With
 * `isForgettable` it skips the wait for the disk; a power cut may lose the last moment.
 */
export const countCall = async (
  db: DbOrTx,
  now: Date,
  limit: Limit,
  { isForgettable = false }: { isForgettable?: boolean } = {},
): Promise<number | null> => {
  const when = sql<boolean>`not ${isForgettable} or set_config('synchronous_commit', 'off', true) = 'off'`
  const { rows } = await sql<LimitCount>`${prepared} ${counting(now, limit, when)}`.execute(primaryOf(db))
  return rows[0] ? waitAfter(now, limit, rows[0]) : null
}

/** Counts one call under two limits, under the other only where the one allows it. Returns whether both allow it. */
export const countUnderBoth = async (db: DbOrTx, now: Date, one: Limit, other: Limit): Promise<boolean> => {
  const isWithinOne = sql<boolean>`(select count <= ${one.limit} from one)`
  const { rows } = await sql<{ isWithin: boolean | null }>`${prepared}
    with one as (${counting(now, one)}), other as (${counting(now, other, isWithinOne)})
    select (select count <= ${other.limit} from other) as "isWithin"`.execute(db)
  return rows[0]?.isWithin === true
}

/**
 * The statement of a `countCall` that is forgettable, and counts nothing where `isDone` holds: what the call asks for is there
 * already. `requireCounted` reads its answer.
 */
export const countingUnless = (now: Date, limit: Limit, isDone: RawBuilder<boolean>): RawBuilder<LimitCount> =>
  sql<LimitCount>`${prepared} ${counting(now, limit, sql<boolean>`not ${isDone} and set_config('synchronous_commit', 'off', true) = 'off'`)}`
/** Errors: 429 when the count is over the limit. */
export const requireCounted = (now: Date, limit: Limit, count: LimitCount | undefined): void => {
  const wait = count ? waitAfter(now, limit, count) : null
  if (wait !== null) throw rateLimited(wait, limit.reason)
}

export type LimitCount = { count: number; expires_at: Date }

/**
 * The statement that counts one call, which may be part of a larger statement; `waitAfter` says whether the call is
 * allowed.
 */
export const counting = (now: Date, { key, seconds }: Limit, when = sql<boolean>`true`): RawBuilder<LimitCount> =>
  sql<LimitCount>`insert into rate_limits as current (key, window_start, count, expires_at)
    select ${key}, 'epoch', 1, ${after(now, seconds)} where ${when}
    on conflict (key, window_start) do update set
      count = case when current.expires_at <= ${now} then 1 else least(current.count + 1, 1000000) end,
      expires_at = case when current.expires_at <= ${now} then excluded.expires_at else current.expires_at end
    returning count, expires_at`

/**
 * Adds to many counts in one statement that does not wait for the disk, and returns them in the order of `asked`, which
 * has each limit once.
 */
export const countCalls = async (
  db: DbOrTx,
  now: Date,
  asked: ReadonlyArray<{ limit: Limit; calls: number }>,
): Promise<Array<LimitCount | undefined>> => {
  if (asked.length === 0) return []
  const { rows } = await sql<{ key: string } & LimitCount>`${prepared}
    insert into rate_limits as current (key, window_start, count, expires_at)
    select key, 'epoch', calls, expires_at
    from unnest(${asked.map(({ limit: { key } }) => key)}::text[], ${asked.map(({ calls }) => calls)}::integer[],
      ${asked.map(({ limit: { seconds } }) => after(now, seconds))}::timestamptz[]) as asked (key, calls, expires_at)
    where set_config('synchronous_commit', 'off', true) = 'off' order by key
    on conflict (key, window_start) do update set
      count = case when current.expires_at <= ${now} then excluded.count else least(current.count + excluded.count, 1000000) end,
      expires_at = case when current.expires_at <= ${now} then excluded.expires_at else current.expires_at end
    returning key, count, expires_at`.execute(db)
  const counts = new Map(rows.map(({ key, ...counted }) => [key, counted]))
  return asked.map(({ limit: { key } }) => counts.get(key))
}

/** The statement that holds the counts under these keys, in one order, until the transaction ends; a key without a count has no row. */
export const holdingCounts = (keys: RawBuilder<unknown>): RawBuilder<{ key: string } & LimitCount> =>
  sql`select key, count, expires_at from rate_limits where window_start = 'epoch' and key in (${keys})
    order by key for no key update`

/** The statement that reads the counts under these keys. */
export const readingCounts = (keys: readonly string[]): RawBuilder<{ key: string } & LimitCount> =>
  sql`${prepared} select key, count, expires_at from rate_limits where window_start = 'epoch' and key = any(array(select unnest(${[...keys]}::text[])))`

/** The statement that counts `calls` more calls for each row of `source`, which has a `key` whose count is held. */
export const countingMore = (source: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`update rate_limits as current set count = least(current.count + more.calls, 1000000)
    from ${source} as more where current.key = more.key and current.window_start = 'epoch'`

/** Null when the counted call is within the limit, else the seconds until the next one is allowed. */
export const waitAfter = (now: Date, { limit }: Limit, { count, expires_at }: LimitCount): number | null =>
  count <= limit ? null : Math.max(1, (expires_at.getTime() - now.getTime()) / 1000)

/** Like `countCall`, but throws a 429 when the limit is full. */
export const requireWithin = async (...call: Parameters<typeof countCall>): Promise<void> => {
  const wait = await countCall(...call)
  const [, , { reason }] = call
  if (wait !== null) throw rateLimited(wait, reason)
}

/**
 * Counts one call under all limits, or under none when one is full: a network over its own limit must not use up
 * another subject's. Callers put the network's limit first, so that calls never deadlock.
 */
export const requireWithinAll = (db: Db, now: Date, limits: readonly Limit[]): Promise<void> =>
  withTx(db, async (tx) => {
    await Promise.all(limits.map((limit) => requireWithin(tx, now, limit)))
  })

/** Deletes the counts of the subject, alone and together with other subjects. */
export const forgetCounts = async (tx: Tx, kind: LimitKind, subject: string): Promise<void> => {
  const key = limitKey(kind, subject)
  await send(tx, sql`delete from rate_limits where key = ${key} or starts_with(key, ${`${key}:`})`)
}

/** Deletes the counts that have expired. */
export const removeExpiredCounts = async (db: DbOrTx, now: Date): Promise<void> => {
  await send(db, db.deleteFrom('rate_limits').where('expires_at', '<', now))
}

/** Counts a call of a person for a thing that its key has made before. Errors: 429. */
export const requireRepeat = ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, userID: string): Promise<void> =>
  requireWithin(db, clock.now(), limitOf('repeat', userID), { isForgettable: true })

export type SearchDeps = Pick<AppDeps, 'db' | 'clock'> & { config: Pick<Config, 'searchLimit'> }

/**
 * Counts one search of a person, in any call, because all searches cost the database about the same. A query that is
 * not a search (a page of a list) is not counted. Errors: 429.
 */
export const requireSearch = ({ db, clock, config }: SearchDeps, userID: string): Promise<void> => {
  const limit = { ...limitOf('search', userID), limit: config.searchLimit }
  return requireWithin(db, clock.now(), limit, { isForgettable: true })
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
