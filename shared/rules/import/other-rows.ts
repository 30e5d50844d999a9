import type { DraftComment, DraftTask } from './drafts.ts'
import type { Row } from './table.ts'
import type { TableField } from './words/heads.ts'
import type { Tracker } from './words/programs.ts'

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
/** What Asana writes beside the name of a section, and what the first column of a sheet with sections is taken for. */
const besides: ReadonlySet<TableField | undefined> = new Set<TableField>(['key', 'kept', 'list'])

/**
 * The rows that only name a section, as people and older exports of Asana write them: a title that ends with a colon and has nothing
 * beside it, or one text in the first column of a row without a title.
 */
export const sectionsIn = (
  rows: readonly Row[],
  mapping: readonly TableField[],
  program: Tracker | null,
): ReadonlyMap<Row, OtherRow> => {
  const found = new Map<Row, OtherRow>()
  if (program === 'Todoist') return found
  for (const row of rows) {
    const said = row.cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ at, text: cell.trim() }]))
    const title = said.find(({ at }) => mapping[at] === 'title')
    const others = said.filter((one) => one !== title)
    const name = SECTION.exec(title?.text ?? '')?.[1]
    const isAlone = program === 'Asana' ? others.every(({ at }) => besides.has(mapping[at])) : others.length === 0
    const [only] = others
    if (name !== undefined && isAlone) found.set(row, sectionOf(name))
    else if (!title && only && others.length === 1 && only.at === 0 && mapping.length > 2 && besides.has(mapping[0]) && /\p{L}{2}/u.test(only.text)) found.set(row, sectionOf(only.text.replace(/\s*[:：]$/u, ''))) // prettier-ignore
  }
  const last = rows.at(-1)
  // A list of nothing else is one of tasks, and a text below all rows begins nothing.
  if (found.size === rows.length) return new Map()
  if (last && !last.cells.some((cell, at) => mapping[at] === 'title' && cell.trim() !== '')) found.delete(last)
  return found
}
