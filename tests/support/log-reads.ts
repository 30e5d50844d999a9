import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { watchStatements } from './watch-statements.ts'

const within = { timeout: 15_000, interval: 20 }

/** The statements that read the log, one for each turn of a process, and for each time that a stream reads for itself. */
export const readsOfLog = (asked: Awaited<ReturnType<ReturnType<typeof watchStatements>['during']>>): number =>
  asked.filter(({ text }) => text.includes('from event_log log')).length

/** Waits until no stream reads the log for itself any more; a turn by the clock may fall into the time looked at. */
export const settleStreams = (statements: ReturnType<typeof watchStatements>): Promise<void> =>
  expect.poll(async () => readsOfLog(await statements.during(() => sleep(150))), within).toBeLessThanOrEqual(1)
