const DAY_MS = 24 * 60 * 60_000

/** There are some 600 zones; a name has as many spellings as one likes, since capitals do not matter. */
const FORMATS_MAX = 700
const formats = new Map<string, Intl.DateTimeFormat>()
/** Errors: a RangeError for a zone that this program does not know. */
const formatIn = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en', { ...parts, timeZone: zone, hourCycle: 'h23', calendar: 'gregory' })
  if (formats.size >= FORMATS_MAX) formats.clear()
  formats.set(zone, made)
  return made
}

/** What the clocks of a zone show at a moment, as the moment at which clocks of UTC show the same; to the minute. */
export const wallTime = (moment: number, zone: string): number => {
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
export const momentOf = (wall: number, zone: string): number => {
  const offsetAt = (moment: number) => wallTime(moment, zone) - moment
  const [earlier = wall, later = wall] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)].sort(
    (a, b) => a - b,
  )
  return [earlier, later].find((moment) => wallTime(moment, zone) === wall) ?? later
}

/** A zone that was known when it was chosen may be unknown to another version of the program. */
export const isKnownZone = (zone: string | null): zone is string => {
  try {
    return zone !== null && formatIn(zone) !== undefined
  } catch {
    return false
  }
}
