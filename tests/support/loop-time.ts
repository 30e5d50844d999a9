import { setTimeout as sleep } from 'node:timers/promises'

const TURN_MS = 10

/**
 * Counts the time in which this process could do something, in milliseconds. A moment in which the machine had no processor for it counts as
 * one turn, so that a limit on this time holds for what the process itself does, however busy the machine is.
 */
export const startLoopTime = () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), TURN_MS).unref()
  return {
    ms: () => turns * TURN_MS,
    stop: () => clearInterval(timer),
  }
}

/** Whether it holds before this process has had this number of milliseconds of its own. */
export const holdsWithin = async (ms: number, holds: () => boolean): Promise<boolean> => {
  const time = startLoopTime()
  try {
    while (!holds() && time.ms() < ms) await sleep(TURN_MS)
    return holds()
  } finally {
    time.stop()
  }
}
