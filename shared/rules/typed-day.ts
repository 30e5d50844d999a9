/**
 * Days as people type them: 'fri', 'tomorrow', 'in 3 days', 'next week', '5 dec', '12/24', '15-12-2026', 2026-12-05. One place for all
 * fields. Days are YYYY-MM-DD.
 */
const DAY_MS = 86_400_000
const MONDAY = 1
const FRIDAY = 5
const SATURDAY = 6

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)
const daysAfter = (day: string, count: number): string => dayAt(timeOf(day) + count * DAY_MS)
const weekdayOf = (day: string): number => new Date(timeOf(day)).getUTCDay()

/** The day of that date; null for one that does not exist, such as 30 February. */
const dayOf = (year: number, month: number, date: number): string | null => {
  const time = new Date(0).setUTCFullYear(year, month - 1, date)
  const at = new Date(time)
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date
  return exists && year >= 1000 && year <= 9999 ? dayAt(time) : null
}

/** A number of months later, on the last day of a month that is too short. */
const monthsAfter = (day: string, count: number): string | null => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const months = year * 12 + month - 1 + count
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1]
  return dayOf(toYear, toMonth, Math.min(date, new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()))
}
const endOfMonth = (day: string): string | null => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(year, month, new Date(Date.UTC(year, month, 0)).getUTCDate())
}
/** The next such day of the week after today. */
const nextWeekday = (today: string, weekday: number): string =>
  daysAfter(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[.,]+(?=\s|$)/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const SHORTEST_NAME = 3
/** Finds which name a word begins, such as 'sept' of 'September'. 2021-08-01 was a Sunday. */
const namesIn = (locales: readonly string[], part: 'month' | 'weekday') => {
  const count = part === 'month' ? 12 : 7
  const dates = Array.from({ length: count }, (_, at) =>
    part === 'month' ? Date.UTC(2021, at, 1) : Date.UTC(2021, 7, 1 + at),
  )
  const all = locales.flatMap((locale) =>
    (['long', 'short'] as const).map((width) => {
      const format = new Intl.DateTimeFormat(locale, { [part]: width, timeZone: 'UTC' })
      return dates.map((date) => folded(format.format(date)))
    }),
  )
  return (word: string): number | null => {
    for (const names of all) {
      const at = names.findIndex((name) => name === word || (word.length >= SHORTEST_NAME && name.startsWith(word)))
      if (at >= 0) return at
    }
    return null
  }
}
type Names = { month: (word: string) => number | null; weekday: (word: string) => number | null }
const known = new Map<string, Names>()
const namesOf = (locales: readonly string[]): Names => {
  const key = locales.join(' ')
  const names = known.get(key) ?? { month: namesIn(locales, 'month'), weekday: namesIn(locales, 'weekday') }
  known.set(key, names)
  return names
}

const numbers: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 }
const plain: Readonly<Record<string, (today: string) => string | null>> = {
  today: (now) => now,
  tod: (now) => now,
  now: (now) => now,
  tonight: (now) => now,
  tomorrow: (now) => daysAfter(now, 1),
  tom: (now) => daysAfter(now, 1),
  tmr: (now) => daysAfter(now, 1),
  tmrw: (now) => daysAfter(now, 1),
  yesterday: (now) => daysAfter(now, -1),
  'day after tomorrow': (now) => daysAfter(now, 2),
  'the day after tomorrow': (now) => daysAfter(now, 2),
  'next week': (now) => nextWeekday(now, MONDAY),
  'next month': (now) => monthsAfter(now, 1),
  'next year': (now) => monthsAfter(now, 12),
  'end of week': (now) => (weekdayOf(now) === FRIDAY ? now : nextWeekday(now, FRIDAY)),
  eow: (now) => (weekdayOf(now) === FRIDAY ? now : nextWeekday(now, FRIDAY)),
  'end of month': endOfMonth,
  'end of the month': endOfMonth,
  eom: endOfMonth,
  weekend: (now) => (weekdayOf(now) === SATURDAY ? now : nextWeekday(now, SATURDAY)),
  'this weekend': (now) => (weekdayOf(now) === SATURDAY ? now : nextWeekday(now, SATURDAY)),
}

const inSome =
  /^(?:in |\+ ?)?(\d{1,4}|[a-z]+) ?(d|days?|w|wks?|weeks?|m|mths?|months?|y|yrs?|years?)(?: from (?:now|today))?$/u
/** 'in 3 days', '2 weeks', '3d', 'in a month'. */
const later = (text: string, today: string): string | null => {
  const [, amount = '', unit = ''] = inSome.exec(text) ?? []
  const count = /^\d/u.test(amount) ? Number(amount) : (numbers[amount] ?? null)
  if (count === null || unit === '') return null
  if (unit.startsWith('d')) return daysAfter(today, count)
  if (unit.startsWith('w')) return daysAfter(today, count * 7)
  return monthsAfter(today, unit.startsWith('m') ? count : count * 12)
}

/** 'fri', 'on Friday', 'this fri'; 'next fri' is the one of next week. */
const ofWeek = (text: string, today: string, { weekday }: Names): string | null => {
  const [, which = '', word = ''] = /^(?:(on|this|next|coming) )?(\p{L}+)$/u.exec(text) ?? []
  const at = weekday(word)
  if (at === null) return null
  return which === 'next' ? daysAfter(nextWeekday(today, MONDAY), (at + 6) % 7) : nextWeekday(today, at)
}

const wholeYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year))
/** A date without its year is the next one. */
const inYear = (year: string | undefined, month: number, date: number, today: string): string | null => {
  if (year) return dayOf(wholeYear(year), month, date)
  const now = Number(today.slice(0, 4))
  const years = Array.from({ length: 9 }, (_, more) => dayOf(now + more, month, date))
  return years.find((day) => day !== null && day >= today) ?? null
}

const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ .-]*(?:of )?(\p{L}+)[ .-]*(\d{4}|'?\d{2})?$/u
const monthFirst = /^(\p{L}+)[ .-]*(\d{1,2})(?:st|nd|rd|th)?(?:[ -]+(\d{4}|'\d{2}))?$/u
/** '5 dec', 'Dec 5', '5th of December 2026', also with a day of the week before it. */
const withMonth = (text: string, today: string, { month, weekday }: Names): string | null => {
  const [first = '', ...rest] = text.split(' ')
  const wanted = rest.length > 0 && weekday(first) !== null && month(first) === null ? rest.join(' ') : text
  const [, date, name, year] = dayFirst.exec(wanted) ?? []
  const [, name2, date2, year2] = monthFirst.exec(wanted) ?? []
  const at = month(name ?? name2 ?? '')
  return at === null ? null : inYear((year ?? year2)?.replace("'", ''), at + 1, Number(date ?? date2), today)
}

const yearFirst = /^(\d{4})([-./ ])(\d{1,2})\2(\d{1,2})(?:t.*)?$/u
const numeric = /^(\d{1,2})([-./ ])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/u
/** Dates in digits. With strokes both orders are common, so that 05/06 can be two days; all else has the day first. */
const inDigits = (text: string, today: string): string[] => {
  const iso = yearFirst.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/u.exec(text)
  if (iso) return [dayOf(Number(iso[1]), Number(iso[3]), Number(iso[4]))].filter((day) => day !== null)
  const [, one = '', sign, other = '', year] = numeric.exec(text) ?? []
  if (sign === undefined) return []
  const first = inYear(year, Number(other), Number(one), today)
  const second = sign === '/' ? inYear(year, Number(one), Number(other), today) : null
  return [...new Set([first, second].filter((day) => day !== null))]
}

/**
 * The days that the text can mean: none if it is no day, two if month and day can be swapped, such as 05/06/2026.
 * `locales`: the languages of the names of months and weekdays.
 */
export const typedDays = (text: string, today: string, locales: readonly string[] = ['en']): readonly string[] => {
  const typed = folded(text)
  if (typed === '') return []
  const digits = inDigits(typed, today)
  if (digits.length > 0) return digits
  const names = namesOf(locales)
  const day =
    plain[typed]?.(today) ?? later(typed, today) ?? ofWeek(typed, today, names) ?? withMonth(typed, today, names)
  return day === null || day === undefined ? [] : [day]
}

export const NO_DAY = 'Try “Fri”, “5 Dec” or 2026-12-05.'
