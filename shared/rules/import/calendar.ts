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

/** The lines of a calendar, each with its place. Long ones go on behind a blank, and some programs forget it. */
const linesOf = (text: string): Array<{ line: number; said: string }> => {
  const lines: Array<{ line: number; said: string }> = []
  for (const [at, said] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const last = lines.at(-1)
    if (last && /^[ \t]/.test(said)) last.said += said.slice(1)
    else if (last && !PROPERTY.test(said)) last.said += said === '' ? '' : `\\n${said}`
    else lines.push({ line: at + 1, said })
  }
  return lines
}

/** All that a file has between BEGIN and END; a part that is not ended ends with what it is in. */
const componentsOf = (text: string): Component => {
  const all: Component = { kind: '', line: 0, properties: [], inside: [] }
  const open = [all]
  for (const { line, said } of linesOf(text)) {
    const [, name = '', params = '', value = ''] = PROPERTY.exec(said) ?? []
    const kind = value.trim().toUpperCase()
    if (/^begin$/i.test(name)) {
      const one: Component = { kind, line, properties: [], inside: [] }
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

const zones = new Map<string, Intl.DateTimeFormat | null>()
/** The format of a time zone; null for one that nobody knows by this name. */
const formatIn = (zone: string): Intl.DateTimeFormat | null => {
  const known = zones.get(zone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat | null = null
  try {
    made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    // Outlook has names of its own.
  }
  zones.set(zone, made)
  return made
}
/** '+01:00' is how far a clock in a time zone is ahead at this moment; '' for a zone that nobody knows by this name. */
const offsetIn = (zone: string, clock: number): string => {
  const name = formatIn(zone)?.formatToParts(clock).find(({ type }) => type === 'timeZoneName')?.value // prettier-ignore
  return name === undefined ? '' : (/[+-]\d\d:\d\d$/.exec(name)?.[0] ?? '+00:00')
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
  for (const alarm of task.inside) add('Reminder', valueOf(alarm, 'TRIGGER'))
  return { line: task.line, cells: Array.from(cells, (cell) => cell ?? '') }
}

/** The tasks of a calendar. Errors: UnreadableImport for one that has none. */
export const tableOfCalendar = (text: string): Table => {
  const calendars = componentsOf(text)
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
  const placeOf = (name: string): number => {
    const place = columns.indexOf(name)
    return place >= 0 ? place : columns.push(name) - 1
  }
  const rows = tasks.map((task) => rowOf(task, (uid) => titles.get(uid) || uid, placeOf))
  const names = calendars.inside.map((one) => valueOf(one, 'X-WR-CALNAME') || valueOf(one, 'NAME')).filter((name) => name !== '') // prettier-ignore
  const oddities = [
    ...names.map((name) => `The calendar is called “${name}”.`),
    ...others.map((one) => `It is no task, and left out: “${valueOf(one, 'SUMMARY')}”.`),
  ]
  return { columns, rows, headLine: 0, above: [], oddities }
}
