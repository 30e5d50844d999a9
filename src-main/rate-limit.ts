const MINUTE_MS = 60_000

/** Says yes at most `max` times in any minute: for restarts that must not become a loop. */
export const perMinute = (max: number, now: () => number = Date.now): (() => boolean) => {
  let times: number[] = []
  return () => {
    times = times.filter((time) => now() - time < MINUTE_MS)
    if (times.length >= max) return false
    times.push(now())
    return true
  }
}
