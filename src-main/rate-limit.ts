const MINUTE_MS = 60_000

/** Makes a function that answers true at most `max` times in any minute; it keeps restarts from becoming a loop. */
export const perMinute = (max: number, now: () => number = Date.now): (() => boolean) => {
  let times: number[] = []
  return () => {
    times = times.filter((time) => now() - time < MINUTE_MS)
    if (times.length >= max) return false
    times.push(now())
    return true
  }
}
