import { oneLine } from '#shared/contract/common.ts'
import { UnreadableImport } from './drafts.ts'
import type { Row, Table } from './table.ts'

/*
 * Tasks of calendars (VTODO), as Nextcloud, Apple, Thunderbird and Tasks.org write them. Libraries for such files refuse one for a single
 * odd line, and make other texts of dates that they cannot read.
 */

type Property = { name: string; params: string; value: string }
type Component = { kind: string; line: number; properties: Property[]; inside: Component[] }

const PROPERTY = /^(?:[\w-]+\.)?([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:])*)*):([^]*)$/
const LOOKED_AT = 512

export const isCalendar = (text: string): boolean => /^\s*BEGIN:V(?:CALENDAR|TODO)\s/i.test(text.slice(0, LOOKED_AT).replace(/^\ufeff/, '')) // prettier-ignore

/** What goes on in the next line though a program did not fold it. */
const TEXTS = /^(?:[\w-]+\.)?(?:summary|description|comment|location|x-[\w-]+)[;:]/i
const BOUNDS = /^(?:begin|end):/i

/** The lines of a calendar, each with its place, and those that belong to nothing. Long ones go on behind a blank. */
const linesOf = (text: string) => {
  const lines: Array<{ line: number; said: string }> = []
  const odd: string[] = []
  for (const [at, said] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const last = lines.at(-1)
    const isBound = last === undefined || BOUNDS.test(last.said)
    if (last && !isBound && /^[ \t]/.test(said)) last.said += said.slice(1)
    else if (PROPERTY.test(said)) lines.push({ line: at + 1, said })
    else if (said.trim() === '') continue
    else if (last && TEXTS.test(last.said)) last.said += `\\n${said}`
    else odd.push(`Line ${at + 1} belongs to no task: “${said}”.`)
  }
  return { lines, odd }
}

/** Parts that are never within each other: one that begins ends another that has no END. */
const ALONE = /^V(?:TODO|EVENT|JOURNAL|FREEBUSY|TIMEZONE)$/
const OPEN_MAX = 8

/** All that a file has between BEGIN and END; a part that is not ended ends with what it is in. */
const componentsOf = (lines: ReturnType<typeof linesOf>['lines']): Component => {
  const all: Component = { kind: '', line: 0, properties: [], inside: [] }
  const open = [all]
  for (const { line, said } of lines) {
    const [, name = '', params = '', value = ''] = PROPERTY.exec(said) ?? []
    const kind = value.trim().toUpperCase()
    if (/^begin$/i.test(name)) {
      const one: Component = { kind, line, properties: [], inside: [] }
      const before =
        kind === 'VCALENDAR' ? 1 : ALONE.test(kind) ? open.findIndex((other) => ALONE.test(other.kind)) : -1
      if (before > 0) open.length = before
      open.length = Math.min(open.length, OPEN_MAX)
      open.at(-1)?.inside.push(one)
      open.push(one)
    } else if (/^end$/i.test(name)) {
      const at = open.findLastIndex((one) => one.kind === kind)
      if (at > 0) open.length = at
    } else if (name !== '') open.at(-1)?.properties.push({ name: name.toUpperCase(), params, value })
  }
  return all
}

const paramOf = ({ params }: Property, name: string): string =>
  new RegExp(`;${name}=(?:"([^"]*)"|([^;:]*))`, 'i').exec(params)?.slice(1).find(Boolean) ?? '' // prettier-ignore
const textOf = (value: string): string =>
  value.replace(/\\(.)/gs, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)).trim()
const listOf = (value: string): string[] => value.split(/(?<!\\),/).map((one) => oneLine(textOf(one))).filter((one) => one !== '') // prettier-ignore

const MINUTE = 60_000
const zones = new Map<string, Intl.DateTimeFormat | null>()
/** The format of a time zone, kept because it takes long to make; null for one that nobody knows by this name. */
const formatIn = (zone: string): Intl.DateTimeFormat | null => {
  const known = zones.get(zone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat | null = null
  try {
    made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' }) // prettier-ignore
  } catch {
    // Outlook has names of its own.
  }
  zones.set(zone, made)
  return made
}
/** The minutes that a clock in a time zone is ahead at a moment. */
const minutesAhead = (format: Intl.DateTimeFormat, moment: number): number => {
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = format.format(moment).match(/\d+/g)?.map(Number) ?? []
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - moment) / MINUTE)
}
/** '+01:00' is how far a clock of a time zone that shows this time is ahead; '' for a zone that nobody knows by this name. */
const offsetIn = (zone: string, clock: number): string => {
  const format = formatIn(zone)
  if (format === null) return ''
  // The clock read as UTC is some hours off, and the offset may change within them.
  const ahead = minutesAhead(format, clock - minutesAhead(format, clock) * MINUTE)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${ahead < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`
}
/** '20261201T180000' as a date with the time and the zone of the file; other texts as they are. */
const momentOf = (property: Property): string => {
  const said = property.value.trim()
  const [, year, month, day, hour, minute, second, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i.exec(said) ?? [] // prettier-ignore
  if (year === undefined) return textOf(said)
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return date
  if (utc) return `${date}T${hour}:${minute}:${second}Z`
  const clock = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  const zone = paramOf(property, 'TZID').replace(/^\/[^/]+\/(?:[\d_]+\/)?/, '')
  const offset = zone === '' || Number.isNaN(clock) ? '' : offsetIn(zone, clock)
  return `${date} ${hour}:${minute}${offset === '' ? '' : ` ${offset}`}${zone === '' ? '' : ` (${zone})`}`
}

const personOf = (property: Property): string => {
  const [name, address] = [paramOf(property, 'CN').trim(), property.value.trim().replace(/^mailto:/i, '')]
  return name === '' || name === address ? address : `${name} <${address}>`
}
const attachmentOf = (property: Property): string => {
  const name = paramOf(property, 'FILENAME') || paramOf(property, 'X-FILENAME') || 'A file'
  return /;VALUE=BINARY/i.test(property.params) ? `${name} is in the calendar, and not taken` : textOf(property.value)
}
/** Calendars count from 1, the most important, to 9; most programs write 1, 5 and 9 alone. */
const priorityOf = (value: string): string => {
  const number = /^\d$/.test(value.trim()) ? Number(value) : undefined
  if (number === undefined) return textOf(value)
  return number === 0 ? '' : number < 5 ? 'high' : number === 5 ? 'medium' : 'low'
}
const statusOf = (value: string): string => oneLine(textOf(value)).replace(/^([a-z])([a-z-]*)$/i, (_, first: string, rest: string) => first.toUpperCase() + rest.toLowerCase().replaceAll('-', ' ')) // prettier-ignore

/** Properties that have a column of their own. */
const heads: Readonly<Record<string, string>> = {
  SUMMARY: 'Title',
  DESCRIPTION: 'Description',
  STATUS: 'Status',
  DUE: 'Due date',
  PRIORITY: 'Priority',
  CATEGORIES: 'Labels',
  ATTENDEE: 'Assignee',
  COMPLETED: 'Completed',
  'PERCENT-COMPLETE': 'Percent complete',
  'ESTIMATED-DURATION': 'Estimate',
  UID: 'ID',
  COMMENT: 'Comments',
  ATTACH: 'Attachments',
  DTSTART: 'Start',
  RRULE: 'Repeats',
  LOCATION: 'Location',
  ORGANIZER: 'Organizer',
  CREATED: 'Created',
  'LAST-MODIFIED': 'Changed',
}
const moments = new Set(['DUE', 'COMPLETED', 'DTSTART', 'CREATED', 'LAST-MODIFIED', 'RECURRENCE-ID', 'EXDATE', 'RDATE'])
/** What says how a file was made, and the description once more as a web page. */
const skipped = new Set(['DTSTAMP', 'SEQUENCE', 'X-ALT-DESC'])

/** A property as the name of a column and a text. */
const cellOf = (property: Property, titleOf: (uid: string) => string): readonly [string, string] => {
  const { name, value } = property
  const head = heads[name] ?? statusOf(name)
  if (moments.has(name)) return [head, momentOf(property)]
  if (name === 'RELATED-TO') {
    const kind = paramOf(property, 'RELTYPE').toUpperCase() || 'PARENT'
    if (kind === 'DEPENDS-ON' || kind === 'FINISHTOSTART') return ['Blocked by', value.trim()]
    return [kind === 'PARENT' ? 'Part of' : statusOf(kind), titleOf(value.trim())]
  }
  if (name === 'PRIORITY') return [head, priorityOf(value)]
  if (name === 'STATUS') return [head, statusOf(value)]
  if (name === 'PERCENT-COMPLETE') return [head, /^\d+$/.test(value.trim()) ? `${value.trim()}%` : textOf(value)]
  if (name === 'ATTENDEE' || name === 'ORGANIZER') return [head, personOf(property)]
  return [head, name === 'ATTACH' ? attachmentOf(property) : textOf(value)]
}

const tasksIn = (component: Component): Component[] =>
  component.inside.flatMap((one) => (one.kind === 'VTODO' ? [one] : tasksIn(one)))
const valueOf = ({ properties }: Component, name: string): string => {
  const found = properties.find((one) => one.name === name)
  return found ? textOf(found.value) : ''
}

/** When an alarm rings, and what it says if that is more than the title and the texts that programs put there. */
const reminderOf = (alarm: Component, title: string): string => {
  const texts = ['SUMMARY', 'DESCRIPTION'].map((name) => valueOf(alarm, name))
  const own = texts.filter((text, at) => text !== title && texts.indexOf(text) === at && !NO_REMINDER.test(text))
  return [valueOf(alarm, 'TRIGGER'), ...own].filter((text) => text !== '').join(', ')
}
const NO_REMINDER = /^(?:|alarm|reminder|default \w+ description|this is an event reminder|(?:event|task) reminder)$/i

/** What a task has once. */
const single = new Set(['Title', 'Status', 'Due date', 'Priority', 'Completed', 'Percent complete', 'Estimate', 'ID'])
const rowOf = (task: Component, titleOf: (uid: string) => string, placeOf: (name: string) => number): Row => {
  const cells: string[] = []
  const add = (name: string, text: string): void => {
    if (text === '') return
    const place = placeOf(name)
    const before = cells[place]
    if (before !== undefined && single.has(name)) return add(`Further ${name}`, text)
    cells[place] = before === undefined ? text : `${before}\n${text}`
  }
  const labels = task.properties.flatMap(({ name, value }) => (name === 'CATEGORIES' ? listOf(value) : []))
  const comments = task.properties.flatMap(({ name, value }) => (name === 'COMMENT' ? [{ text: textOf(value) }] : []))
  // A comma is part of a label here.
  if (labels.length > 0) add('Labels', JSON.stringify(labels))
  if (comments.length > 0) add('Comments', JSON.stringify(comments))
  for (const property of task.properties)
    if (!skipped.has(property.name) && !['CATEGORIES', 'COMMENT'].includes(property.name))
      add(...cellOf(property, titleOf))
  const percent = Number(valueOf(task, 'PERCENT-COMPLETE'))
  if (valueOf(task, 'STATUS') === '') add('Status', percent > 0 && percent < 100 ? 'In process' : '')
  for (const alarm of task.inside) add('Reminder', reminderOf(alarm, valueOf(task, 'SUMMARY')))
  return { line: task.line, cells: Array.from(cells, (cell) => cell ?? '') }
}

/** The tasks of a calendar. Errors: UnreadableImport for one that has none. */
export const tableOfCalendar = (text: string): Table => {
  const { lines, odd } = linesOf(text)
  const calendars = componentsOf(lines)
  const tasks = tasksIn(calendars)
  const others = calendars.inside.flatMap(({ inside }) =>
    inside.filter(({ kind }) => /^V(?:EVENT|JOURNAL)$/.test(kind)),
  )
  if (tasks.length === 0)
    throw new UnreadableImport(
      `This calendar has ${others.length === 0 ? '' : 'events and '}no tasks. Please export a list of tasks.`,
    )
  const titles = new Map(tasks.map((task) => [valueOf(task, 'UID'), oneLine(valueOf(task, 'SUMMARY'))]))
  const columns = ['Title', 'Description', 'Status', 'Due date', 'Priority', 'Labels', 'Part of']
  const places = new Map(columns.map((name, at) => [name, at]))
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? columns.push(name) - 1
    places.set(name, place)
    return place
  }
  const rows = tasks.map((task) => rowOf(task, (uid) => titles.get(uid) || uid, placeOf))
  const names = calendars.inside.map((one) => valueOf(one, 'X-WR-CALNAME') || valueOf(one, 'NAME')).filter((name) => name !== '') // prettier-ignore
  const oddities = [
    ...names.map((name) => `The calendar is called “${name}”.`),
    ...others.map((one) => `It is no task, and left out: “${valueOf(one, 'SUMMARY')}”.`),
    ...odd,
  ]
  return { columns, rows, headLine: 0, above: [], oddities }
}
