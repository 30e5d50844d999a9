import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { STREAMS_MAX } from '#shared/contract/index.ts'
import type { Db } from '../db/pool.ts'
import { freeSeat, renewSeats, takeSeat } from './live-repository.ts'

/** Names a stream in the table of seats. */
export type Seat = string

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
    /** A seat for a further stream of the person; undefined when they have as many as one may have. */
    take: async (userID: string): Promise<Seat | undefined> => {
      for (let tries = 0; tries <= STREAMS_MAX; tries += 1) {
        const seat = uuidv7()
        const { isTaken, isFull } = await takeSeat(db, userID, seat, STREAMS_MAX)
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
