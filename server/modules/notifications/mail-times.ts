import type { NotificationSettings } from '#shared/contract/notifications.ts'
import { isKnownZone, momentOf, wallTime } from '#shared/rules/zone-times.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How long a mail waits for its notice to be read. */
export const PATIENCE_MS = 10 * MINUTE_MS

type Daily = Pick<NotificationSettings, 'timeZone' | 'digestHour'>

/** The moments of a person's daily mail around `now`: the last one, which may be `now` itself, and the next one. */
export const digestMoments = (now: Date, { timeZone, digestHour }: Daily): { last: Date; next: Date } => {
  const zone = isKnownZone(timeZone) ? timeZone : 'UTC'
  const wall = wallTime(now.getTime(), zone)
  const today = wall - (wall % DAY_MS)
  const moments = [-1, 0, 1, 2].map((days) => momentOf(today + days * DAY_MS + digestHour * 60 * MINUTE_MS, zone))
  const passed = moments.filter((moment) => moment <= now.getTime())
  return { last: new Date(Math.max(...passed)), next: new Date(moments[passed.length] ?? now.getTime() + DAY_MS) }
}
