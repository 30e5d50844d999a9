import type { Row, Table } from './table.ts'
import { headOf, type TableField } from './words/heads.ts'
import type { Tracker } from './words/programs.ts'

/* Tasks within tasks, where a table says it by the place of its rows. */

/** The titles of the tasks above a row, by how deep each is. */
type Parents = Map<number, string>

/** How deep a row is: Todoist and MS Project have a column for it, Azure DevOps a column of titles for each level. */
const levelIn = ({ columns }: Table, mapping: readonly TableField[], program: Tracker | null) => {
  const indents = columns.findIndex((name) => headOf(name) === (program === 'Todoist' ? 'indent' : 'outlinelevel'))
  const titles = mapping.flatMap((field, at) => (field === 'title' && /^title\d$/.test(headOf(columns[at] ?? '')) ? [at] : [])) // prettier-ignore
  return ({ cells }: Row): number => {
    if (indents >= 0) return Number(cells[indents]) || 1
    return titles.findIndex((at) => (cells[at] ?? '').trim() !== '') + 1
  }
}

/** Tells of each row, from the top down, the title of the task that it is a part of; undefined for one that is whole. */
export const partsIn = (table: Table, mapping: readonly TableField[], program: Tracker | null) => {
  const levelOf = levelIn(table, mapping, program)
  const parents: Parents = new Map()
  return (row: Row, title: string): string | undefined => {
    const level = levelOf(row)
    for (const above of [...parents.keys()]) if (above >= level) parents.delete(above)
    const parent = [...parents.values()].at(-1)
    parents.set(level, title)
    return parent
  }
}

const SUBITEMS =
  /^(?:subitems?|unterelemente|sous-éléments|subelementos|sottoelementi|subitens|podelementy|サブアイテム|子项)$/i

/** Monday's subitems of one item: rows under names of their own. */
export type Subitems = { columns: readonly string[]; rows: readonly Row[] }

/** Takes Monday's subitems out of the rows; they are found by the line of their item. */
export const splitSubitems = (all: readonly Row[]): { rows: Row[]; under: ReadonlyMap<number, Subitems> } => {
  const rows: Row[] = []
  const under = new Map<number, { columns: readonly string[]; rows: Row[] }>()
  let open: { columns: readonly string[]; rows: Row[] } | null = null
  for (const row of all) {
    const [first = '', second = ''] = row.cells.map((cell) => cell.trim())
    const item = rows.at(-1)
    if (SUBITEMS.test(first) && second !== '' && item) {
      open = under.get(item.line) ?? { columns: row.cells.slice(1), rows: [] }
      under.set(item.line, open)
    } else if (open && first === '' && second !== '') open.rows.push({ ...row, cells: row.cells.slice(1) })
    else {
      open = null
      rows.push(row)
    }
  }
  return { rows, under }
}
