import { momentOf, wallTime } from './zone-times.ts'

const DAY_MS = 24 * 60 * 60_000

export type Step = 'week' | 'month'
/** Whole days by the calendar of a time zone, both YYYY-MM-DD and included; `start` and `end` are the moments of its bounds. */
export type Period = { from: string; to: string; start: Date; end: Date }

/** A date as the moment at which it begins in UTC: dates are counted with there, where each day has 24 hours. */
const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateOf = (days: number): string => new Date(days).toISOString().slice(0, 10)

/** The date, YYYY-MM-DD, that calendars of the time zone show at a moment. */
export const dateIn = (timeZone: string, moment: Date): string => dateOf(wallTime(moment.getTime(), timeZone))

/** The date a number of days after another, or before it for a negative number. */
export const daysAfter = (date: string, days: number): string => dateOf(numberOf(date) + days * DAY_MS)

/** The first day of the week (Monday) or month that a date lies in. */
const beginOf = (date: string, step: Step): string => {
  if (step === 'month') return `${date.slice(0, 7)}-01`
  const sinceMonday = (new Date(numberOf(date)).getUTCDay() + 6) % 7
  return daysAfter(date, -sinceMonday)
}
const nextBegin = (begin: string, step: Step): string => {
  if (step === 'week') return daysAfter(begin, 7)
  const day = new Date(numberOf(begin))
  return dateOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1))
}

/**
 * The whole weeks (from Monday) or months that contain the days `from` to `to`, in order, at least one. A day begins at
 * midnight of the time zone or, where summer time skips midnight, right after the skipped time.
 */
export const periodsOf = (from: string, to: string, step: Step, timeZone: string): Period[] => {
  const momentAt = (date: string) => new Date(momentOf(numberOf(date), timeZone))
  const periods: Period[] = []
  for (let begin = beginOf(from, step); begin <= to || periods.length === 0; begin = nextBegin(begin, step)) {
    const next = nextBegin(begin, step)
    periods.push({ from: begin, to: daysAfter(next, -1), start: momentAt(begin), end: momentAt(next) })
  }
  return periods
}
