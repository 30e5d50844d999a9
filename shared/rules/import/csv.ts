import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { type DraftTask, type Drafts, type Problem, UnreadableImport } from './drafts.ts'
import { readDay, readHours, readLines, readNames, readPriority } from './fields.ts'

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

/** Reads a CSV with a row of names first; commas, semicolons and tabs are told apart by that row. Errors: UnreadableImport. */
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
  title: ['title', 'name', 'task', 'task name', 'summary', 'subject', 'card name'],
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

/** The tasks of a table, by what its columns are. A row without a title, or with a date nobody can tell, is refused. */
export const draftsOf = ({ rows }: Table, mapping: readonly CsvField[]): Drafts => {
  const problems: Problem[] = []
  const tasks = rows.flatMap(({ line, cells }): DraftTask[] => {
    const cell = (field: CsvField): string => cells[mapping.indexOf(field)] ?? ''
    const refuse = (text: string) => problems.push({ line, text, isRefused: true })
    const title = cell('title').trim().replace(/\s+/g, ' ')
    const dueOn = readDay(cell('dueOn'))
    const priority = readPriority(cell('priority'))
    const estimateHours = readHours(cell('estimateHours'))
    if (title === '') refuse('It has no title.')
    if (dueOn === undefined)
      refuse(`‘${cell('dueOn')}’ can be more than one day, or none. Please write it like 2026-12-05.`)
    if (priority === undefined) refuse(`‘${cell('priority')}’ is no priority: none, low, medium, high or urgent.`)
    if (estimateHours === undefined) refuse(`‘${cell('estimateHours')}’ is no number of hours from 0.25 to 999.`)
    if (title === '' || dueOn === undefined || priority === undefined || estimateHours === undefined) return []
    return [
      {
        line,
        key: cell('key').trim() || null,
        title,
        description: cell('description').trim(),
        status: cell('status').trim(),
        assignees: readNames(cell('assignee')),
        dueOn,
        priority,
        estimateHours,
        labels: readNames(cell('labels')),
        doneWhen: readLines(cell('doneWhen')),
        blockedBy: readNames(cell('blockedBy')).map((key) => key.replace(/^#/, '')),
        comments: [],
      },
    ]
  })
  return { tasks, problems, labels: [] }
}
