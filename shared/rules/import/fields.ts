import { DONE_WHEN_MAX, DONE_WHEN_TEXT_MAX, ESTIMATE_MAX, ESTIMATE_MIN } from '#shared/contract/task-fields.ts'
import { taskPriorities, type TaskPriority } from '#shared/contract/task-fields.ts'
import { taskStatus } from '../statuses.ts'

/*
 * What people write for a date, a status or a priority. Each function answers undefined for a text that it cannot tell for
 * certain, so that nothing is guessed silently.
 */

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}
const dayOf = (year: number, month: number, day: number): string | undefined =>
  isDay(year, month, day) ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : undefined

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
/** The number of a month by its English name or the beginning of it; 0 for any other word. */
const monthOf = (word: string): number => {
  const said = word.toLowerCase()
  return said.length < 3 ? 0 : monthNames.findIndex((name) => name.startsWith(said) || said === 'sept' && name === 'september') + 1 // prettier-ignore
}
const yearOf = (digits: string): number => (digits.length === 2 ? 2000 : 0) + Number(digits)

/** Which of two numbers is the day in '5/12/2026'. */
export type DayOrder = 'day' | 'month'

const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/
/** What a tracker writes before and after a day: the weekday, and a time with its zone. */
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? (?=\S)/i
const TIME =
  /(?:,? (?:at )?|T)\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)? ?(?:[ap]\.?m\.?)?(?: ?(?:z|utc|gmt|[+-]\d{2}:?\d{2}|\([^)]*\)))*$/i
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[. /-]+([a-z]{3,9})\.?,?[ /-]+(\d{4}|\d{2})$/i
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i
/** Milliseconds since 1970, of the years 2001 to 2286. */
const MILLISECONDS = /^\d{13}$/

/**
 * A day as YYYY-MM-DD; null for an empty text, undefined for one that is no day for certain. '5/12/2026' is one day here and
 * another there, so it is read only where `order` says which.
 */
export const readDay = (text: string, order?: DayOrder): string | null | undefined => {
  const written = text.trim().replace(/\s+/g, ' ')
  if (written === '') return null
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(written) ?? /^(\d{4})(\d{2})(\d{2})(?:T.*)?$/.exec(written)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  if (MILLISECONDS.test(written)) return new Date(Number(written)).toISOString().slice(0, 10)
  const said = written.replace(WEEKDAY, '').replace(TIME, '')
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(said)
  if (dotted) return dayOf(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
  const slashed = SLASHED.exec(said)
  if (slashed) {
    const [a, b, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])]
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

/**
 * What a column's dates say about the order of day and month: `isAsked` where any of them, such as '5/12/2026', has both
 * readings, and the order that others of the column, such as '25/12/2026', give away.
 */
export const dayOrderOf = (texts: readonly string[]): { isAsked: boolean; order: DayOrder | undefined } => {
  const pairs = texts.flatMap((text) => {
    const found = SLASHED.exec(text.trim().replace(TIME, ''))
    return found ? [[Number(found[1]), Number(found[2])] as const] : []
  })
  const isDayFirst = pairs.some(([a, b]) => a > 12 && b <= 12)
  const isMonthFirst = pairs.some(([a, b]) => b > 12 && a <= 12)
  const order = isDayFirst ? 'day' : 'month'
  return {
    isAsked: pairs.some(([a, b]) => a <= 12 && b <= 12 && a !== b),
    order: isDayFirst === isMonthFirst ? undefined : order,
  }
}

const inWords = (day: string): string => {
  const month = monthNames[Number(day.slice(5, 7)) - 1] ?? ''
  return `${Number(day.slice(8))} ${month.slice(0, 1).toUpperCase()}${month.slice(1)}`
}
/** Why a text is no day: that it has two readings, or none. */
export const whyNoDay = (text: string): string => {
  const [byDay, byMonth] = [readDay(text, 'day'), readDay(text, 'month')]
  return byDay && byMonth && byDay !== byMonth
    ? `${text.trim()} could be ${inWords(byDay)} or ${inWords(byMonth)}`
    : `‘${text.trim()}’ is not a date`
}

/** Small letters, digits and single blanks: what is drawn beside a word, such as '✅', says nothing. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

const statusWords: Readonly<Record<number, readonly string[]>> = {
  [taskStatus.requested]: ['requested', 'proposed', 'idea', 'ideas', 'triage', 'inbox'],
  [taskStatus.assigned]: [
    'assigned',
    'to do',
    'todo',
    'open',
    'new',
    'backlog',
    'planned',
    'next',
    'ready',
    'not started',
    'unstarted',
  ],
  [taskStatus.inProgress]: ['in progress', 'doing', 'started', 'active', 'working on it', 'wip', 'in development'],
  [taskStatus.underReview]: ['under review', 'in review', 'review', 'reviewing', 'testing', 'qa', 'to verify'],
  [taskStatus.completed]: ['completed', 'complete', 'done', 'closed', 'finished', 'resolved', 'shipped'],
  [taskStatus.rejected]: ['rejected', 'cancelled', 'canceled', 'wont do', 'declined', 'duplicate', 'archived'],
}

/** Words that say the same inside a longer name: 'Waiting for review', 'Done this week'. */
const statusParts: ReadonlyArray<readonly [status: number, part: RegExp]> = [
  [taskStatus.assigned, /\b(?:to ?do|backlog|next up|planned)\b/],
  [taskStatus.inProgress, /\b(?:doing|progress|wip|working on)\b/],
  [taskStatus.underReview, /\b(?:review|reviewing|testing|qa|approval)\b/],
  [taskStatus.completed, /\b(?:done|completed?|finished|closed|shipped|resolved)\b/],
  [taskStatus.rejected, /\b(?:rejected|cancell?ed|declined|wont)\b/],
]
const NOT = /\b(?:not|never|un|until|before|almost|half)\b/

/** The status that such a word usually means; undefined for one that is not known. */
export const readStatus = (text: string): number | undefined => {
  const said = plain(text)
  if (/^[0-5]$/.test(said)) return Number(said)
  const found = Object.entries(statusWords).find(([, words]) => words.includes(said))
  return found && Number(found[0])
}

/** The status that a longer name most likely means: one that a single word in it says. */
export const proposeStatus = (text: string): number | undefined => {
  const said = plain(text)
  const found = NOT.test(said) ? [] : statusParts.filter(([, part]) => part.test(said))
  return found.length === 1 ? found[0]?.[0] : undefined
}

const priorityWords: Readonly<Record<TaskPriority, readonly string[]>> = {
  none: ['', 'none', 'no priority', '0'],
  low: ['low', 'lowest', 'minor', 'trivial', 'p4', 'p3'],
  medium: ['medium', 'normal', 'moderate', 'p2'],
  high: ['high', 'major', 'important', 'p1'],
  urgent: ['urgent', 'highest', 'critical', 'blocker', 'immediate', 'p0'],
}
const priorityOf = (said: string): TaskPriority | undefined =>
  taskPriorities.find((priority) => priorityWords[priority].includes(said))
export const readPriority = (text: string): TaskPriority | undefined => {
  const said = plain(text)
  // A text of signs alone says something, but nothing of ours.
  return said === '' && text.trim() !== '' ? undefined : priorityOf(said)
}

/** The priority that a longer name most likely means: 'P2-High' is high, whatever its number. */
export const proposePriority = (text: string): TaskPriority | undefined => {
  const words = plain(text)
    .split(' ')
    .filter((word) => !/\d/.test(word))
  const found = new Set(words.flatMap((word) => priorityOf(word) ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

/** Hours: '2.5', '2,5', '2h', '2 h 30 m', '90 min'; null for an empty text and for 0, which trackers write for none. */
export const readHours = (text: string): number | null | undefined => {
  const said = text.trim().toLowerCase()
  if (said === '') return null
  const parts =
    /^(\d+(?:[.,]\d+)?)\s*(?:h|hours?|std\.?)?$/.exec(said) ??
    /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hours?))?\s*(\d+)\s*(?:m|min|minutes?)$/.exec(said)
  if (!parts) return undefined
  const hours = Math.round((Number((parts[1] ?? '0').replace(',', '.')) + Number(parts[2] ?? 0) / 60) * 100) / 100
  if (hours === 0) return null
  return hours >= ESTIMATE_MIN && hours <= ESTIMATE_MAX ? hours : undefined
}

/** Names between commas, semicolons or bars, each once. */
export const readNames = (text: string): string[] => {
  const names = text.split(/[,;|\n]/).map((name) => name.trim().replace(/\s+/g, ' '))
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The lines of 'Done when': one a line, '[x]' or '☑' before those that are done. */
export const readLines = (text: string): Array<{ text: string; isDone: boolean }> =>
  text.split(/\r?\n/).flatMap((line) => {
    const parts = /^\s*(?:[-*]\s+)?(?:\[([ xX])\]|([☐☑✓✔]))?\s*(.*)$/u.exec(line)
    const said = parts?.[3]?.trim() ?? ''
    const isDone = /x/i.test(parts?.[1] ?? '') || /[☑✓✔]/u.test(parts?.[2] ?? '')
    return said === '' ? [] : [{ text: said, isDone }]
  })

/** Lines that fit, and the text of those that do not, for the description. */
export const fitLines = (
  lines: ReadonlyArray<{ text: string; isDone: boolean }>,
): { doneWhen: Array<{ text: string; isDone: boolean }>; rest: string } => {
  const fits = lines.filter(({ text }, at) => text.length <= DONE_WHEN_TEXT_MAX && at < DONE_WHEN_MAX)
  const rest = lines.filter((line) => !fits.includes(line))
  return { doneWhen: fits, rest: rest.map(({ text, isDone }) => `- [${isDone ? 'x' : ' '}] ${text}`).join('\n') }
}
