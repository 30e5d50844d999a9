import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { STREAMS_MAX, WAITING_MAX } from '#shared/contract/index.ts'
import type { Db } from '../db/pool.ts'
import { freeSeat, renewSeats, takeSeat } from './live-repository.ts'

/** Names a stream in the table of seats. */
export type Seat = string

/** The numbers of a person's seats, of which each is one thing's. */
export type SeatRange = { readonly first: number; readonly most: number }
export const STREAM_SEATS: SeatRange = { first: 1, most: STREAMS_MAX }
/** Calls that wait have seats of their own, so that no window has to give way to a program. */
export const WAITING_SEATS: SeatRange = { first: STREAMS_MAX + 1, most: WAITING_MAX }

/** Seats are held for 30 seconds, and held on to in good time. */
const RENEWED_MS = 10_000

/**
 * The seats of people's streams, which are in the database, so that somebody has at most `STREAMS_MAX` streams at all processes
 * together. The database's clock counts all times, because the clocks of several machines differ.
 */
export const createSeats = (db: Db, logger: Pick<Logger, 'warn'>) => {
  const held = new Set<Seat>()
  const leaving = new Set<Promise<unknown>>()
  let isFailing = false
  /** Does what the streams need not wait for. What fails is made good by the time for which a seat is held. */
  const inBackground = (work: Promise<unknown>): void => {
    const settled = work.then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        // This is logged once in each outage.
        if (!isFailing) logger.warn({ err: error }, 'the seats of streams cannot be kept')
        isFailing = true
      },
    )
    leaving.add(settled)
    void settled.then(() => leaving.delete(settled))
  }
  const renew = () => inBackground(renewSeats(db, [...held]))
  let timer: NodeJS.Timeout | undefined

  return {
    /** A seat for a further stream or call of the person; undefined when they have as many as one may have. */
    take: async (userID: string, among: SeatRange): Promise<Seat | undefined> => {
      for (let tries = 0; tries <= among.most; tries += 1) {
        const seat = uuidv7()
        const { isTaken, isFull } = await takeSeat(db, userID, seat, among)
        if (isTaken) {
          held.add(seat)
          timer ??= setInterval(renew, RENEWED_MS).unref()
          return seat
        }
        if (isFull) return undefined
      }
      return undefined
    },
    leave: (seat: Seat): void => {
      held.delete(seat)
      if (held.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
      inBackground(freeSeat(db, seat))
    },
    /** Waits until the seats that were left are free. */
    stop: async (): Promise<void> => {
      await Promise.all(leaving)
    },
  }
}
