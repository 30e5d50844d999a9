import type { Row, Table } from './table.ts'
import { fieldOfHead } from './words/heads.ts'

/* A list of points, as Markdown and plain notes have it, as a table: a heading names a list, and points within a point are its lines. */

const POINT = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?(\S.*)$/
const HEADING = /^#{1,6}\s+(\S.*?)\s*#*\s*$/
/** How much of a text is looked at, and which part of it must be points and headings. */
const LOOKED_AT = 200
const MOST = 0.6

const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)

/** The names of columns, under which a cell may begin with a point. */
const areHeads = (line: string): boolean => {
  const cells = line.split(/[,;\t|]/)
  return cells.length > 1 && cells.some((cell) => fieldOfHead(cell)?.field === 'title')
}

export const isOutline = (text: string): boolean => {
  const said = linesOf(text.slice(0, 64_000))
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT)
  const points = said.filter((line) => POINT.test(line)).length
  const headings = said.filter((line) => HEADING.test(line)).length
  return points > 0 && !areHeads(said[0] ?? '') && points + headings >= said.length * MOST
}

type Task = { line: number; indent: number; title: string; list: string; isDone: boolean; lines: string[]; text: string[] } // prettier-ignore
const indentOf = (blanks: string): number => blanks.replace(/\t/g, '    ').length

const columns = ['Title', 'Description', 'List', 'Done', 'Checklist']
const rowOf = ({ line, title, list, isDone, lines, text }: Task): Row => ({
  line,
  cells: [title, text.join('\n'), list, isDone ? 'true' : '', lines.join('\n')],
})

export const tableOfOutline = (text: string): Table => {
  const tasks: Task[] = []
  const above: string[] = []
  let list = ''
  /** A heading without a point of its own is no list. */
  const leave = () => void (list !== '' && tasks.at(-1)?.list !== list && above.push(list))
  for (const [at, line] of linesOf(text).entries()) {
    const heading = HEADING.exec(line)?.[1]
    const [, blanks = '', tick = '', title] = POINT.exec(line) ?? []
    const last = tasks.at(-1)
    if (heading !== undefined) {
      leave()
      list = heading
    } else if (title !== undefined && last && indentOf(blanks) > last.indent && last.list === list)
      last.lines.push(`[${tick.trim() === '' ? ' ' : 'x'}] ${title.trim()}`)
    else if (title !== undefined)
      tasks.push({ line: at + 1, indent: indentOf(blanks), title: title.trim(), list, isDone: tick.trim() !== '', lines: [], text: [] }) // prettier-ignore
    else if (line.trim() !== '') (last?.text ?? above).push(line.trim())
  }
  leave()
  return { columns, rows: tasks.map(rowOf), headLine: 1, above, oddities: [] }
}
