/** The figures that a text names beyond doubt; what could mean something else is left to the person. */
export type Figures = {
  /** A plain number for dollars, with a sign for other currencies; empty when the text names no budget. */
  budget: string
  /** 0 when the text names none. */
  weeklyHours: number
  /** YYYY-MM-DD; empty when the text names none. */
  deadline: string
}

/** Finds budget, weekly hours and deadline. A day without a year means the next such day after `now`. */
export const readFigures = (text: string, now: Date): Figures => ({
  budget: only(budgetsOf(text)) ?? '',
  weeklyHours: only(hoursOf(text)) ?? 0,
  deadline: only(deadlinesOf(text, now)) ?? '',
})

/** The one value of all; two different ones leave it open which is meant. */
const only = <T>(values: readonly T[]): T | undefined => (new Set(values).size === 1 ? values[0] : undefined)

type Place = { before: string; after: string }
/** A place needs only a little of the text around it. */
const AROUND = 40
const placeOf = (text: string, { index, 0: match }: RegExpExecArray): Place => ({
  before: text.slice(Math.max(0, index - AROUND), index),
  after: text.slice(index + match.length, index + match.length + AROUND),
})

const HOURS =
  /(?<![\d.,]|\d\s?(?:-|–|to)\s?)(\d{1,3}(?:\.\d)?)\s?-?(?:hours?|hrs?|h)\s?(?:weekly\b|(?:\/|per|a|each|every)\s?(?:week|wk)\b)/gi
/** 'Open 40 hours a week' is no work. */
const NOT_WORK = /\b(?:open|opens|opened|running|runs?|broadcasts?)\s+(?:for\s+)?$/i

const hoursOf = (text: string): number[] =>
  [...text.matchAll(HOURS)]
    .filter((found) => !NOT_WORK.test(placeOf(text, found).before))
    .map(([, hours]) => Number(hours))
    .filter((hours) => hours > 0 && hours <= 168)

const NUMBER = String.raw`\d[\d,.]*\d|\d`
const AMOUNT = new RegExp(
  String.raw`(?:(?<![\p{L}\d])(?:US)?(?<sign>[$€£])\s?(?<first>${NUMBER})\s?(?<k>k\b)?)|(?<![\p{L}\d.,$€£])(?<second>${NUMBER})\s?(?<k2>k)?\s?(?<name>dollars?|usd|euros?|eur|€|pounds?|gbp)(?![\p{L}\p{N}])|(?<=\bbudget(?:\s+(?:is|of)|:)?\s+(?:(?:about|around|up to|at most)\s+)?)(?<bare>${NUMBER})\s?(?<k3>k\b)?(?!\s?[\p{L}%])`,
  'giu',
)
const LABEL_BEFORE = /\bbudget(?:\s+(?:is|of)|:)?\s+(?:(?:about|around|roughly|up to|at most)\s+)?$/i
const LABEL_AFTER = /^\s*budget\b/i
const LEADS =
  /(?:^|[.,;:!?\n(]|\b(?:up to|at most|no more than|can (?:pay|spend|offer)|we pay))\s*(?:about|around)?\s*$/i
const ENDS = /^\s*(?:$|[.,;!?)\n]|(?:at most|max(?:imum)?|in total|altogether|by|before|within|and)\b)/i
/** '$40 an hour', '$2,000 to 3,000'. */
const NOT_WHOLE = /^\s?(?:(?:\/|per\b|an?\b|each\b|every\b|apiece\b)|(?:-|–|to\b)\s?[$€£]?\d)/i

const budgetsOf = (text: string): string[] => {
  const found = [...text.matchAll(AMOUNT)].flatMap((match) => {
    const place = placeOf(text, match)
    if (NOT_WHOLE.test(place.after)) return []
    const isLabelled = LABEL_BEFORE.test(place.before) || LABEL_AFTER.test(place.after)
    return isLabelled || (LEADS.test(place.before) && ENDS.test(place.after))
      ? [{ amount: amountOf(match.groups ?? {}), isLabelled }]
      : []
  })
  const labelled = found.filter(({ isLabelled }) => isLabelled)
  return (labelled.length > 0 ? labelled : found).map(({ amount }) => amount)
}

const SIGNS: Readonly<Record<string, string>> = { e: '€', '€': '€', p: '£', g: '£', '£': '£' }

/** '3,000' and '3.000' are three thousand, '3.5k' three and a half. */
const amountOf = ({ sign, first, k, second, k2, name, bare, k3 }: Record<string, string | undefined>): string => {
  const plain = (first ?? second ?? bare ?? '').replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.')
  const value = Math.round(Number(plain) * ((k ?? k2 ?? k3) ? 1000 : 1) * 100) / 100
  return Number.isFinite(value) ? `${SIGNS[(sign ?? name ?? '').charAt(0).toLowerCase()] ?? ''}${value}` : ''
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const YEAR = String.raw`(?:,?\s+(?<year>20\d{2}))?(?![\d\p{L}])`
/** The words that make a day a deadline; without them it may be the day of anything. */
const DUE = String.raw`(?<![\p{L}])(?:by|before|due(?:\s+(?:on|by))?:?|deadline(?:\s+(?:is|of))?:?|no later than|(?:ready|finished|done|live|online)\s+(?:for|on))\s+(?:the\s+)?`
const dueOn = (day: string) => new RegExp(DUE + day, 'giu')

const DAYS: ReadonlyArray<readonly [RegExp, (groups: Record<string, string>, now: Date) => string]> = [
  [
    dueOn(String.raw`(?<y>20\d{2})-(?<m>\d{2})-(?<d>\d{2})(?!\d)`),
    ({ y, m, d }) => dayOf(Number(y), Number(m), Number(d)),
  ],
  [
    dueOn(String.raw`(?<d>\d{1,2})[.-](?<m>\d{1,2})[.-](?<y>20\d{2})`),
    ({ y, m, d }) => dayOf(Number(y), Number(m), Number(d)),
  ],
  [
    dueOn(String.raw`(?<one>\d{1,2})\/(?<two>\d{1,2})\/(?<y>20\d{2})`),
    ({ one, two, y }) => slashed(Number(y), Number(one), Number(two)),
  ],
  [
    dueOn(String.raw`${MONTH}\.?\s+(?<d>\d{1,2})(?:st|nd|rd|th)?${YEAR}`),
    ({ month, d, year }, now) => nextDay(now, year, month, Number(d)),
  ],
  [
    dueOn(String.raw`(?<d>\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?${MONTH}${YEAR}`),
    ({ month, d, year }, now) => nextDay(now, year, month, Number(d)),
  ],
  [dueOn(String.raw`end of\s+${MONTH}${YEAR}`), ({ month, year }, now) => nextDay(now, year, month, null)],
  [
    /(?<![\p{L}])(?:within|in)\s+(?:the next\s+)?(?<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(?<unit>day|week|month)s?(?=\s*(?:$|[,.;!?\n]))/giu,
    ({ count = '', unit = '' }, now) => after(now, COUNTS[count.toLowerCase()] ?? Number(count), unit),
  ],
]
const COUNTS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
}

const deadlinesOf = (text: string, now: Date): string[] =>
  DAYS.flatMap(([pattern, read]) => [...text.matchAll(pattern)].map(({ groups }) => read(groups ?? {}, now))).filter(
    (day) => day >= textOf(now),
  )

const textOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The day as text; empty for a day that does not exist, such as 31 February. */
const dayOf = (year: number, month: number, day: number): string => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? textOf(date) : ''
}

/** 03/04/2027 is the third of April to some and the fourth of March to others; 25/12/2027 is clear. */
const slashed = (year: number, one: number, two: number): string => {
  const days = [dayOf(year, two, one), dayOf(year, one, two)].filter((day) => day !== '')
  return only(days) ?? ''
}

/** The day in the named year, else its next occurrence. Without a day it is the last day of the month. */
const nextDay = (now: Date, year: string | undefined, monthName = '', day: number | null): string => {
  const month = MONTHS.indexOf(monthName.slice(0, 3).toLowerCase()) + 1
  const inYear = (y: number) => dayOf(y, month, day ?? new Date(Date.UTC(y, month, 0)).getUTCDate())
  if (year) return inYear(Number(year))
  const thisYear = inYear(now.getUTCFullYear())
  return thisYear >= textOf(now) ? thisYear : inYear(now.getUTCFullYear() + 1)
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
  return textOf(date)
}
