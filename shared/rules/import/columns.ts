import { dayOrderOf, daysIn, readDay } from './days.ts'
import type { Table } from './table.ts'
import { fieldOfHead, headOf, type TableField } from './words/heads.ts'
import { type Tracker, trackerOf } from './words/programs.ts'

/** Heads that mean something else in one program than in others. */
const own: Partial<Record<Tracker, Readonly<Record<string, TableField>>>> = {
  Pivotal: { task: 'doneWhen', taskstatus: 'doneWhenState', estimate: 'kept' },
  // What the program itself counts as done, whatever a state of one's own is called.
  Jira: { statuscategory: 'finished' },
  YouTrack: { resolved: 'finished' },
  Linear: { team: 'kept' },
  Todoist: {
    type: 'rowType',
    content: 'title',
    date: 'dueOn',
    deadline: 'dueOn',
    duration: 'kept',
    checked: 'finished',
    iscompleted: 'finished',
    completedat: 'finished',
  },
  // Its states are numbers: what is done has the day on which it was.
  TickTick: { content: 'description', status: 'kept', completedtime: 'finished', columnname: 'list', listname: 'kept' },
  Plane: { estimate: 'kept', progress: 'kept' },
  ClickUp: { listname: 'kept', taskname: 'title', dateclosed: 'finished' },
  WeKan: { owner: 'kept', members: 'kept', end: 'kept' },
  OpenProject: { work: 'estimateHours' },
  // Its status is one of four, and what a team calls it beside.
  Wrike: { status: 'finished', customstatus: 'status' },
  'Azure DevOps': { effort: 'kept', closeddate: 'finished' },
  GitLab: { issueid: 'key' },
  Asana: { name: 'title', subtasks: 'kept' },
  Monday: { subitems: 'kept' },
  'the export': {
    number: 'key',
    stage: 'list',
    createdby: 'ignored',
    createdat: 'ignored',
    changedat: 'ignored',
    comments: 'ignored',
  },
}
/** Fields that only one column, or columns of one name, can be. */
const severalHeads: ReadonlySet<TableField> = new Set<TableField>(['assigneeCall', 'kept', 'ignored'])

/**
 * What each column most likely is. Columns of one name are one field of many values; of two names for one field the surer one takes it,
 * and the other is kept in the description.
 */
export const guessColumns = (columns: readonly string[]): TableField[] => {
  const heads = columns.map(headOf)
  // GitLab's, Taiga's and YouTrack's records have a number for all projects, and one that people know.
  const program = trackerOf(columns)
  const ofProgram: Readonly<Record<string, TableField>> = (program && own[program]) ?? {}
  const number = ['iid', 'ref', 'idreadable'].find(
    (head) =>
      heads.includes(head) && (head === 'iid' || heads.includes('id')) && (head !== 'ref' || heads.includes('subject')),
  )
  const special: Readonly<Record<string, TableField>> = number === undefined ? ofProgram : { ...ofProgram, [number]: 'key', id: 'kept' } // prettier-ignore
  const guesses = columns.map((name, at) => {
    const head = heads[at] ?? ''
    const field = special[head]
    return field ? { field, rank: -1 } : fieldOfHead(name)
  })
  const best = new Map<TableField, { head: string; rank: number }>()
  for (const [at, guess] of guesses.entries())
    if (guess && guess.rank < (best.get(guess.field)?.rank ?? Infinity))
      best.set(guess.field, { head: heads[at] ?? '', rank: guess.rank })
  const isLevels = best.get('title')?.head === 'title1'
  return guesses.map((guess, at) => {
    if (!guess) return 'kept'
    const { field } = guess
    if (special[heads[at] ?? ''] || severalHeads.has(field) || best.get(field)?.head === heads[at]) return field
    // Beside a title the content describes it.
    if (heads[at] === 'content' && !best.has('description')) return 'description'
    return field === 'title' && isLevels && /^title\d$/.test(heads[at] ?? '') ? field : 'kept'
  })
}

const isText = (cell: string): boolean => /\p{L}{2}/u.test(cell) && !/^(?:https?:|\S+@\S+$)/.test(cell)
/** The column that most likely has the titles where no name says so: the first with a text of its own in nearly each row. */
const titlePlace = ({ rows, columns }: Table, fields: readonly TableField[]): number => {
  const seen = rows.slice(0, 500)
  return columns.findIndex((_, at) => {
    if (fields[at] !== 'kept' && fields[at] !== 'description') return false
    const said = seen.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '')
    const texts = said.filter(
      (cell) => isText(cell) && cell.length <= 300 && typeof readDay(cell, { order: 'day' }) !== 'string',
    )
    return texts.length >= Math.max(1, seen.length * 0.6) && new Set(texts).size > texts.length * 0.7
  })
}
/** Heads that are names of tasks in one sheet, and of people in another. */
const names = new Set(
  'name nombre nom nome naam nazwa namn navn nimi név nume isim 이름 名前 名称 название имя όνομα tên nama שם الاسم'
    .split(' ')
    .map(headOf),
)
/** Heads that name tasks in one sheet, and describe them beside their names in another. */
const toldBeside = new Set(['story', 'userstory', 'content', 'summary', 'subject', 'title'])
const isPerson = (cell: string): boolean => /^(?:[\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*(?: |$)){1,4}$|^\S+$/u.test(cell) && cell.length <= 40 && !/\d{3}/.test(cell) // prettier-ignore
const wordsIn = (cells: readonly string[]): number => cells.join(' ').split(/\s+/).length

/** A sheet of people and what each of them does has its titles in the second: 'Name,Task'. */
const withPeople = ({ rows, columns }: Table, fields: readonly TableField[]): TableField[] => {
  const heads = columns.map(headOf)
  const at = heads.findIndex((head) => names.has(head))
  const cellsAt = (place: number) => rows.slice(0, 500).map(({ cells }) => cells[place]?.trim() ?? '').filter((cell) => cell !== '') // prettier-ignore
  const said = cellsAt(at)
  if (at < 0 || said.length === 0 || !said.every(isPerson)) return [...fields]
  const isRepeated = new Set(said).size < said.length * 0.8
  const place = columns.findIndex((name, other) => {
    const field = fieldOfHead(name)?.field
    const texts = cellsAt(other)
    const isOfTasks = field === 'title' && !toldBeside.has(heads[other] ?? '')
    const isOnlyOther = field === 'description' && isRepeated && columns.length === 2
    if (other === at || !(isOfTasks || isOnlyOther)) return false
    const isWordy = isRepeated || !texts.some(isPerson) || wordsIn(texts) > wordsIn(said) * 1.5
    return isWordy && texts.length >= said.length * 0.8 && new Set(texts).size >= texts.length * 0.8
  })
  if (place < 0) return [...fields]
  const person = fields.includes('assignee') ? 'kept' : 'assignee'
  return fields.map((field, column) => {
    if (column === place) return 'title'
    if (column === at) return person
    if (/^e?mail(?:address)?$/.test(heads[column] ?? '')) return 'assigneeCall'
    return field === 'title' ? 'kept' : field
  })
}

/** What says whether a task is open or closed, and nothing else. */
const OPEN_OR_CLOSED =
  /^(?:open|opened|closed|offen|geschlossen|abiert[oa]|cerrad[oa]|ouverte?|fermée?|abert[oa]|fechad[oa]|apert[oa]|chius[oa]|gesloten|otwart[ye]|zamknięt[ye]|открыт[ао]?|закрыт[ао]?|オープン|クローズ|打开|关闭)$/i
/** A status of two words beside lists is a tick: the list is where a task is. Kanboard has both. */
const withTicks = ({ rows }: Table, fields: readonly TableField[]): TableField[] => {
  const at = fields.indexOf('status')
  const list = fields.indexOf('list')
  const saidAt = (place: number) => rows.map(({ cells }) => cells[place]?.trim() ?? '').filter((cell) => cell !== '')
  const isTick =
    at >= 0 && list >= 0 && saidAt(list).length > 0 && saidAt(at).every((cell) => OPEN_OR_CLOSED.test(cell))
  return fields.map((field) => (isTick && field === 'status' ? 'finished' : field))
}

/** Years are no days: 'Rok' is the deadline in Croatian, and the year in Czech. */
const withoutYears = ({ rows }: Table, fields: readonly TableField[]): TableField[] =>
  fields.map((field, at) => {
    const said = field === 'dueOn' ? rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '') : []
    return said.length > 0 && said.every((cell) => /^(?:19|20)\d\d$/.test(cell)) ? 'kept' : field
  })

/** What each column most likely is, by its name; the titles, where none is called so, by what is in it. */
export const proposeColumns = (table: Table): TableField[] => {
  const guessed = withoutYears(table, guessColumns(table.columns))
  const fields = trackerOf(table.columns) === null ? withPeople(table, withTicks(table, guessed)) : guessed
  const at = fields.indexOf('title')
  const titles = table.rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((title) => title !== '')
  const areNumbers = titles.length > 0 && titles.every((title) => /^\d+$/.test(title))
  if (at >= 0 && !areNumbers) return fields
  const place = titlePlace(table, fields)
  if (place < 0) return fields
  return fields.map((field, at) => (at === place ? 'title' : field === 'title' ? 'kept' : field))
}

/**
 * What the dates of a table say about their order of day and month. Where those that are due leave it open, other columns of dates decide:
 * one program has written them all.
 */
export const dayOrderOfTable = ({ rows }: Table, mapping: readonly TableField[]) => {
  const orderIn = (isDate: (field: TableField) => boolean) => {
    const places = mapping.flatMap((field, at) => (isDate(field) ? [at] : []))
    return dayOrderOf(rows.flatMap(({ cells }) => places.flatMap((at) => daysIn(cells[at] ?? ''))))
  }
  const found = orderIn((field) => field === 'dueOn')
  if (!found.isAsked || found.order !== undefined) return found
  return { ...found, order: orderIn((field) => field === 'kept' || field === 'finished').order }
}
