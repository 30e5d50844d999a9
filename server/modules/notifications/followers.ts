import type { AppDeps } from '#server/deps.ts'
import { isDatabaseAway } from '#server/db/away.ts'
import { type Db, withTx } from '#server/db/pool.ts'
import { type Cursor, endOfLog, type LoggedEvent, readEvents } from '#server/events/read.ts'
import { recorded } from '#server/events/record.ts'
import { followingRules, takenAwayBy } from './recipients.ts'
import { findCursor, setLockTimeout, moveCursor, noteMoves, removeNotices, notifyPeople } from './writing-repository.ts'

/** Notices of what one follows are there within a second; a look that finds nothing costs three small reads. */
const EVERY_MS = 600
const AT_ONCE = 200
/** An event that cannot be handled in this many turns is set aside: those behind it are not to wait for it. */
const TURNS_MAX = 10
/** Milliseconds for which a run of several events waits for notices that somebody else writes. */
const PATIENCE_MS = 200

/** Whether the reader has anything to do for the event. */
const isForFollowers = (event: LoggedEvent): boolean =>
  followingRules(event).length > 0 || takenAwayBy(event.kind) === 'of its project'

/**
 * The events in their order, in the groups that one transaction handles: moves of different tasks together, because a
 * team that works makes many of them; any other event by itself.
 */
const runsOf = (events: readonly LoggedEvent[]): LoggedEvent[][] => {
  const runs: LoggedEvent[][] = []
  let moved: Set<string | null> | null = null
  for (const event of events) {
    const isMove = event.kind === 'task.moved'
    if (isMove && moved && !moved.has(event.taskID)) runs.at(-1)?.push(event)
    else runs.push([event])
    if (!isMove) moved = null
    else if (moved && runs.at(-1)?.[0] !== event) moved.add(event.taskID)
    else moved = new Set([event.taskID])
  }
  return runs
}

/** Tells of one run, and moves the cursor behind it in the same transaction; false when another process has done so. */
const tellRun = (db: Db, from: Cursor, next: Cursor, run: readonly LoggedEvent[]): Promise<boolean> =>
  withTx(db, async (tx) => {
    const [first] = run
    if (!first) return true
    if (run.length > 1) await setLockTimeout(tx, PATIENCE_MS)
    if (!(await moveCursor(tx, from, next))) return false
    recorded(tx)
    const news = first.kind === 'task.moved' ? await noteMoves(tx, run) : run
    if (first.kind !== 'task.moved') await removeNotices(tx, first)
    for (const rule of new Set(news.flatMap(followingRules))) {
      const told = news.filter((event) => followingRules(event).includes(rule))
      await notifyPeople(tx, told.map((event) => ({ ...event, at: event.createdAt })), rule) // prettier-ignore
    }
    return true
  })

/** Says whether an event that cannot be handled is set aside. */
type SetAside = (event: LoggedEvent, error: unknown) => boolean

/**
 * Tells those who follow of everything that the log has had since the last time. It follows the log, and is not part of
 * the changes, so that moving a card stays one statement. Any number of processes may do this at the same time: the place that
 * was read up to moves in the transaction that tells, so each event is handled once. Errors: that of an event which is not set aside.
 */
export const notifyFollowers = async (
  { db }: Pick<AppDeps, 'db'>,
  isSetAside: SetAside = () => false,
): Promise<void> => {
  for (;;) {
    let at = await findCursor(db)
    const read = await readEvents(db, at, AT_ONCE)
    if (!read) {
      // A backup was restored, and with it another log: its events were handled before.
      await moveCursor(db, at, await endOfLog(db))
      return
    }
    const runs = runsOf(read.events.filter(isForFollowers))
    for (let run = runs.shift(); run; run = runs.shift()) {
      const last = run.at(-1)
      if (!last) continue
      const next = { epoch: at.epoch, xid: last.xid, id: last.id }
      try {
        if (!(await tellRun(db, at, next, run))) return
        at = next
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        // Somebody holds notices that the run needs, or one of its events is at fault. One by one the events wait for nobody.
        if (run.length > 1) runs.unshift(...run.map((event) => [event]))
        else if (!isSetAside(last, error)) throw error
        else if (!(await moveCursor(db, at, next))) return
        else at = next
      }
    }
    if (read.events.length > 0 && !(await moveCursor(db, at, read.cursor))) return
    if (read.events.length < AT_ONCE) return
  }
}

/** Sets an event aside that has failed in as many turns as it may, with a line in the log and a count. */
export const createSetAside = ({ logger, metrics }: Pick<AppDeps, 'logger' | 'metrics'>): SetAside => {
  let failing = { id: '', turns: 0 }
  return ({ id, kind }, error) => {
    failing = { id, turns: failing.id === id ? failing.turns + 1 : 1 }
    if (failing.turns < TURNS_MAX) return false
    logger.error({ err: error, event: id, kind }, 'an event is set aside: nobody who follows is notified of it')
    metrics?.eventSetAside()
    return true
  }
}

/** Tells those who follow all the time. Never keeps the process alive. Returns a function that stops it and waits for what is under way. */
export const startNotifyingFollowers = (deps: Pick<AppDeps, 'db' | 'logger' | 'metrics'>): (() => Promise<void>) => {
  const setAside = createSetAside(deps)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const turn = async (): Promise<void> => {
    try {
      await notifyFollowers(deps, setAside)
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
