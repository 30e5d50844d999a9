import type { AppDeps } from '../../deps.ts'
import { withTx } from '../../db/pool.ts'
import { endOfLog, type LoggedEvent, readEvents } from '../../events/read.ts'
import { recorded } from '../../events/record.ts'
import { followingRules, takesAway } from './recipients.ts'
import { findCursor, moveCursor, noteMove, takeAway, tellPeople } from './writing-repository.ts'

/** Notices of what one follows are there within a second; a look that finds nothing costs three small reads. */
const EVERY_MS = 600
const AT_ONCE = 200

/** Whether the reader has anything to do for the event. */
const isForFollowers = (event: LoggedEvent): boolean =>
  followingRules(event).length > 0 || takesAway[event.kind] === 'of its project'

/**
 * Tells those who follow of everything that the log has had since the last time. It stands behind the log, and not in the
 * changes, so that moving a card stays one statement. Any number of processes may do this at the same time: the place that
 * was read up to moves in the transaction that tells, so each event is told once.
 */
export const tellFollowers = async ({ db }: Pick<AppDeps, 'db'>): Promise<void> => {
  for (;;) {
    let at = await findCursor(db)
    const read = await readEvents(db, at, AT_ONCE)
    if (!read) {
      // A backup was restored, and with it another log: what it tells of was told before.
      await moveCursor(db, at, await endOfLog(db))
      return
    }
    for (const event of read.events.filter(isForFollowers)) {
      const next = { epoch: at.epoch, xid: event.xid, id: event.id }
      const from = at
      const isOurs = await withTx(db, async (tx) => {
        if (!(await moveCursor(tx, from, next))) return false
        recorded(tx)
        if (event.kind === 'task.moved' && !(await noteMove(tx, event))) return true
        await takeAway(tx, event)
        for (const rule of followingRules(event)) await tellPeople(tx, event, rule, event.createdAt)
        return true
      })
      if (!isOurs) return
      at = next
    }
    if (read.events.length > 0 && !(await moveCursor(db, at, read.cursor))) return
    if (read.events.length < AT_ONCE) return
  }
}

/** Tells those who follow all the time. Never keeps the process alive. Returns a function that stops it and waits for what is under way. */
export const startTellingFollowers = (deps: Pick<AppDeps, 'db' | 'logger'>): (() => Promise<void>) => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const turn = async (): Promise<void> => {
    try {
      await tellFollowers(deps)
    } catch (error) {
      // The database may be unreachable for a while; the next turn goes on where this one stopped.
      deps.logger.error({ err: error }, 'followers cannot be told')
    }
    if (!isStopped) timer = setTimeout(begin, EVERY_MS).unref()
  }
  const begin = () => {
    running = turn()
  }
  begin()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
