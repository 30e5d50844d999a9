import type { DraftComment, DraftTask } from './drafts.ts'
import type { Row, Table } from './table.ts'
import type { TableField } from './words/heads.ts'
import type { Tracker } from './words/programs.ts'
import { readStatus } from './words/statuses.ts'

/** What a row is otherwise than a task: a note says so, and it may begin a section or be a comment. */
type OtherRow = { text: string; section?: string; comment?: DraftComment }
const sectionOf = (title: string): OtherRow => ({ text: `The section “${title}” is no task; its tasks name it.`, section: title }) // prettier-ignore

/** Todoist's rows that are no tasks: sections, and notes on the task above. */
export const otherRow = (type: string, title: string, before: DraftTask | undefined): OtherRow | null => {
  if (type === '' || type === 'task') return null
  if (type === 'section') return sectionOf(title)
  if (type === 'note' && before)
    return {
      text: `The note “${title}” is no task; it is a comment on “${before.title}”.`,
      comment: { author: null, on: null, body: title },
    }
  return { text: `A row of the type “${type}” is no task${title === '' ? '' : `: ${title}`}.` }
}

const SECTION = /^(.{1,80}?)\s*[:：]$/su
/** What Asana writes beside the name of a section. */
const besides: ReadonlySet<TableField | undefined> = new Set<TableField>(['key', 'kept'])
const isSaid = (cell: string | undefined): boolean => (cell ?? '').trim() !== ''

/**
 * The rows that only name a section: in older exports of Asana, and where it is the name of a status, a title that ends with a colon
 * and has nothing beside it; in a sheet whose first column has lists for rows of their own, those rows. Others are tasks.
 */
export const sectionsIn = (
  { columns }: Pick<Table, 'columns'>,
  rows: readonly Row[],
  mapping: readonly TableField[],
  program: Tracker | null,
): ReadonlyMap<Row, OtherRow> => {
  const found = new Map<Row, OtherRow>()
  const at = mapping.indexOf('title')
  if (program === 'Todoist' || at < 0 || columns.length < 2) return found
  const hasSections = columns.some((name) =>
    /^(?:sections?|column|section\/column|list|bucket|group)$/i.test(name.trim()),
  )
  const areFirst = mapping[0] === 'list' && mapping.length > 2 && !rows.some(({ cells }) => isSaid(cells[at]) && isSaid(cells[0])) // prettier-ignore
  if (hasSections && !areFirst) return found
  for (const row of rows) {
    const title = (row.cells[at] ?? '').trim()
    const others = row.cells.flatMap((cell, place) => (place !== at && isSaid(cell) ? [place] : []))
    const name = SECTION.exec(title)?.[1]
    const isSection = program === 'Asana' ? others.every((place) => besides.has(mapping[place])) : others.length === 0 && readStatus(name ?? '') !== undefined // prettier-ignore
    const first = (row.cells[0] ?? '').trim()
    if (areFirst && title === '' && others.length === 1 && others[0] === 0 && /\p{L}{2}/u.test(first))
      found.set(row, sectionOf(first.replace(/\s*[:：]$/u, '')))
    else if (!hasSections && name !== undefined && isSection) found.set(row, sectionOf(name))
    // A name of no status among them would be in the section above.
    else if (!hasSections && name !== undefined && others.length === 0) return new Map()
  }
  const last = rows.at(-1)
  // A list of nothing else is one of tasks, and a text below all rows begins nothing.
  if (found.size === rows.length) return new Map()
  if (last && !isSaid(last.cells[at])) found.delete(last)
  return found
}
