import { DONE_WHEN_MAX, DONE_WHEN_TEXT_MAX, ESTIMATE_MAX, ESTIMATE_MIN } from '../../contract/task-fields.ts'
import type { TaskPriority } from '../../contract/task-fields.ts'
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

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A day as YYYY-MM-DD; null for an empty text. '5/12/2026' is one day here and another there, so it is none. */
export const readDay = (text: string): string | null | undefined => {
  const said = text.trim()
  if (said === '') return null
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(said)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(said)
  if (dotted) return dayOf(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(said)
  if (slashed) {
    const [a, b, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])]
    if (a > 12) return dayOf(year, b, a)
    if (b > 12 || a === b) return dayOf(year, a, b)
    return undefined
  }
  const named =
    /^(?:(\d{1,2})\.? ([a-z]{3})[a-z]*\.?,? (\d{4})|([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))$/i.exec(
      said,
    )
  if (named) {
    const month = months.indexOf((named[2] ?? named[4] ?? '').toLowerCase()) + 1
    return month > 0 ? dayOf(Number(named[3] ?? named[6]), month, Number(named[1] ?? named[5])) : undefined
  }
  return undefined
}

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

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
  [taskStatus.rejected]: [
    'rejected',
    'cancelled',
    'canceled',
    "won't do",
    'wont do',
    'declined',
    'duplicate',
    'archived',
  ],
}

/** The status that such a word usually means; undefined for one that is not known. */
export const readStatus = (text: string): number | undefined => {
  const said = plain(text)
  if (/^[0-5]$/.test(said)) return Number(said)
  const found = Object.entries(statusWords).find(([, words]) => words.includes(said))
  return found && Number(found[0])
}

const priorityWords: Readonly<Record<TaskPriority, readonly string[]>> = {
  none: ['', 'none', 'no priority', '0'],
  low: ['low', 'lowest', 'minor', 'trivial', 'p4', 'p3'],
  medium: ['medium', 'normal', 'moderate', 'p2'],
  high: ['high', 'major', 'important', 'p1'],
  urgent: ['urgent', 'highest', 'critical', 'blocker', 'p0'],
}
export const readPriority = (text: string): TaskPriority | undefined => {
  const said = plain(text)
  const found = Object.entries(priorityWords).find(([, words]) => words.includes(said))
  return found?.[0] as TaskPriority | undefined
}

/** Hours: '2.5', '2,5', '2h', '2 h 30 m', '90 min'; null for an empty text. */
export const readHours = (text: string): number | null | undefined => {
  const said = text.trim().toLowerCase()
  if (said === '') return null
  const parts =
    /^(\d+(?:[.,]\d+)?)\s*(?:h|hours?|std\.?)?$/.exec(said) ??
    /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hours?))?\s*(\d+)\s*(?:m|min|minutes?)$/.exec(said)
  if (!parts) return undefined
  const hours = Math.round((Number((parts[1] ?? '0').replace(',', '.')) + Number(parts[2] ?? 0) / 60) * 100) / 100
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
