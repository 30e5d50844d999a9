import type { LiveFrame } from '#shared/contract/index.ts'
import type { AppDeps } from '../deps.ts'
import { type Cursor, endOfLog, type LoggedEvent, readCursor, readEvents, writeCursor } from '../events/read.ts'
import { onRecorded } from '../events/record.ts'
import { notAuthenticated, rateLimited, unavailable } from '../http/errors.ts'
import type { Viewer } from '../http/handlers.ts'
import type { Metrics } from '../process/metrics.ts'
import { findLiveSessions } from '../modules/auth/service.ts'
import { gatherActs } from './acts.ts'
import { isForAdministrators, isForGuests, isOutsider, listenersOf } from './audience.ts'
import { type Follower, followerOf, isAfter, isTold, latest, noteTold } from './follower.ts'
import { changeFrame, frameFor, noticesFrame, timeOf } from './frames.ts'
import { openCollector } from './collector.ts'
import { readOwnersRow } from './owners-rows.ts'
import { findBoardTasks, endOfInboxChanges, findInboxChanges, findRights } from './live-repository.ts'
import { createSeats, type Seat, type SeatRange, STREAM_SEATS, WAITING_SEATS } from './seats.ts'
import { beatText, eventText, openStream } from './stream.ts'

/**
 * In milliseconds: how often the log is read without a ring and sessions are checked; how long a stream may be silent;
 * within which time a client must have read what waits for it.
 */
export type LiveTimes = { every: number; heartbeat: number; patience: number }
const LIVE_TIMES: LiveTimes = { every: 1_000, heartbeat: 25_000, patience: 10_000 }

/** This many events are read at a time; the frames of as many fit into a stream that has room for more. */
const BATCH = 100
/** One answer of events.list reads at most so many events, so that it ends where very much is not for the person. */
const READ_MAX = 20 * BATCH
/** With more people connected than this, the rights of all members are read. */
const ASKED_BY_NAME = 500
/** A client that resumes from an older cursor has missed too much, and reads everything again. */
const RESUMED_MS = 24 * 3600 * 1000
const RETRY_SECONDS = 30

const stopping = () => unavailable('The server is stopping.')

/** What a call collects: which frames, how many, for how long it waits for the first, and when nobody waits for it any more. */
type Collected = {
  after: string | undefined
  mayAdminister: boolean
  isWanted: (frame: LiveFrame) => boolean
  most: number
  waitMs: number
  over: AbortSignal
}

type Deps = Pick<AppDeps, 'config' | 'db' | 'clock' | 'logger' | 'doorbell' | 'liveTimes'>

/**
 * All streams of this process. One reader reads the log for them, when the doorbell rings and every second; what is new goes
 * to everybody who may hear of it at that moment. It reads whose notices have changed, too, and tells those people.
 */
export const createLive = (deps: Deps, metrics: Pick<Metrics, 'streams' | 'framesSent'>) => {
  const { config, db, clock, logger, doorbell, liveTimes: times = LIVE_TIMES } = deps
  const seats = createSeats(db, logger)
  const open = new Set<Follower>()
  /** The open streams by person, so that what comes looks at those alone whom it concerns. */
  const streamsOf = new Map<string, Set<Follower>>()
  /** Those that have caught up, and get what the reader reads. */
  const following = new Set<Follower>()
  /** Up to where the reader has read for those that follow. */
  let position: Cursor | undefined
  /** Behind the last event that the reader has read: there is none from here to `position`. */
  let quietSince: Cursor | undefined
  /** The transaction from which on changed notices have not been sent; undefined while there is no stream. */
  let noticesAt: string | undefined
  let turning: Promise<void> | undefined
  let isRung = false
  let isChecking = false
  let isFailing = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const failed = (error: unknown) => {
    // This is logged once in each outage; the next tick tries again.
    if (!isFailing) logger.error({ err: error }, 'the log of events cannot be read')
    isFailing = true
  }
  const leave = (one: Follower) => {
    following.delete(one)
    if (!open.delete(one)) return
    const own = streamsOf.get(one.userID)
    own?.delete(one)
    if (own?.size === 0) streamsOf.delete(one.userID)
    if (one.seat !== undefined) seats.leave(one.seat)
    metrics.streams(open.size)
    if (open.size > 0) return
    clearInterval(timer)
    timer = noticesAt = undefined
  }
  const cut = (one: Follower) => {
    leave(one)
    one.stream.end()
  }

  /** Where a stream is in the log. */
  const placeOf = (one: Follower): Cursor => (position && following.has(one) ? latest(position, one.at) : one.at)

  /**
   * Sends events to those who may hear of them now: to all that follow, or to one that catches up. Rights and tasks are read once
   * for all. Answers to whom something was sent.
   */
  const deliver = async (
    to: Follower | 'all',
    epoch: string,
    events: readonly LoggedEvent[],
  ): Promise<ReadonlySet<Follower>> => {
    const reached = new Set<Follower>()
    // The last that followed may have left while the events were read.
    if (events.length === 0 || (to === 'all' && following.size === 0)) return reached
    const items = gatherActs(events)
    const present = (ids: ReadonlyArray<string | null>) => [...new Set(ids.filter((id) => id !== null))]
    const [rights, tasks] = await Promise.all([
      findRights(db, {
        projectIDs: present(events.map(({ projectID }) => projectID)),
        taskIDs: present(events.filter(isForGuests).map(({ taskID }) => taskID)),
        hasAdministrators: events.some(isForAdministrators),
        needsTwoStep: config.adminTwoStep === 'required',
        // Asking by name costs more than it saves where very many are here.
        onlyIDs: to !== 'all' ? [to.userID] : streamsOf.size <= ASKED_BY_NAME ? [...streamsOf.keys()] : null,
      }),
      findBoardTasks(db, present(items.map(({ event }) => event.taskID))),
    ])
    const isHere = (userID: string) => streamsOf.has(userID)
    const isMeant = (one: Follower) => (to === 'all' ? following.has(one) : one === to)
    const mayReach = (event: LoggedEvent, one: Follower) =>
      one.mayAdminister || !isForAdministrators(event) || event.subjectID === one.userID
    for (const { event, act } of items) {
      const hearers = listenersOf(event, rights, isHere).flatMap((userID) =>
        [...(streamsOf.get(userID) ?? [])].filter(
          (one) => isMeant(one) && isAfter(event, one.at) && !isTold(one, event.xid, act) && mayReach(event, one),
        ),
      )
      if (hearers.length === 0) continue
      const frame = changeFrame(epoch, event, (event.taskID !== null && tasks.get(event.taskID)) || null)
      const text = eventText('change', frame)
      for (const one of hearers) {
        const { userID } = one
        if (isOutsider(event, userID, rights)) {
          const own = frameFor(userID, frame)
          one.stream.send(eventText('change', own), own)
        } else one.stream.send(text, frame)
        reached.add(one)
        if (act !== null && event.taskID === null) noteTold(one, event.xid, act)
      }
      metrics.framesSent(hearers.length, (clock.now().getTime() - event.createdAt.getTime()) / 1000)
    }
    return reached
  }

  /** Tells the people whose notices have changed, on every stream that has begun: those that are behind in the log, too. */
  const tellOfNotices = async (): Promise<void> => {
    if (noticesAt === undefined) return
    const changed = await findInboxChanges(db, noticesAt)
    noticesAt = open.size > 0 ? changed.until : undefined
    for (const one of changed.userIDs.flatMap((userID) => [...(streamsOf.get(userID) ?? [])])) {
      if (one.at.epoch === '') continue
      one.stream.send(eventText('change', noticesFrame(writeCursor(placeOf(one)), clock.now())))
      if (position && following.has(one) && !one.stream.isRoomy()) fallBehind(one, position)
    }
  }

  const readOn = async (): Promise<void> => {
    isRung = false
    for (let isMore = true; isMore && position && following.size > 0;) {
      const read = await readEvents(db, position, BATCH)
      if (read && (BigInt(read.oldest) < BigInt(position.xid) || !read.isKnown)) {
        // PostgreSQL uses numbers again that a crash, or a restore of its own, took back: what they write would pass unseen.
        logger.warn(
          "the log of events ends before what was read: streams begin again; after a restore of PostgreSQL's own, run 'guildhall-server log begin'",
        )
        open.forEach(cut)
        return
      }
      if (!read) {
        // Another log has begun (a restore): a client that comes again has to read everything again.
        open.forEach(cut)
        return
      }
      const reached = await deliver('all', position.epoch, read.events)
      isMore = read.events.length === BATCH
      if (read.events.length > 0) quietSince = read.cursor
      position = isMore ? read.cursor : read.until
      for (const one of reached) if (following.has(one) && !one.stream.isRoomy()) fallBehind(one, position)
    }
    await tellOfNotices()
    isFailing = false
  }
  const wake = () => {
    isRung = true
    if (following.size === 0 || isStopped) return
    turning ??= readOn()
      .catch(failed)
      .finally(() => {
        turning = undefined
        // A ring since the turn began is not left to the next second. A client that waits to follow goes first, however often it rings.
        if (isRung && !isFailing) setImmediate(wake)
      })
  }

  /** Lets a stream follow that has been sent everything up to its place; false when the reader has read events after it. */
  const follow = async (one: Follower): Promise<boolean> => {
    // Between two turns, so that each event is either before the stream's place or in the next turn.
    while (turning) await turning
    if (following.size === 0 || !position || !quietSince) position = quietSince = one.at
    else if (isAfter(quietSince, one.at)) return false
    if (open.has(one)) following.add(one)
    // Once all those that wait have joined: a turn for each of them would make the others wait again, and read for themselves.
    setImmediate(wake)
    return true
  }
  const catchUp = async (one: Follower, isAtEnd: boolean): Promise<void> => {
    while (open.has(one)) {
      // Who has not yet read what it was sent is given time for that first: a follower is looked at only when something reaches it.
      if (isAtEnd && one.stream.isRoomy() && (await follow(one))) return
      if (!(await one.stream.hasRoom(times.patience))) return one.stream.drop()
      const read = await readEvents(db, one.at, BATCH)
      if (!read) return cut(one)
      await deliver(one, one.at.epoch, read.events)
      isAtEnd = read.events.length < BATCH
      one.at = isAtEnd ? latest(read.until, one.at) : read.cursor
    }
  }
  const startCatchingUp = (one: Follower, isAtEnd: boolean) => {
    catchUp(one, isAtEnd).catch((error: unknown) => {
      failed(error)
      cut(one)
    })
  }
  /** Lets a client that reads more slowly than changes come read the log at its own pace; nobody waits for it. */
  const fallBehind = (one: Follower, at: Cursor) => {
    following.delete(one)
    one.at = latest(at, one.at)
    startCatchingUp(one, false)
  }

  const tick = async (): Promise<void> => {
    for (const one of open)
      if (one.stream.silentFor() > times.heartbeat - times.every) one.stream.send(beatText(writeCursor(placeOf(one))))
    wake()
    if (isChecking) return
    isChecking = true
    try {
      const asked = [...open]
      const alive = await findLiveSessions(deps, [...new Set(asked.map(({ sessionID }) => sessionID))])
      asked.filter(({ sessionID }) => !alive.has(sessionID)).forEach(cut)
    } catch (error) {
      failed(error)
    } finally {
      isChecking = false
    }
  }

  const keepTicking = () => {
    timer ??= setInterval(() => void tick(), times.every).unref()
  }
  const join = (one: Follower) => {
    open.add(one)
    streamsOf.set(one.userID, (streamsOf.get(one.userID) ?? new Set()).add(one))
    metrics.streams(open.size)
  }
  /** A seat of the person; undefined where all are taken. Errors: 503. */
  const takeSeat = async (userID: string, among: SeatRange): Promise<Seat | undefined> => {
    const seat = await seats.take(userID, among)
    if (seat === undefined || !isStopped) return seat
    seats.leave(seat)
    throw stopping()
  }
  /** Passes while a call's follower was not cut, after which nothing is sent to it. Errors: 401; 503 at the end of the process. */
  const requireOpen = (one: Follower): void => {
    if (!open.has(one)) throw isStopped ? stopping() : notAuthenticated()
  }
  /** Sends everything that was committed until now, up to what one answer carries. Answers whether that was all. */
  const readToEnd = async (one: Follower, isFull: () => boolean): Promise<boolean> => {
    for (let read = 0; read < READ_MAX && !isFull(); read += BATCH) {
      const next = await readEvents(db, one.at, BATCH)
      // Of another log since a moment: the next call learns that.
      if (!next) return false
      await deliver(one, one.at.epoch, next.events)
      const isAtEnd = next.events.length < BATCH
      one.at = isAtEnd ? latest(next.until, one.at) : next.cursor
      if (isAtEnd) return true
    }
    return false
  }

  /** Where a stream begins: behind the cursor, or at the log's end where that is of no use. */
  const placeBehind = async (after: string | undefined): Promise<{ at: Cursor; isNew: boolean; isReset: boolean }> => {
    if (noticesAt === undefined) {
      const from = await endOfInboxChanges(db)
      noticesAt ??= from
    }
    const at = after === undefined ? null : readCursor(after)
    // One query tells of the log and of what comes next; null is another log.
    const read = at && (await readEvents(db, at, 1))
    if (at && read?.isKnown && BigInt(at.xid) <= BigInt(read.oldest)) {
      const oldest = clock.now().getTime() - RESUMED_MS
      const next = read.events[0]?.createdAt.getTime() ?? Infinity
      if ((timeOf(at.id) ?? Infinity) >= oldest && next >= oldest) {
        return { at, isNew: false, isReset: false }
      }
    }
    return { at: await endOfLog(db), isNew: true, isReset: after !== undefined }
  }

  const stopHearing = [
    onRecorded(db, () => {
      wake()
      doorbell?.ring()
    }),
    doorbell?.onRing(wake),
  ]

  return {
    /** Opens a stream. Errors: 429 where the person has as many as one may have. */
    open: async (
      { userID, sessionID }: Viewer,
      { after, mayAdminister }: { after: string | undefined; mayAdminister: boolean },
    ) => {
      if (isStopped) throw stopping()
      const seat = await takeSeat(userID, STREAM_SEATS)
      if (seat === undefined) throw rateLimited(RETRY_SECONDS, 'You have too many windows open.')
      const stream = openStream()
      const one = followerOf({ userID, sessionID, mayAdminister, seat, stream })
      join(one)
      stream.readable.once('close', () => leave(one))
      try {
        const { at, isNew, isReset } = await placeBehind(after)
        one.at = at
        const cursor = writeCursor(at)
        one.stream.send(eventText('ready', { cursor }))
        if (isReset) one.stream.send(eventText('reset', { cursor }))
        keepTicking()
        startCatchingUp(one, isNew)
        return stream.readable
      } catch (error) {
        leave(one)
        throw error
      }
    },
    /**
     * The frames behind a place that the person's stream would send, at once or as soon as there is one that is wanted, and the place
     * behind all that was read. Errors: 429 where as many of the person's calls wait as may.
     */
    collect: async (
      { userID, sessionID }: Viewer,
      { after, mayAdminister, isWanted, most, waitMs, over }: Collected,
    ): Promise<{ frames: readonly LiveFrame[]; cursor: string; isReset: boolean }> => {
      if (isStopped) throw stopping()
      const stream = openCollector(isWanted)
      const one = followerOf({ userID, sessionID, mayAdminister, seat: undefined, stream })
      join(one)
      try {
        const { at, isReset } = await placeBehind(after)
        one.at = at
        const isAtEnd = await readToEnd(one, () => stream.frames.length > most - BATCH)
        requireOpen(one)
        if (waitMs > 0 && isAtEnd && !isReset && stream.frames.length === 0) {
          const seat = await takeSeat(userID, WAITING_SEATS)
          if (seat === undefined) throw rateLimited(RETRY_SECONDS, 'You wait for events in too many calls.')
          if (!open.has(one)) seats.leave(seat)
          requireOpen(one)
          one.seat = seat
          keepTicking()
          startCatchingUp(one, true)
          await stream.wait(waitMs, over)
        }
        return { frames: stream.frames, cursor: writeCursor(placeOf(one)), isReset }
      } finally {
        leave(one)
      }
    },
    /** The row of one event as GET /events answers it to the project's owners. */
    readOwnersRow: (projectID: string, event: { xid: string; id: string }) => readOwnersRow(db, projectID, event),
    /** Ends all streams; clients come again, to another process or this one's successor. */
    stop: async () => {
      isStopped = true
      stopHearing.forEach((stop) => stop?.())
      open.forEach(cut)
      await Promise.all([turning, seats.stop()])
    },
  }
}
export type Live = ReturnType<typeof createLive>
