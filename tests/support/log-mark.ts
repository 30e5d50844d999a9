import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import type { Db } from '#server/db/pool.ts'
import { withTx } from '#server/db/pool.ts'
import { type Cursor, endOfLog, type LoggedEvent, readEvents } from '#server/events/read.ts'
import { record } from '#server/events/record.ts'

/**
 * Writes a mark into the log of events and waits until readers get it: what transactions of other databases of the
 * cluster hold back comes before it. Returns the place of the mark, and the events between `after` and the mark.
 */
export const markLog = async (db: Db, after?: Cursor): Promise<{ at: Cursor; events: LoggedEvent[] }> => {
  const from = after ?? (await endOfLog(db))
  const actorID = uuidv7()
  await withTx(db, (tx) => record(tx, new Date(), { kind: 'account.signedOut', actorID, data: { network: null } }))
  let events: LoggedEvent[] = []
  const isMark = (event: LoggedEvent) => event.actorID === actorID
  await expect
    .poll(async () => (events = (await readEvents(db, from, 1000))?.events ?? []).some(isMark), { timeout: 20_000 })
    .toBe(true)
  const mark = events.findIndex(isMark)
  return { at: { ...from, xid: events[mark]?.xid ?? '', id: events[mark]?.id ?? '' }, events: events.slice(0, mark) }
}
