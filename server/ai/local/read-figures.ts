/** The figures in a prompt, and the rest of the prompt without them. */
export type Figures = {
  /** A plain number for dollars, with a sign for other currencies; empty when the prompt names no budget. */
  budget: string
  /** 0 when the prompt names none. */
  weeklyHours: number
  /** YYYY-MM-DD; empty when the prompt names none. */
  deadline: string
  rest: string
}

const LEAD =
  '(?:(?:by|before|until|till|due|on|for|within|in|about|around|roughly|approximately|up to|at most|at|a budget of|budget of|' +
  'budget is|budget:?|with|the|a|deadline is|deadline:?|end of|,)\\s+)*'

const HOURS =
  /(\d{1,3}(?:\.\d)?)(?:\s?(?:-|–|to)\s?(\d{1,3}))?\s?-?(?:hours?|hrs?|h)\s?(?:weekly\b|(?:\/|per|a|each|every)\s?(?:week|wk)\b)/i
const WEEKLY = /weekly hours:?\s*(\d{1,3})/i
const SIGNED = /([$€£])\s?(\d[\d,.]*\d|\d)(?!\d)\s?(k\b)?(?!\s?(?:\/|per |an? )\s?(?:hour|hr|h\b|day))/i
const NAMED = /(\d[\d,.]*\d|\d)(?!\d)\s?(k)?\s?(dollars?|usd|euros?|eur|pounds?|gbp)\b/i
const BARE = /budget(?: is| of|:)?\s+(?:about |around )?(\d[\d,.]*\d|\d)(?!\d)\s?(k\b)?/i

/** Finds budget, weekly hours and deadline. A day without a year means the next such day after `now`. */
export const readFigures = (text: string, now: Date): Figures => {
  let rest = text
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = new RegExp(`${LEAD}(?:${pattern.source})`, 'i').exec(rest)
    if (found) rest = `${rest.slice(0, found.index)} , ${rest.slice(found.index + found[0].length)}`
    return found
  }
  const hours = take(HOURS) ?? take(WEEKLY)
  const weeklyHours = Math.min(168, Number(hours?.[2] ?? hours?.[1] ?? 0))
  const budget = readBudget(take)
  const deadline = readDeadline(take, now)
  return { budget, weeklyHours, deadline, rest }
}

type Take = (pattern: RegExp) => RegExpExecArray | null

const SIGN_OF: Readonly<Record<string, string>> = { d: '', u: '', e: '€', p: '£', g: '£', $: '', '€': '€', '£': '£' }

const readBudget = (take: Take): string => {
  const signed = take(SIGNED)
  if (signed) return `${SIGN_OF[signed[1] ?? ''] ?? ''}${amountOf(signed[2], signed[3])}`
  const named = take(NAMED)
  if (named) return `${SIGN_OF[named[3]?.[0]?.toLowerCase() ?? ''] ?? ''}${amountOf(named[1], named[2])}`
  const bare = take(BARE)
  return bare ? amountOf(bare[1], bare[2]) : ''
}

/** '3,000' and '3.000' are three thousand, '3.5k' three and a half. */
const amountOf = (digits = '', thousands: string | undefined): string => {
  const plain = digits.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.')
  return String(Math.round(Number(plain) * (thousands ? 1000 : 1) * 100) / 100)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const YEAR = '(?:,?\\s+(20\\d{2}))?\\b'
const ISO = /\b(20\d{2})-(\d{2})-(\d{2})\b/
const DAY_FIRST = /\b(\d{1,2})[./-](\d{1,2})[./-](20\d{2})\b/
const MONTH_DAY = new RegExp(`\\b${MONTH}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?${YEAR}`)
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.?\\s+(?:of\\s+)?${MONTH}${YEAR}`)
const MONTH_ONLY = new RegExp(`\\b(?:by|before|until|end of)\\s+${MONTH}${YEAR}`)
const SPAN =
  /\b(?:in|within|over)\s+(?:the next\s+)?(\d{1,3}|an?|two|three|four|five|six|eight|ten|twelve)\s+(day|week|month)s?\b/
/** Matches 'two months' at the end of a clause, but not 'every two weeks', which is no deadline. */
const BARE_SPAN =
  /(?<!\b(?:every|each|per|last|past|of)\s)\b(\d{1,3}|an?|two|three|four|five|six|eight|ten|twelve)\s+(day|week|month)s?(?=\s*(?:[,.;!]|$))/
const NUMBER: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  eight: 8,
  ten: 10,
  twelve: 12,
}

const readDeadline = (take: Take, now: Date): string => {
  const iso = take(ISO)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dayFirst = take(DAY_FIRST)
  if (dayFirst) return dayOf(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]))
  const monthDay = take(MONTH_DAY)
  if (monthDay) return nextDay(now, monthDay[3], monthDay[1], Number(monthDay[2]))
  const dayMonth = take(DAY_MONTH)
  if (dayMonth) return nextDay(now, dayMonth[3], dayMonth[2], Number(dayMonth[1]))
  const month = take(MONTH_ONLY)
  if (month) return nextDay(now, month[2], month[1], null)
  const span = take(SPAN) ?? take(BARE_SPAN)
  return span ? after(now, NUMBER[span[1]?.toLowerCase() ?? ''] ?? Number(span[1]), span[2] ?? '') : ''
}

const text = (date: Date): string => date.toISOString().slice(0, 10)

/** The day as text; empty for a day that does not exist, such as 31 February. */
const dayOf = (year: number, month: number, day: number): string => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? text(date) : ''
}

/** The day in the named year, else its next occurrence. Without a day it is the last day of the month. */
const nextDay = (now: Date, year: string | undefined, monthName = '', day: number | null): string => {
  const month = MONTHS.indexOf(monthName.slice(0, 3).toLowerCase()) + 1
  const inYear = (y: number) => dayOf(y, month, day ?? new Date(Date.UTC(y, month, 0)).getUTCDate())
  if (year) return inYear(Number(year))
  const thisYear = inYear(now.getUTCFullYear())
  return thisYear >= text(now) ? thisYear : inYear(now.getUTCFullYear() + 1)
}

const after = (now: Date, count: number, unit: string): string => {
  const date = new Date(now)
  if (unit.startsWith('month')) {
    // A shorter month ends earlier: one month after 31 January is 28 February.
    const day = date.getUTCDate()
    date.setUTCDate(1)
    date.setUTCMonth(date.getUTCMonth() + count)
    date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()))
  } else date.setUTCDate(date.getUTCDate() + count * (unit.startsWith('week') ? 7 : 1))
  return text(date)
}
