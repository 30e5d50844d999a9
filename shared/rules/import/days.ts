import { fold } from '#shared/contract/fold.ts'
import { plainDigits } from './bare.ts'

/* What people and programs write for a day. */

/** Which of two numbers is the day in '5/12/2026'. */
export type DayOrder = 'day' | 'month'
export type DayRules = {
  /** The order of day and month where a date has both readings; such a date is none without it. */
  order?: DayOrder | undefined
  /** The time zone in which a moment becomes a day. */
  zone?: string | undefined
}

const dayOf = (year: number, month: number, day: number): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day))
  // A year of another calendar, such as 1404, is none of this one.
  const isDay = year >= 1900 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : undefined
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formatIn = (zone: string | undefined): Intl.DateTimeFormat => {
  const known = formats.get(zone ?? '')
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    ...(zone !== undefined && { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(zone ?? '', made)
  return made
}
/** The day of a moment in a time zone; undefined for one that is no day. */
export const dayOfMoment = (milliseconds: number, zone?: string): string | undefined => {
  if (!Number.isFinite(milliseconds) || Math.abs(milliseconds) > 8.64e15) return undefined
  const [year = '', month = '', day = ''] = formatIn(zone).format(milliseconds).split('-')
  return dayOf(Number(year), Number(month), Number(day))
}

/** The day of a number of days since the end of 1899, as spreadsheets keep it; undefined before 1980 and after 2099. */
export const dayOfSerial = (serial: number): string | undefined =>
  serial >= 29_221 && serial <= 73_050 ? dayOfMoment((Math.floor(serial) - 25_569) * 86_400_000, 'UTC') : undefined

const languages = [
  'en',
  'es',
  'fr',
  'de',
  'pt',
  'pl',
  'it',
  'nl',
  'ru',
  'uk',
  'cs',
  'sv',
  'da',
  'nb',
  'fi',
  'hu',
  'tr',
  'ro',
  'sk',
  'el',
  'hr',
  'id',
  'ar',
  'he',
  'bg',
  'et',
  'lv',
  'sl',
]
const bare = (word: string): string => fold(word).replace(/[^\p{L}]/gu, '')
const monthsOf = (language: string): Array<[string, number]> =>
  (['long', 'short'] as const).flatMap((month) =>
    [{ month }, { month, day: 'numeric' } as const].flatMap((how) => {
      const format = new Intl.DateTimeFormat(language, { ...how, timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, at): [string, number] => {
        const parts = format.formatToParts(Date.UTC(2026, at, 15))
        return [bare(parts.find(({ type }) => type === 'month')?.value ?? ''), at + 1]
      })
    }),
  )
let months: ReadonlyMap<string, number> | undefined
/** The number of a month by its name, or the beginning of its English one; 0 for any other word. */
const monthOf = (word: string): number => {
  months ??= new Map([
    ...languages.toReversed().flatMap(monthsOf),
    ['sept', 9],
    ['set', 9],
    ['mrt', 3],
    ['mrz', 3],
    ['mar', 3],
  ])
  const said = bare(word)
  const known = months.get(said)
  if (known !== undefined || said.length < 3) return known ?? 0
  for (const [name, number] of monthsOf('en')) if (name.startsWith(said)) return number
  return 0
}

const yearOf = (digits: string): number => (digits.length === 2 ? 2000 : 0) + Number(digits)

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(.+))?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T(.+))?$/
const CLOCK = /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?\s?m\.?)?\s*(.*)$/i
const SLASHED = /^(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})\.?$/
/** What follows a day: a time, its zone, and the zone's name in brackets. */
const TIME =
  /(?:[,]? (?:at |um |à |a las |às |alle (?:ore )?|om |kl\.? |klo |в |о(?:б)? )?|T)\d{1,2}[:h.]\d{2}(?:[:.]\d{2})?(?:[.,]\d+)? ?(?:[ap]\.? ?m\.?)?(?: ?(?:z|utc|gmt|[a-z]{3,4}|(?:gmt|utc)?[+-]\d{1,2}:?\d{0,2}|\([^)]*\)))*$/iu
const WEEKDAY = /^[\p{L}-]{2,14}\.?,? (?=\S)/u
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|ª)?[. /-]+(?:de |of |ב)?([\p{L}]{3,12})\.?,?[ ./-]+(?:de )?[’']?(\d{4}|\d{2})$/iu
const MONTH_FIRST = /^([\p{L}]{3,12})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -]+(\d{4})$/iu
/** Seconds and milliseconds since 1970, of the years 2001 to 2286. */
const EPOCH = /^(?:\d{10}|\d{13})(?:\.0+)?$/

/** The zones that mails name by letters, and Central Europe's. */
const namedZones: Readonly<Record<string, number>> = { EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7, CET: 1, CEST: 2 } // prettier-ignore
/** Minutes from UTC of a zone such as 'Z', '+02:00' or 'GMT+0200 (CEST)'; undefined for none, or a name. */
const offsetOf = (zone: string): number | undefined => {
  // In brackets is the name of an offset, or the zone itself.
  const said = zone.replace(/[([][^)\]]*[)\]]/g, '').trim() || zone.replace(/[()[\]]/g, '').trim()
  if (/^(?:z|utc|gmt|ut)$/i.test(said)) return 0
  const named = namedZones[said.toUpperCase()]
  if (named !== undefined) return named * 60
  const parts = /^(?:utc|gmt)?\s*([+-])(\d{1,2}):?(\d{2})?$/i.exec(said)
  if (!parts) return undefined
  return (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3] ?? 0))
}

/** The day of a date and of what follows it: that of the zone in question where the time names its own. */
const inZone = (day: string | undefined, time: string | undefined, zone: string | undefined): string | undefined => {
  const parts = day !== undefined && time ? CLOCK.exec(time.trim()) : null
  const offset = parts ? offsetOf(parts[5] ?? '') : undefined
  if (day === undefined || !parts || offset === undefined) return day
  const half = (parts[4] ?? '').toLowerCase()
  const hour = (Number(parts[1]) % (half === '' ? 24 : 12)) + (half.startsWith('p') ? 12 : 0)
  const at =
    Date.parse(`${day}T00:00:00Z`) + ((hour * 60 + Number(parts[2]) - offset) * 60 + Number(parts[3] ?? 0)) * 1000
  return dayOfMoment(at, zone)
}

/** A date without its time: with digits alone, or with the name of a month. */
const readDate = (said: string, order: DayOrder | undefined): string | undefined => {
  const slashed = SLASHED.exec(said)
  if (slashed) {
    const [a, b, year] = [Number(slashed[1]), Number(slashed[3]), yearOf(slashed[4] ?? '')]
    // Dots are for days first, everywhere.
    if (slashed[2] === '.' && b <= 12) return dayOf(year, b, a)
    if (a > 12 || (order === 'day' && b <= 12)) return dayOf(year, b, a)
    if (b > 12 || a === b || order === 'month') return dayOf(year, a, b)
    return undefined
  }
  const dayFirst = DAY_FIRST.exec(said)
  if (dayFirst) return dayOf(yearOf(dayFirst[3] ?? ''), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]))
  const monthFirst = MONTH_FIRST.exec(said)
  if (monthFirst) return dayOf(Number(monthFirst[3]), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2]))
  return undefined
}

const LONGEST = 200
const NUMERALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
/** '18/九月/26', as Jira writes a day in Chinese. */
const isoOfEastern = (_: string, day: string, month: string, year: string): string =>
  `${yearOf(year)}-${NUMERALS.indexOf(month) + 1 || month}-${day}`

/** Browsers' own form has the year before the time: 'Thu Apr 24 2025 10:17:06 GMT+0000 (GMT)'. */
const tidy = (text: string): string =>
  plainDigits(text)
    .replace(/\s+/g, ' ')
    .replace(/^(\d{4}) ?[年년]\s?(\d{1,2}) ?[月월]\s?(\d{1,2}) ?[日일]/, '$1-$2-$3')
    .replace(/^(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})\.?(?= |$)/, '$1-$2-$3')
    .replace(/^(\d{1,2})[ /-](\d{1,2}|[一二三四五六七八九十]{1,2}) ?[月월][ /-](\d{4}|\d{2})(?!\d)/, isoOfEastern)
    .replace(/(上午|午前|오전|下午|午後|오후) ?(\d{1,2}:\d{2}(?::\d{2})?)/, '$2 $1')
    .replace(/ ?(?:上午|午前|오전)/, ' AM')
    .replace(/ ?(?:下午|午後|오후)/, ' PM')
    .replace(/^[@']/, '')
    .replace(/ ?[(（][月火水木金土日](?:曜日?)?[)）]/, '')
    .replace(
      /^令和(\d{1,2})年(\d{1,2})月(\d{1,2})日/,
      (_, year: string, month: string, day: string) => `${2018 + Number(year)}-${month}-${day}`,
    )
    .replace(/(\d{4}) ?[гр]\.?(?=,? |$)/, '$1')

/**
 * A day as YYYY-MM-DD; null for an empty text, undefined for one that is no day for certain. '5/12/2026' is one day here and
 * another there, so it is read only where `order` says which.
 */
export const readDay = (text: string, { order, zone }: DayRules = {}): string | null | undefined => {
  // The longest name of a time zone is short, too.
  if (text.length > LONGEST) return undefined
  const written = tidy(text)
  if (written === '') return null
  const iso = ISO.exec(written) ?? COMPACT.exec(written)
  if (iso) return inZone(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), iso[4], zone)
  if (EPOCH.test(written)) return dayOfMoment(Number(written) * (/^\d{10}(?!\d)/.test(written) ? 1000 : 1), zone)
  const time = TIME.exec(written)?.[0] ?? ''
  const date = time === '' ? written : written.slice(0, -time.length)
  const clock = time.replace(/^(?:[,]? (?:\p{L}[\p{L} ]*? )?|T)(?=\d)/u, '').replace(/^(\d{1,2})[h.]/, '$1:')
  const day = readDate(date, order) ?? (WEEKDAY.test(date) ? readDate(date.replace(WEEKDAY, ''), order) : undefined)
  return inZone(day, clock, zone)
}

/** Whether a text says a time of day that its day alone would lose. */
export const hasTime = (text: string): boolean => {
  const time = /\d{1,2}[:h]\d{2}(?::\d{2})?(?:\.\d+)?\s*(?:[ap]\.?\s?m\.?)?/i.exec(text)?.[0] ?? ''
  return time !== '' && !/^(?:0?0[:h]00(?::00)?(?:\.0+)?|12:00(?::00)? ?a\.? ?m\.?)\s*$/i.test(time.trim())
}

/** The days of a cell: two for a range. */
export const daysIn = (cell: string): string[] => {
  if (cell.length > 2 * LONGEST) return [cell]
  const said = plainDigits(cell)
  const interval = /^(\d{4}-\d{2}-\d{2}[^/]*?)(?:\/|\s*\.\.+\s*)(\d{4}-\d{2}-\d{2}.*)$/.exec(said)
  if (interval) return [interval[1] ?? '', interval[2] ?? '']
  // 'Jan 2 – 9, 2026' and 'Jan 2 – Feb 9, 2026' have the year, and sometimes the month, once.
  const once = /^(\p{L}{3,12})\.? (\d{1,2}) ?[-–—] ?(?:(\p{L}{3,12})\.? )?(\d{1,2}), ?(\d{4})$/u.exec(said)
  if (once) return [`${once[1]} ${once[2]}, ${once[5]}`, `${once[3] ?? once[1]} ${once[4]}, ${once[5]}`]
  const ofOneDay =
    /^(.*\d.*?)\s*(?:→|⟶|->|–|—)\s*(?:\d{1,2}[:h.]\d{2}(?::\d{2})?|\d{1,2})\s*(?:[ap]\.?m\.?)?(?: ?\([^)]*\))?$/iu.exec(
      said,
    )
  if (ofOneDay && /[ap]\.?m|[:h]\d{2}/i.test(said.slice((ofOneDay[1] ?? '').length))) return [ofOneDay[1] ?? '']
  const parts = said.split(/\s*(?:→|⟶|->|–|—)\s*|\s+(?:-|to|until|bis|au|hasta|até)\s+(?=[\d\p{L}])/u)
  return parts.length === 2 ? parts : [said]
}

/** Both numbers of a date; where its weekday leaves one reading, the day is one that no month can be. */
const pairBy = (said: string, a: number, b: number, year: number): readonly [number, number] => {
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(said) || a > 12 || b > 12 || a === b) return [a, b]
  const isSo = (month: number, day: number) =>
    said.slice(0, 3).toLowerCase() === ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(Date.UTC(year, month - 1, day)).getUTCDay()] // prettier-ignore
  if (isSo(b, a) === isSo(a, b)) return [a, b]
  return isSo(b, a) ? [31, b] : [a, 31]
}

/**
 * What a column's dates say about the order of day and month: `isAsked` where any of them, such as '5/12/2026', has both
 * readings, and the order that others of the column, such as '25/12/2026', give away.
 */
export const dayOrderOf = (texts: readonly string[]): { isAsked: boolean; order: DayOrder | undefined } => {
  const pairs = texts.flatMap((text) => {
    const said = tidy(text).replace(TIME, '')
    const found = SLASHED.exec(said.replace(WEEKDAY, ''))
    return found && found[2] !== '.' ? [pairBy(said, Number(found[1]), Number(found[3]), yearOf(found[4] ?? ''))] : []
  })
  const isDayFirst = pairs.some(([a, b]) => a > 12 && b <= 12)
  const isMonthFirst = pairs.some(([a, b]) => b > 12 && a <= 12)
  const order = isDayFirst ? 'day' : 'month'
  return {
    isAsked: pairs.some(([a, b]) => a <= 12 && b <= 12 && a !== b),
    order: isDayFirst === isMonthFirst ? undefined : order,
  }
}

const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(day))

/** Why a text is no day: that it has two readings, or none. */
export const whyNoDay = (text: string): string => {
  const [byDay, byMonth] = [readDay(text, { order: 'day' }), readDay(text, { order: 'month' })]
  return byDay && byMonth && byDay !== byMonth
    ? `${text.trim()} could be ${inWords(byDay)} or ${inWords(byMonth)}`
    : `‘${text.trim()}’ is not a date`
}
