import type { ImportSource } from '#shared/contract/index.ts'
import type { ImportedTask } from '#shared/contract/imports.ts'
import type { TaskPriority } from '#shared/contract/task-fields.ts'
import { cut } from '#shared/rules/cut.ts'
import { dayOrderOfTable } from '#shared/rules/import/columns.ts'
import type { DayOrder } from '#shared/rules/import/days.ts'
import { type Drafts, type Refusal, UnreadableImport } from '#shared/rules/import/drafts.ts'
import type { Encoding } from '#shared/rules/import/encoding.ts'
import { groupNotes, type NoteGroup } from '#shared/rules/import/notes.ts'
import { type Part, type Parts, partsOf } from '#shared/rules/import/parts.ts'
import { type Member, type Stranger, strangersOf } from '#shared/rules/import/people.ts'
import { type Plan, planOf, priorityWordsOf, statusWordsOf, type Word } from '#shared/rules/import/plan.ts'
import { type ReadChoices, type ReadImport, readImport, sourceOf } from '#shared/rules/import/read.ts'
import { draftsOf } from '#shared/rules/import/rows.ts'
import type { StagesHere } from '#shared/rules/import/stages.ts'
import type { Delimiter, Table } from '#shared/rules/import/table.ts'
import type { TableField } from '#shared/rules/import/words/heads.ts'

/* Reads and plans a file beside the page: the file's rows stay here, and the page gets what it shows. */

/** The most bytes of a file: a board of Trello with years of history has some 20 MB. */
const FILE_MAX_BYTES = 40 * 1024 * 1024
/** The most tasks of the preview, and lines of a list. */
const ROWS = 10
const LINES = 100
const TOLD_MAX = 60

/** What the page knows of a file that was read. */
export type Found = {
  /** Which reading of which file it is: plans are asked for by it. */
  reading: number
  source: ImportSource
  encoding: Encoding | null
  table: null | {
    /** What the first row with a text says in each column; '' where the column is empty. */
    columns: ReadonlyArray<{ name: string; said: string }>
    guesses: readonly TableField[]
    /** Null where names are no line of the file, as in JSON. */
    headLine: number | null
    delimiter: Delimiter | null
    sheets: readonly string[]
    sheet: string | null
  }
}

/** What a person chooses of a file; null is what was found. */
export type PlanChoices = {
  columns: readonly TableField[] | null
  /** How dates with two readings are read; 'none' leaves them empty. */
  dayOrder: DayOrder | 'none' | null
  statuses: ReadonlyMap<string, number>
  priorities: ReadonlyMap<string, TaskPriority | null>
  finished: 'completed' | 'asTheyAre'
  archived: 'leftOut' | 'completed'
  /** Null is what suits the server. */
  lists: 'stages' | 'labels' | null
  zone: string | undefined
}
/** `stages` is null where the server knows none. */
export type Here = { members: readonly Member[]; labels: readonly string[]; stages: StagesHere | null }

type ShownTask = Pick<ImportedTask, 'title' | 'status' | 'dueOn' | 'priority' | 'labels'> & { assignee: string }
/** What would be imported, as the page shows it: the first lines of each list, with the number of all. */
export type Preview = {
  count: number
  tasks: readonly ShownTask[]
  refused: { count: number; first: readonly Refusal[] }
  notes: { count: number; first: ReadonlyArray<NoteGroup & { count: number }> }
  statusWords: ReadonlyArray<Word<number>>
  priorityWords: ReadonlyArray<Word<TaskPriority | null>>
  counts: { finished: number; archived: number }
  /** The lists that are no known status, what becomes of them, and whether the board can have columns of its own. */
  lists: { names: readonly string[]; become: 'stages' | 'labels'; added: readonly string[]; hasStages: boolean }
  /** The assignees who are no members. */
  people: readonly Stranger[]
  /** Null where the file's dates can be read in one way only. */
  dayOrder: { order: DayOrder | undefined } | null
}

/** What is sent: the number of the parts, and the colours of new labels. */
type Sending = { parts: number } & Pick<Parts, 'labels' | 'stages' | 'total'>

const firstTexts = ({ columns, rows }: Table): Array<{ name: string; said: string }> => {
  const texts = columns.map(() => '')
  let left = texts.length
  for (const { cells } of rows) {
    if (left === 0) break
    for (const [at, cell] of cells.entries())
      if (texts[at] === '' && cell.trim() !== '') {
        texts[at] = cut(cell.trim(), TOLD_MAX)
        left -= 1
      }
  }
  return columns.map((name, at) => ({ name, said: texts[at] ?? '' }))
}

const foundIn = (reading: number, read: ReadImport): Found => ({
  reading,
  source: sourceOf(read.kind),
  encoding: read.encoding,
  table:
    'table' in read
      ? {
          columns: firstTexts(read.table),
          guesses: read.columns,
          headLine: read.kind === 'json' ? null : read.table.headLine,
          delimiter: read.delimiter,
          sheets: read.sheets,
          sheet: read.sheet,
        }
      : null,
})

const draftsIn = (read: ReadImport, choices: PlanChoices): Pick<Preview, 'dayOrder'> & { drafts: Drafts } => {
  if (!('table' in read)) return { drafts: read.drafts, dayOrder: null }
  const columns = choices.columns ?? read.columns
  const dates = dayOrderOfTable(read.table, columns)
  const order = choices.dayOrder === 'none' ? undefined : (choices.dayOrder ?? dates.order)
  return {
    drafts: draftsOf(read.table, columns, { order, zone: choices.zone }),
    dayOrder: dates.isAsked ? { order } : null,
  }
}

const previewOf = (
  { tasks, notes, refused }: Plan,
  { tasks: drafts }: Drafts,
  stages: StagesHere | null,
): Omit<Preview, 'dayOrder' | 'lists' | 'people'> => {
  const groups = groupNotes(notes)
  return {
    count: tasks.length,
    tasks: tasks.slice(0, ROWS).map(({ sent: { title, status, dueOn, priority, labels }, assignee }) => ({
      title,
      status,
      dueOn,
      priority,
      labels,
      assignee: assignee ? assignee.name || assignee.username : '',
    })),
    refused: { count: refused.length, first: refused.slice(0, LINES) },
    notes: {
      count: groups.length,
      first: groups
        .slice(0, LINES)
        .map(({ text, tasks: named }) => ({ text, tasks: named.slice(0, LINES), count: named.length })),
    },
    statusWords: statusWordsOf(drafts, stages?.existing),
    priorityWords: priorityWordsOf(drafts),
    counts: {
      finished: drafts.filter(({ isFinished }) => isFinished).length,
      archived: drafts.filter(({ isArchived }) => isArchived).length,
    },
  }
}

/** Keeps the file that was read last. Each answer can be copied to another thread. */
export const createReader = () => {
  let kept: { reading: number; read: ReadImport } | null = null
  let drafted: { by: string; drafts: ReturnType<typeof draftsIn> } | null = null
  let sending: Parts | null = null
  let plan: Plan | null = null
  return {
    /** What a file has, or the sentence that says why it cannot be read; then the one before is kept. */
    read: async (reading: number, file: Blob, choices: ReadChoices): Promise<Found | string> => {
      if (file.size > FILE_MAX_BYTES) return 'This file is larger than 40 MB. Please split it.'
      try {
        const bytes = new Uint8Array(await file.arrayBuffer())
        const read = await readImport(bytes, choices, async (sheets) =>
          (await import('#shared/rules/import/workbook.ts')).readWorkbook(sheets),
        )
        kept = { reading, read }
        drafted = null
        return foundIn(reading, read)
      } catch (error) {
        if (error instanceof UnreadableImport) return error.message
        return 'This file could not be read. It may have been moved or changed.'
      }
    },
    /** What would come of a reading; null when another file has been read since. */
    plan: (reading: number, choices: PlanChoices, here: Here): Preview | null => {
      if (kept?.reading !== reading) return null
      const by = JSON.stringify([reading, choices.columns, choices.dayOrder, choices.zone])
      if (drafted?.by !== by) drafted = { by, drafts: draftsIn(kept.read, choices) }
      const { drafts, dayOrder } = drafted.drafts
      const { statuses, priorities, finished, archived } = choices
      const become = here.stages ? (choices.lists ?? 'stages') : 'labels'
      const { members, labels, stages } = here
      plan = planOf(drafts, {
        members,
        labels,
        ...(stages && { stages }),
        lists: become,
        statuses,
        priorities,
        finished,
        archived,
      })
      const lists = {
        names: plan.lists.map(({ name }) => name),
        become,
        added: plan.stages.map(({ name }) => name),
        hasStages: stages !== null,
      }
      return {
        ...previewOf(plan, drafts, stages),
        lists,
        people: strangersOf(
          plan.tasks.map(({ draft }) => draft.assignees),
          members,
        ),
        dayOrder,
      }
    },
    /** Divides the last plan into parts, which stay until it is asked again. */
    divide: (): Sending => {
      sending = plan ? partsOf(plan) : { parts: [], labels: [], stages: [], total: 0 }
      const { parts, labels, stages, total } = sending
      return { parts: parts.length, labels, stages, total }
    },
    part: (at: number): Part => sending?.parts[at] ?? { tasks: [], numbers: [] },
  }
}
export type Reader = ReturnType<typeof createReader>
