import { dateLocale } from './locale.ts'

export { today } from '#shared/rules/today.ts'

const DAY_MS = 86_400_000

const shortDate = new Intl.DateTimeFormat(dateLocale, { year: 'numeric', month: 'short', day: 'numeric' })
const calendarDate = new Intl.DateTimeFormat(dateLocale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
/** "Jan 5, 2025", or in the order of the viewer's place; null for a missing or unreadable date. */
export const formatDate = (iso: string | null | undefined): string | null => {
  const time = iso ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? null : shortDate.format(time)
}

const americanDate = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })
/** "Jan 5, 2025" for everybody, as My Projects has it. */
export const formatAmericanDate = (iso: string | null | undefined): string | null => {
  const time = iso ? Date.parse(iso) : Number.NaN
  return Number.isNaN(time) ? null : americanDate.format(time)
}

const dateOfThisYear = new Intl.DateTimeFormat(dateLocale, { month: 'short', day: 'numeric' })
const yearOf = (time: number) => new Date(time).getFullYear()
/** "Jan 5", with its year when that is another one; null for a missing or unreadable date. */
export const briefDate = (iso: string | null | undefined, now = Date.now()): string | null => {
  const time = iso ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(time)) return null
  return (yearOf(time) === yearOf(now) ? dateOfThisYear : shortDate).format(time)
}

/** "Posted today", "Posted 1 day ago", "Posted 12 days ago"; 'Posted recently' when the date is missing. */
export const postedLine = (iso: string | null | undefined, now = Date.now()): string => {
  const time = iso ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(time)) return 'Posted recently'
  const days = Math.max(0, Math.floor((now - time) / DAY_MS))
  if (days === 0) return 'Posted today'
  return days === 1 ? 'Posted 1 day ago' : `Posted ${days} days ago`
}

/** A calendar day (YYYY-MM-DD) as "Jan 5, 2025"; it is the same day in every time zone. */
export const formatDay = (day: string): string => calendarDate.format(new Date(`${day}T00:00:00Z`))

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The time since then, as short as a list needs it: "now", "5 min", "3 h", "2 d", then the date. */
export const shortAge = (iso: string, now = Date.now()): string => {
  // When the device's clock is behind the server's, nothing lies in the future.
  const age = Math.max(0, now - Date.parse(iso))
  if (age < MINUTE_MS) return 'now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`
  return age < 7 * DAY_MS ? `${Math.floor(age / DAY_MS)} d` : shortDate.format(Date.parse(iso))
}

const weekday = new Intl.DateTimeFormat(dateLocale, { weekday: 'long' })
const dayOf = (time: number) => new Date(time).setHours(0, 0, 0, 0)
/** The day since when something goes on, in the device's time zone: "today", "yesterday", "Tuesday", "Jan 5, 2025". */
export const sinceDay = (iso: string, now = Date.now()): string => {
  const time = Date.parse(iso)
  // A day can have 23 or 25 hours.
  const days = Math.max(0, Math.round((dayOf(now) - dayOf(time)) / DAY_MS))
  if (days < 2) return days === 0 ? 'today' : 'yesterday'
  return days < 7 ? weekday.format(time) : shortDate.format(time)
}

const moment = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' })
/** "Jan 5, 2025, 3:04 PM", in the device's time zone. */
export const formatMoment = (iso: string): string => moment.format(Date.parse(iso))

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/**
 * The time since then in the largest fitting unit: "Today", "1 day ago", "6 days ago", then weeks under 30 days, months
 * under 365 days, and years. Null for a missing or unreadable date.
 */
export const relativeDays = (iso: string | null | undefined, now = Date.now()): string | null => {
  const time = iso ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(time)) return null
  // When the device's clock is behind the server's, no day lies in the future.
  const days = Math.max(0, Math.floor((now - time) / DAY_MS))
  if (days === 0) return 'Today'
  if (days < 7) return counted(days, 'day')
  if (days < 30) return counted(Math.floor(days / 7), 'week')
  if (days < 365) return counted(Math.floor(days / 30), 'month')
  return counted(Math.floor(days / 365), 'year')
}
