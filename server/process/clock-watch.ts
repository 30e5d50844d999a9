import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../deps.ts'
import type { Probe } from '../db/probe.ts'

/** How the clock of this process compares with the database's, which all processes share. */
export type ClockWatch = {
  /** Seconds by which this clock is ahead, negative while it is behind; undefined while unknown. */
  offset: () => number | undefined
  /** Whether this clock is so wrong that nothing may be closed, sent or deleted by it. */
  isOff: () => boolean
  /** Ends the watch. */
  stop: () => void
}

type Parts = { clock: Clock; probe: Pick<Probe, 'ask'>; logger: Pick<FastifyBaseLogger, 'error'> }

const EVERY_MS = 60_000
/** Far more than machines that keep time by NTP differ, and too little to matter to a deadline. */
const OFF_SECONDS = 5

/**
 * Compares the clocks now and at intervals, and logs when this one begins and ceases to be off. Never keeps the process
 * alive. A database that does not answer changes nothing.
 */
export const watchClock = async ({ clock, probe, logger }: Parts, everyMs = EVERY_MS): Promise<ClockWatch> => {
  let offset: number | undefined
  let isOff = false
  const look = async () => {
    const before = clock.now().getTime()
    const [row] = await probe.ask<{ ms: number }>(`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`)
    const after = clock.now().getTime()
    if (row === undefined) return
    offset = ((before + after) / 2 - row.ms) / 1000
    // The database read its clock at any moment of the journey.
    const sure = Math.abs(offset) - (after - before) / 2000
    const isOffNow = sure > OFF_SECONDS
    if (isOffNow && !isOff)
      logger.error({ offset }, "the clock is off from the database's: nothing is done by the clock until it is right")
    if (!isOffNow && isOff) logger.error({ offset }, "the clock agrees with the database's again")
    isOff = isOffNow
  }
  const lookIfAnswered = () => look().catch(() => undefined)
  await lookIfAnswered()
  const timer = setInterval(() => void lookIfAnswered(), everyMs)
  timer.unref()
  return { offset: () => offset, isOff: () => isOff, stop: () => clearInterval(timer) }
}
