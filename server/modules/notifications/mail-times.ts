import type { NotificationSettings } from '../../../shared/contract/notifications.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How long a mail waits for its notice to be read. */
export const PATIENCE_MS = 10 * MINUTE_MS

const formats = new Map<string, Intl.DateTimeFormat>()
const formatIn = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en', { ...parts, timeZone: zone, hourCycle: 'h23', calendar: 'gregory' })
  formats.set(zone, made)
  return made
}

/** What the clocks of a zone show at a moment, as the moment at which clocks of UTC show the same. */
const wallTime = (moment: number, zone: string): number => {
  const parts = Object.fromEntries(
    formatIn(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute)
}

/**
 * The moment at which the clocks of a zone show a time. Where they show it twice, the first one; where they leave it out,
 * the moment at which they have gone past it.
 */
const momentOf = (wall: number, zone: string): number => {
  const offsetAt = (moment: number) => wallTime(moment, zone) - moment
  const [earlier = wall, later = wall] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)].sort(
    (a, b) => a - b,
  )
  return [earlier, later].find((moment) => wallTime(moment, zone) === wall) ?? later
}

/** A zone that was known when it was chosen may be unknown to another version of the program. */
const isKnown = (zone: string | null): zone is string => {
  try {
    return zone !== null && formatIn(zone) !== undefined
  } catch {
    return false
  }
}

type Daily = Pick<NotificationSettings, 'timeZone' | 'digestHour'>

/** The moments of a person's daily mail around `now`: the last one, which may be `now` itself, and the next one. */
export const digestMoments = (now: Date, { timeZone, digestHour }: Daily): { last: Date; next: Date } => {
  const zone = isKnown(timeZone) ? timeZone : 'UTC'
  const wall = wallTime(now.getTime(), zone)
  const today = wall - (wall % DAY_MS)
  const moments = [-1, 0, 1, 2].map((days) => momentOf(today + days * DAY_MS + digestHour * 60 * MINUTE_MS, zone))
  const passed = moments.filter((moment) => moment <= now.getTime())
  return { last: new Date(Math.max(...passed)), next: new Date(moments[passed.length] ?? now.getTime() + DAY_MS) }
}
