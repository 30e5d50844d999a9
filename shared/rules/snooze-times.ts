/** A moment to which a notice can be put off. */
export type SnoozeTime = { name: 'hour' | 'tomorrow' | 'monday'; label: string; until: Date }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The hour of the day at which a snoozed notice comes back. */
const MORNING = 9

/** The wall clock of a time zone at a moment, as milliseconds of the same clock in UTC. */
const wallClock = (moment: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The moment at which the zone's clock shows `wall`. The second look counts where a change of summer time lies between. */
const momentOf = (wall: number, timeZone: string): number => {
  const guess = wall - (wallClock(wall, timeZone) - wall)
  return wall - (wallClock(guess, timeZone) - guess)
}

/**
 * When a notice can be snoozed to: an hour from now, 9:00 tomorrow, and 9:00 next Monday, by the clock of the time zone
 * (an IANA name), even if summer time begins or ends before.
 */
export const snoozeTimes = (now: Date, timeZone: string): readonly SnoozeTime[] => {
  const midnight = Math.floor(wallClock(now.getTime(), timeZone) / DAY_MS) * DAY_MS
  const morningIn = (days: number) => new Date(momentOf(midnight + days * DAY_MS + MORNING * HOUR_MS, timeZone))
  const daysToMonday = (8 - new Date(midnight).getUTCDay()) % 7 || 7
  return [
    { name: 'hour', label: '1 hour', until: new Date(now.getTime() + HOUR_MS) },
    { name: 'tomorrow', label: 'Tomorrow 9:00', until: morningIn(1) },
    { name: 'monday', label: 'Monday 9:00', until: morningIn(daysToMonday) },
  ]
}
