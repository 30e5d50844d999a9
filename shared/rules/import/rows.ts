import { oneLine } from '#shared/contract/common.ts'
import { type HourUnit, readHours, readPercent, readTick } from './amounts.ts'
import {
  detailsOfLines,
  linkOf,
  readAttachments,
  readComments,
  readKeys,
  readLines,
  readNames,
  readPages,
  readPeople,
} from './cells.ts'
import { type DayRules, dayOfSerial, daysIn, hasTime, readDay, whyNoDay } from './days.ts'
import { type DraftTask, type Drafts, type Extra, type Note, type Refusal } from './drafts.ts'
import { guessColumns } from './columns.ts'
import { htmlToMarkdown, isHtml } from './html.ts'
import { partsIn, splitSubitems } from './levels.ts'
import { saysNothing } from './nothing.ts'
import { otherRow, sectionsIn } from './other-rows.ts'
import { resolutionIn, turnedDown } from './resolutions.ts'
import type { Row, Table } from './table.ts'
import { wikiToMarkdown } from './wiki.ts'
import { fieldOfHead, headOf, type TableField } from './words/heads.ts'
import { type Tracker, trackerOf } from './words/programs.ts'
import { readStatus } from './words/statuses.ts'

type Cells = {
  /** The texts of a field's columns that say something, each with the name of its column. */
  of: (field: TableField) => ReadonlyArray<{ name: string; text: string }>
  first: (field: TableField) => string
}
type Sheet = {
  program: Tracker | null
  has: (field: TableField) => boolean
  /** What a text is in Markdown: Jira has signs of its own, and others write HTML. */
  markdownOf: (text: string) => string
  /** The fields that take one text and have several columns here. */
  repeated: readonly TableField[]
  unit: HourUnit
  /** What a percentage is to be multiplied by: spreadsheets write 1 for 100 %. */
  percents: number
  rules: DayRules
  /** The same for due dates. */
  dueRules: DayRules
  /** The numbers that the program has for priorities of its own. */
  priorities: Readonly<Record<string, string>>
  /** The name of the column that says why a task was closed. */
  resolution: string | undefined
  /** The number of a row, by which those of a plan without keys name each other; null in others. */
  placeOf: (row: Row) => string | null
  cellsOf: (row: Row) => Cells
}
/** What is written while a row is read. */
type Reading = { title: string; labels: readonly string[]; extras: Extra[]; note: (text: string) => void }

const nameOf = (name: string, at: number): string =>
  /^custom field \((.+)\)$/i.exec(name)?.[1] ?? (name || `Column ${at + 1}`)

const unitOf = (program: Tracker | null, names: readonly string[]): HourUnit => {
  if (program === 'GitLab' || names.some((name) => /seconds|\(s\)|^timeoriginalestimate$/i.test(name))) return 'seconds'
  if (program === 'ClickUp') return 'milliseconds'
  if (names.some((name) => /minutes?\b|minuten|\(min\)/i.test(name))) return 'minutes'
  if (names.some((name) => /\bdays?\b|\btage\b|\(d\)/i.test(name))) return 'days'
  return 'hours'
}

/** Most fields of most rows are empty: one list for all of them saves a large file a third of its memory. */
const NONE: readonly never[] = []
const eachOf = <From, To>(list: readonly From[], of: (one: From, at: number) => readonly To[]): readonly To[] =>
  list.length === 0 ? NONE : list.flatMap(of)

/** Midnight in UTC is how Google Tasks writes a date, where no due date is any other moment. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)? ?(?:Z|UTC|\+00:?00)$/

/** The numbers that programs have for priorities of their own; '' is none. */
const priorityNumbers: Partial<Record<Tracker, Readonly<Record<string, string>>>> = {
  Todoist: { '4': '' },
  TickTick: { '0': '', '1': 'low', '3': 'medium', '5': 'high' },
  Planner: { '0': 'urgent', '1': 'urgent', '2': 'high', '3': 'high', '4': 'high', '5': 'medium', '6': 'medium', '7': 'medium', '8': 'low', '9': 'low', '10': 'low' }, // prettier-ignore
  Vikunja: { '0': '', '1': 'low', '2': 'medium', '3': 'high', '4': 'urgent', '5': 'urgent' },
}
/** Todoist's API counts from the other end than its templates, which have a type in each row. */
const todoistAPI = { '4': 'urgent', '3': 'high', '2': 'medium', '1': '' }

const single: readonly TableField[] = ['title', 'description', 'status', 'list', 'priority', 'estimateHours', 'percent']

/** What plans call the rows that come before another one. */
const predecessors = new Set('Predecessors|Vorgänger|Prédécesseurs|Predecesoras|Predecessoras|Predecessori|Voorgangers|Poprzedniki|先行タスク|前置任务|Предшественники'.split('|').map(headOf)) // prettier-ignore

const sheetOf = ({ columns, rows, isMarkdown }: Table, mapping: readonly TableField[], rules: DayRules): Sheet => {
  const program = trackerOf(columns)
  const places = new Map<TableField, number[]>()
  for (const [at, field] of mapping.entries()) {
    const before = places.get(field)
    if (before) before.push(at)
    else places.set(field, [at])
  }
  const names = columns.map(nameOf)
  const isPlan = !places.has('key') && columns.some((name) => predecessors.has(headOf(name)))
  const numbers = new Map(isPlan ? rows.map((row, at) => [row, String(at + 1)]) : [])
  const placesOf = (field: TableField) => places.get(field) ?? []
  const textsOf = (field: TableField) =>
    placesOf(field)
      .flatMap((at) => rows.map(({ cells }) => cells[at]?.trim() ?? ''))
      .filter((cell) => cell !== '')
  const percents = textsOf('percent')
  const parts = percents.filter((cell) => !cell.includes('%'))
  const isParts = parts.every((cell) => /^[01](?:[.,]\d+)?$/.test(cell)) && parts.some((cell) => cell !== '0')
  return {
    program,
    has: (field) => places.has(field),
    markdownOf: (text) => (isHtml(text) ? htmlToMarkdown(text) : program === 'Jira' && isMarkdown !== true ? wikiToMarkdown(text) : text), // prettier-ignore
    repeated: single.filter((field) => placesOf(field).length > 1),
    unit: unitOf(
      program,
      placesOf('estimateHours').map((at) => columns[at] ?? ''),
    ),
    percents: isParts ? 100 : 1,
    rules,
    dueRules: textsOf('dueOn').every((cell) => MIDNIGHT.test(cell)) ? { ...rules, zone: 'UTC' } : rules,
    priorities:
      program === 'Todoist' && !places.has('rowType') ? todoistAPI : ((program && priorityNumbers[program]) ?? {}),
    resolution: resolutionIn(names.filter((_, at) => mapping[at] === 'kept')),
    placeOf: (row) => numbers.get(row) ?? null,
    cellsOf: ({ cells, merged, links }) => {
      const of = (field: TableField) => {
        const columnsOf = places.get(field)
        if (!columnsOf) return NONE
        const found: Array<{ name: string; text: string }> = []
        for (const at of columnsOf) {
          // A title that goes over several rows is still one task.
          const text = cells[at]?.trim() || (field === 'title' ? '' : (merged?.[at] ?? ''))
          const address = field === 'kept' ? links?.[at] : undefined
          if (!saysNothing(text, field, program))
            found.push({ name: names[at] ?? '', text: address === undefined ? text : linkOf(text, address) })
        }
        return found
      }
      return { of, first: (field) => of(field)[0]?.text ?? '' }
    },
  }
}

/** Keeps a text that no field can take, and says so. */
const keepUnread = (name: string, text: string, why: string, { extras, note }: Reading): void => {
  note(`${name}: ${why}. The description has the text.`)
  extras.push({ name, text })
}

const dueOf = (cell: string, { dueRules: rules }: Sheet, reading: Reading): string | null => {
  if (cell === '') return null
  const days = daysIn(cell)
  const [from, to] = [readDay(days[0] ?? '', rules), readDay(days.at(-1) ?? '', rules)]
  if (from === undefined || to === undefined) {
    const whole = readDay(cell, rules)
    if (typeof whole === 'string') return whole
    const serial = /^[3-7]\d{4}(?:[.,]\d+)?$/.test(cell) ? dayOfSerial(Number(cell.replace(',', '.'))) : undefined
    if (serial !== undefined) {
      keepUnread('Due date', cell, `‘${cell}’ is how a spreadsheet counts ${serial}, which is taken`, reading)
      return serial
    }
    keepUnread('Due date', cell, whyNoDay((to === undefined ? days.at(-1) : days[0]) ?? ''), reading)
    return null
  }
  if (to === null) {
    keepUnread('Due date', cell, `‘${cell}’ has no end`, reading)
    return null
  }
  if (days.length === 2) keepUnread('Due date', cell, `it runs from ${from} to ${to}; the end is taken`, reading)
  else if (hasTime(cell)) reading.extras.push({ name: 'Due', text: cell })
  return to
}

/** Jira counts seconds, and people who write its columns by hand count hours. */
const estimateOf = (cell: string, { unit, program }: Sheet, reading: Reading): number | null => {
  const isSeconds = program === 'Jira' && /^\d{3,}$/.test(cell) && Number(cell) % 60 === 0
  const hours = readHours(cell, isSeconds ? 'seconds' : unit)
  if (hours === undefined) keepUnread('Estimate', cell, `‘${cell}’ is not 0.25 to 999 hours`, reading)
  return hours ?? null
}

/** Whether one of the cells ticks the task off, by a word or a day. */
const isTicked = (field: 'finished' | 'archived', cells: Cells, { rules }: Sheet, { extras }: Reading): boolean => {
  let isSo = false
  for (const { name, text } of cells.of(field)) {
    const tick = readTick(text)
    if (tick === false) continue
    if (tick || typeof readDay(text, { ...rules, order: 'day' }) === 'string') isSo = true
    if (!tick) extras.push({ name, text })
  }
  return isSo
}

/** Trello writes 'Rope (green)', WeKan 'Rope-green Sail-red'. */
const labelsOf = (cells: Cells, program: Tracker | null): readonly string[] => {
  const said = cells.of('labels')
  if (said.length === 0) return NONE
  const texts = said.map(({ text }) => text)
  if (program === 'WeKan')
    return texts.flatMap((text) =>
      text
        .split(/-[a-z]+(?:\s+|$)/)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
  const names = texts.flatMap(readNames)
  return [
    ...new Set(
      program === 'Trello' ? names.map((name) => name.replace(/ \((?:[a-z]+)(?:_(?:dark|light))?\)$/, '')) : names,
    ),
  ]
}

/** How many there are, or their numbers, where a file does not have the things themselves. */
const isCount = (text: string): boolean => /^\d+(?:\s*[,;/]\s*\d+)*$/.test(text)
const linesOf = (cells: Cells): DraftTask['doneWhen'] =>
  eachOf(cells.of('doneWhen'), ({ text }, at) => {
    if (isCount(text)) return NONE
    const isDone = /^(?:completed?|done|true)$/i.test(cells.of('doneWhenState')[at]?.text ?? '')
    return readLines(text).map((line) => ({ ...line, isDone: line.isDone || isDone }))
  })

/** WeKan writes usernames with blanks between them. */
const peopleOf = (cells: Cells, program: Tracker | null): DraftTask['assignees'] => {
  const [names, calls] = [cells.of('assignee'), cells.of('assigneeCall')]
  if (names.length + calls.length === 0) return NONE
  return readPeople(
    names.flatMap(({ text }) => (program === 'WeKan' ? text.split(/\s+/) : [text])),
    calls.map(({ text }) => text),
  )
}

/** The comments of a task; some programs write how many there are, and not what they say. */
const commentsOf = (cells: Cells, { markdownOf, rules }: Sheet, { extras }: Reading): DraftTask['comments'] => {
  const said = cells.of('comments')
  if (said.length === 0) return NONE
  const counts = said.filter(({ text }) => /^\d+$/.test(text))
  extras.push(...counts)
  const comments = readComments(
    said.filter((one) => !counts.includes(one)).map(({ text }) => text),
    rules,
  )
  return comments.map((one) => ({ ...one, body: markdownOf(one.body) }))
}

const whereOf = (cells: Cells, row: Row, section: string, sheet: Sheet, extras: Extra[]) => {
  const list = cells.first('list') || section || (row.group ?? '')
  const [{ name, text } = { name: '', text: '' }] = cells.of('percent')
  const number = readPercent(text)
  const percent =
    number === undefined ? text : `${Math.round(number * (text.includes('%') ? 1 : sheet.percents) * 100) / 100}%`
  if (text !== '') extras.push({ name, text: number === undefined ? text : percent })
  const isByStatus = sheet.has('status')
  const isByPercent = !isByStatus && sheet.has('percent')
  const own = cells.first('list') || section
  const where = list === section && cells.first('list') === '' && sheet.program !== 'Todoist' && readStatus(section) === undefined ? '' : list // prettier-ignore
  const said = isByStatus ? cells.first('status') || (where === '' ? '' : own) : isByPercent ? percent : where
  const reason = sheet.resolution === undefined ? '' : (cells.of('kept').find((one) => one.name === sheet.resolution)?.text ?? '') // prettier-ignore
  const down = turnedDown(said, reason)
  const status = down ?? said
  if (down !== undefined) extras.push({ name: cells.of('status')[0]?.name ?? 'Status', text: said })
  if (list !== '' && status !== list && sheet.program !== 'the export')
    extras.push({ name: cells.of('list')[0]?.name ?? (section === '' ? 'Group' : 'Section'), text: list })
  const isBoardOfLists = isByPercent || sheet.program === 'Planner'
  const stage = (isBoardOfLists && list !== '' ? list : status) || null
  const ownStage = sheet.program === 'the export' ? list || null : null
  return { status, stage: ownStage ?? stage, ownStage, isWhole: number !== undefined && percent === '100%' }
}

/** Related pages as links; those of a file beside have no address that opens. */
const pagesIn = (text: string): string =>
  readPages(text).map(({ title, address }) => (address.endsWith('.md') ? title : linkOf(title, address))).join(', ') // prettier-ignore
/** A list as the names in it, with their addresses. */
const keptText = (text: string): string => pagesIn(text) || listText(text)
const listText = (text: string): string =>
  /^\[\{.*"url":/.test(text)
    ? readAttachments(text).join(', ') || text
    : /^\[(?:"|\{)/.test(text)
      ? readNames(text).join(', ') || text
      : text

const draftOf = (row: Row, cells: Cells, section: string, sheet: Sheet, reading: Reading): DraftTask => {
  const { extras } = reading
  const { program } = sheet
  const priority = cells.first('priority')
  // Our own export's numbers are those of another project.
  if (program !== 'the export') extras.push(...cells.of('key'))
  const comments = commentsOf(cells, sheet, reading)
  // Todoist has a day for doing and one for the deadline.
  const dues = cells.of('dueOn')
  const due = dues.find(({ text }) => typeof readDay(text, sheet.dueRules) === 'string') ?? dues[0]
  const dueOn = dueOf(due?.text ?? '', sheet, reading)
  extras.push(...dues.filter((one) => one !== due))
  const estimateHours = estimateOf(cells.first('estimateHours'), sheet, reading)
  const { status, stage, ownStage, isWhole } = whereOf(cells, row, section, sheet, extras)
  const isFinished = isTicked('finished', cells, sheet, reading) || isWhole
  const isArchived = isTicked('archived', cells, sheet, reading)
  for (const field of sheet.repeated) for (const { name, text } of cells.of(field).slice(1)) extras.push({ name, text })
  for (const { name, text } of cells.of('doneWhen'))
    extras.push({ name, text: isCount(text) ? text : pagesIn(text) || detailsOfLines(text).join('\n') })
  for (const { name, text } of cells.of('attachments'))
    for (const link of readAttachments(text)) extras.push({ name: isCount(text) ? name : 'Attachment', text: link })
  for (const { name, text } of cells.of('kept'))
    extras.push({ name, text: /^https?:\/\/\S+$/.test(text) ? linkOf('', text) : keptText(text) })
  return {
    line: row.line,
    key: cells.first('key') || sheet.placeOf(row),
    title: reading.title,
    description: sheet.markdownOf(cells.first('description')),
    status,
    stage,
    ownStage,
    isFinished,
    isArchived,
    assignees: peopleOf(cells, program),
    dueOn,
    priority: sheet.priorities[priority] ?? priority,
    estimateHours,
    labels:
      reading.labels.length === 0
        ? labelsOf(cells, program)
        : [...new Set([...labelsOf(cells, program), ...reading.labels])],
    doneWhen: linesOf(cells),
    blockedBy: eachOf(cells.of('blockedBy'), ({ text }) => readKeys(text)),
    comments,
    extras: extras.length === 0 ? NONE : extras,
  }
}

/** The title of a row. Todoist writes its labels behind it: 'Paint the hull @blue'. */
const titleOf = (text: string, program: Tracker | null): { title: string; labels: string[] } => {
  const said = oneLine(text)
  const labels = program === 'Todoist' ? said.match(/(?<=\s@)[\p{L}\p{N}_-]+(?=\s|$)/gu) : null
  if (!labels) return { title: said, labels: [] }
  return { title: oneLine(said.replace(/\s@[\p{L}\p{N}_-]+(?=\s|$)/gu, '')), labels }
}

/** Which column has the titles, where its name does not say so. */
const unnamedTitle = ({ columns }: Table, mapping: readonly TableField[]): Note[] => {
  const at = mapping.indexOf('title')
  const name = columns[at] ?? ''
  return at < 0 || fieldOfHead(name)?.field === 'title'
    ? []
    : [{ task: '', text: `The titles are those of the column “${nameOf(name, at)}”.` }]
}

/**
 * The tasks of a table, by what its columns are. Only a row without a title is refused: a field that cannot be read stays
 * empty, with a note, and its text goes into the description.
 */
export const draftsOf = (table: Table, mapping: readonly TableField[], rules: DayRules = {}): Drafts => {
  const sheet = sheetOf(table, mapping, rules)
  const notes: Note[] = [
    ...table.above.map((text) => ({ task: '', text: `Above the names of the columns stands: ${text}` })),
    ...table.oddities.map((text) => ({ task: '', text })),
    ...unnamedTitle(table, mapping),
  ]
  for (const [at, field] of mapping.entries())
    if (field === 'ignored' && table.rows.some(({ cells }) => (cells[at] ?? '').trim() !== ''))
      notes.push({ task: '', text: `The column “${nameOf(table.columns[at] ?? '', at)}” is left out.` })
  const refused: Refusal[] = []
  const tasks: DraftTask[] = []
  let section = ''
  const partOf = partsIn(table, mapping, sheet.program)
  const { rows, under } = sheet.program === 'Monday' ? splitSubitems(table.rows) : { rows: table.rows, under: null }
  const sections = sectionsIn(table, rows, mapping, sheet.program)
  for (const row of rows) {
    const cells = sheet.cellsOf(row)
    const { title, labels } = titleOf(cells.first('title'), sheet.program)
    const other =
      sheet.program === 'Todoist'
        ? otherRow(cells.first('rowType').toLowerCase(), title, tasks.at(-1))
        : sections.get(row)
    if (other) {
      notes.push({ task: '', text: other.text })
      section = other.section ?? section
      const last = tasks.at(-1)
      if (other.comment && last) tasks[tasks.length - 1] = { ...last, comments: [...last.comments, other.comment] }
    } else if (title === '') refused.push({ line: row.line, text: 'It has no title.' })
    else {
      const note = (text: string) => void notes.push({ task: title, text })
      const parent = partOf(row, title)
      const extras = parent === undefined ? [] : [{ name: 'Part of', text: parent }]
      for (const [at, address] of Object.entries(row.links ?? {}))
        if (mapping[Number(at)] !== 'kept') extras.push({ name: 'Link', text: address })
      tasks.push(draftOf(row, cells, section, sheet, { title, labels, extras, note }))
      const parts = under?.get(row.line)
      if (!parts) continue
      const inner = draftsOf({ ...parts, headLine: 0, above: [], oddities: [] }, guessColumns(parts.columns), rules)
      tasks.push(
        ...inner.tasks.map((task) => ({ ...task, extras: [{ name: 'Part of', text: title }, ...task.extras] })),
      )
      notes.push(...inner.notes)
      refused.push(...inner.refused)
    }
  }
  return { program: sheet.program ?? 'the file', tasks, notes, refused, labels: [] }
}
