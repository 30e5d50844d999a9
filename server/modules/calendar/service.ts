import { createHash } from 'node:crypto'
import type { CalendarState } from '#shared/contract/calendar.ts'
import { holdSession } from '#server/access/session.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { calendarLimit } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { hashToken, newToken } from '#server/util/tokens.ts'
import { calendarText } from './file.ts'
import * as repository from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'publicOrigin'>

const FOLDER = '/calendar'
const FILE = /^([\w-]{43})\.ics$/

const getCalendar = async ({ db }: Deps, { userID }: Viewer): Promise<CalendarState | null> => {
  const row = await repository.findCalendar(db, userID)
  return row ? { hideTitles: row.hides_titles, createdAt: row.created_at.toISOString() } : null
}

/** Makes an address, which only this answer shows; the one before it stops working. */
const makeCalendar = async (
  { db, clock, publicOrigin }: Deps,
  viewer: Viewer,
  { body: { hideTitles } }: Input<'calendar.make'>,
): Promise<CalendarState & { address: string }> => {
  const token = newToken()
  const now = clock.now()
  await withTx(db, async (tx) => {
    // An end of all sessions at this moment ends this address, too.
    await holdSession(tx, viewer)
    await repository.putCalendar(tx, {
      user_id: viewer.userID,
      token_hash: hashToken(token),
      hides_titles: hideTitles,
      created_at: now,
    })
  })
  return { hideTitles, createdAt: now.toISOString(), address: `${publicOrigin()}${FOLDER}/${token}.ics` }
}

/** Errors: 404 where there is no address. */
const changeCalendar = async (
  { db }: Deps,
  { userID }: Viewer,
  { body: { hideTitles } }: Input<'calendar.change'>,
): Promise<{ message: string }> => {
  if (!(await repository.setHidesTitles(db, userID, hideTitles))) throw notFound('You have no calendar address.')
  return { message: hideTitles ? 'Titles are hidden.' : 'Titles are shown.' }
}

const revokeCalendar = async ({ db }: Deps, { userID }: Viewer): Promise<{ message: string }> => {
  await repository.deleteCalendar(db, userID)
  return { message: 'The address is gone.' }
}

export const calendar = { get: getCalendar, make: makeCalendar, change: changeCalendar, revoke: revokeCalendar }

/**
 * The file behind an address, by its name, and a tag that is the same while the days are; null where there is none. Errors: 429 for an
 * address that somebody has, so that guesses learn nothing.
 */
export const readCalendar = async (
  { db, clock, publicOrigin }: Deps,
  file: string,
): Promise<{ text: string; tag: string } | null> => {
  const [, token] = FILE.exec(file) ?? []
  const owner = token === undefined ? undefined : await repository.findOwner(db, hashToken(token))
  if (!owner) return null
  await requireWithin(db, clock.now(), calendarLimit(owner.user_id), { isForgettable: true })
  const days = await repository.findDays(db, owner.user_id)
  const text = calendarText(days, { origin: publicOrigin(), hidesTitles: owner.hides_titles })
  return { text, tag: createHash('sha256').update(text).digest('base64url').slice(0, 27) }
}
