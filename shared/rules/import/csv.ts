import { oneLine } from '#shared/contract/common.ts'
import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { type DraftTask, type Drafts, type Problem, UnreadableImport } from './drafts.ts'
import { type DayOrder, dayOrderOf, readDay, readHours, readLines, readNames, whyNoDay } from './fields.ts'

/** What a column of a CSV can be; 'ignored' for one that says nothing to us. */
export const csvFields = [
  'ignored',
  'key',
  'title',
  'description',
  'status',
  'assignee',
  'dueOn',
  'priority',
  'labels',
  'estimateHours',
  'doneWhen',
  'blockedBy',
] as const
export type CsvField = (typeof csvFields)[number]

export type Table = {
  columns: readonly string[]
  /** Each row with the line of the file on which it begins, from 1. */
  rows: ReadonlyArray<{ line: number; cells: readonly string[] }>
}

/** Reads a CSV with a row of names first; that row shows whether commas, semicolons or tabs divide it. Errors: UnreadableImport. */
export const readTable = (text: string): Table => {
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
    const [head, ...rows] = parsed
    if (!head || head.record.every((name) => name.trim() === '')) throw new UnreadableImport('The file is empty.')
    let before = head.info.lines
    const lined = rows.map(({ record, info }) => {
      const line = before + 1
      before = info.lines
      return { line, cells: record.map(unguarded) }
    })
    return { columns: head.record.map((name) => name.trim()), rows: lined.filter(({ cells }) => cells.some(isSaid)) }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableImport(`This is not a CSV that can be read: ${error.message}`)
    throw error
  }
}

const isSaid = (cell: string): boolean => cell.trim() !== ''

const delimiterOf = (text: string): string => {
  const [head = ''] = text.split(/\r?\n/, 1)
  const names = head.replace(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t'].map((delimiter) => [delimiter, names.split(delimiter).length] as const)
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ','
}

/** Takes away the apostrophe that keeps a spreadsheet from running a text (shared/rules/csv.ts). */
const unguarded = (cell: string): string => (/^'(?:[\t\r]|\s*[=+\-@＝＋－＠])/.test(cell) ? cell.slice(1) : cell)

const names: Readonly<Record<Exclude<CsvField, 'ignored'>, readonly string[]>> = {
  key: ['number', 'id', 'key', 'issue key', 'identifier', '#', 'no'],
  title: ['title', 'name', 'task', 'task name', 'summary', 'subject', 'card name', 'content'],
  description: ['description', 'notes', 'details', 'body', 'card description', 'text'],
  status: ['status', 'state', 'list', 'list name', 'column', 'section', 'section/column', 'stage'],
  assignee: ['assignee', 'assigned to', 'owner', 'assignees', 'members', 'responsible'],
  dueOn: ['due date', 'due', 'due on', 'deadline', 'duedate', 'end date'],
  priority: ['priority', 'urgency'],
  labels: ['labels', 'label', 'tags', 'tag', 'components'],
  estimateHours: ['estimate (hours)', 'estimate', 'estimated hours', 'hours', 'time estimate'],
  doneWhen: ['done when', 'acceptance criteria', 'checklist', 'checklists', 'definition of done'],
  blockedBy: ['blocked by', 'blocked by (dependencies)', 'depends on', 'dependencies'],
}

/** What each column most likely is, by its name; a field is taken by one column only. */
export const guessColumns = (columns: readonly string[]): CsvField[] => {
  const taken = new Set<CsvField>()
  return columns.map((column) => {
    const said = column.trim().toLowerCase()
    const found = csvFields.find((field) => field !== 'ignored' && !taken.has(field) && names[field].includes(said))
    if (found) taken.add(found)
    return found ?? 'ignored'
  })
}

/** What the dates of a table say about their order of day and month. */
export const dayOrderOfTable = ({ rows }: Table, mapping: readonly CsvField[]) => {
  const column = mapping.indexOf('dueOn')
  return dayOrderOf(column < 0 ? [] : rows.flatMap(({ cells }) => datesIn(cells[column] ?? '')))
}

/** The dates of a cell: two for a range. */
const datesIn = (cell: string): string[] => cell.split(/ (?:→|–) /)

/** A day, and why it is none, or what else its cell says. */
const dueOf = (cell: string, order: DayOrder | undefined): { dueOn: string | null; note?: string } => {
  const days = datesIn(cell)
  const [from, to] = [readDay(days[0] ?? '', order), readDay(days.at(-1) ?? '', order)]
  if (days.length > 2 || from === undefined || to === undefined)
    return { dueOn: null, note: `Due date: ${whyNoDay(days.at(-1) ?? '')}` }
  return days.length === 2
    ? { dueOn: to, note: `Due date: it runs from ${from} to ${to}; the end is taken` }
    : { dueOn: to }
}

/**
 * The tasks of a table, by what its columns are. Only a row without a title is refused: a field that cannot be read stays
 * empty, with a note, and its text goes into the description.
 */
export const draftsOf = ({ rows }: Table, mapping: readonly CsvField[], order?: DayOrder): Drafts => {
  const problems: Problem[] = []
  const tasks = rows.flatMap(({ line, cells }): DraftTask[] => {
    const cell = (field: CsvField): string => (cells[mapping.indexOf(field)] ?? '').trim()
    const where = `Line ${line}`
    const title = oneLine(cell('title'))
    if (title === '') {
      problems.push({ line, where, text: 'It has no title.', isRefused: true })
      return []
    }
    const unread: string[] = []
    const keep = (name: string, text: string, note: string) => {
      problems.push({ line, where, text: `${note}. The description has the text.`, isRefused: false })
      unread.push(`${name}: ${text}`)
    }
    const { dueOn, note } = dueOf(cell('dueOn'), order)
    if (note !== undefined) keep('Due date', cell('dueOn'), note)
    const estimateHours = readHours(cell('estimateHours'))
    if (estimateHours === undefined)
      keep('Estimate', cell('estimateHours'), `Estimate: ‘${cell('estimateHours')}’ is not 0.25 to 999 hours`)
    return [
      {
        line,
        where,
        key: cell('key') || null,
        title,
        description: cell('description'),
        status: cell('status'),
        assignees: readNames(cell('assignee')),
        dueOn,
        priority: cell('priority'),
        estimateHours: estimateHours ?? null,
        labels: readNames(cell('labels')),
        doneWhen: readLines(cell('doneWhen')),
        blockedBy: readNames(cell('blockedBy')).map((key) => key.replace(/^#/, '')),
        comments: [],
        unread,
      },
    ]
  })
  return { tasks, problems, labels: [] }
}
