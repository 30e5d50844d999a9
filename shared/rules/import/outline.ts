import { readDay } from './days.ts'
import type { Row, Table } from './table.ts'
import { fieldOfHead } from './words/heads.ts'

/* A list of points, as Markdown and plain notes have it, as a table: a heading names a list, and points within a point are its lines. */

const POINT = /^(\s*)(?:(?:[-*+•]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?|(?:\[([ xX])\]|([☐☑☒✓✔✅]))\s+)(\S[^]*)$/u
const HEADING = /^#{1,6}\s+(\S[^]*)$/
/** How much of a text is looked at, and which part of it must be points and headings. */
const LOOKED_AT = { letters: 64_000, lines: 200, heads: 25 }
const MOST = 0.6

const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)

/**
 * A heading without the signs that may close it: 'Done ##' and 'Learn C#'. They are taken one by one, because an expression would look at
 * each blank of a long line again.
 */
const headingIn = (line: string): string | undefined => {
  const said = HEADING.exec(line)?.[1]?.trimEnd()
  if (said === undefined) return undefined
  let end = said.length
  while (said[end - 1] === '#') end -= 1
  return end < said.length && /^\s?$/.test(said.slice(Math.max(0, end - 1), end)) ? said.slice(0, end).trimEnd() : said
}

/** '12. March 2026;Paint' begins with a day. */
const isPoint = (line: string): boolean =>
  POINT.test(line) && typeof readDay(line.split(/[,;\t|]/, 1)[0] ?? '', { order: 'day' }) !== 'string'
/** The names of columns, under which cells may begin with a point. */
export const areHeads = (line: string): boolean => {
  const cells = line.split(/[,;\t|]/)
  return cells.length > 1 && !isPoint(line) && cells.some((cell) => fieldOfHead(cell)?.field === 'title')
}

export const isOutline = (text: string): boolean => {
  const beginning = text.slice(0, LOOKED_AT.letters)
  if (/^\ufeff?"?sep=/i.test(beginning)) return false
  // The lines within a quoted cell are none of the list.
  const plain = beginning.replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[\r\n]+/g, ' '))
  const said = linesOf(plain)
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT.lines)
  const points = said.filter(isPoint).length
  const headings = said.filter((line) => HEADING.test(line)).length
  return points > 0 && points + headings >= said.length * MOST && !said.slice(0, LOOKED_AT.heads).some(areHeads)
}

export const emptyHeading = (heading: string): string => `The heading “${heading}” has no points of its own.`

type Task = { line: number; indent: number; title: string; list: string; isDone: boolean; lines: string[]; text: string[] } // prettier-ignore
const indentOf = (blanks: string): number => blanks.replace(/\t/g, '    ').length

const columns = ['Title', 'Description', 'List', 'Done', 'Checklist']
const rowOf = ({ line, title, list, isDone, lines, text }: Task): Row => ({
  line,
  cells: [title, text.join('\n'), list, isDone ? 'true' : '', lines.join('\n')],
})

export const tableOfOutline = (text: string): Table => {
  const tasks: Task[] = []
  const oddities: string[] = []
  let list = ''
  const leave = () => void (list !== '' && tasks.at(-1)?.list !== list && oddities.push(emptyHeading(list)))
  for (const [at, line] of linesOf(text).entries()) {
    const heading = headingIn(line)
    const [, blanks = '', inPoint = '', box = '', sign = '', title] = POINT.exec(line) ?? []
    const tick = inPoint || box || sign.replace('☐', '')
    const last = tasks.at(-1)
    if (heading !== undefined) {
      leave()
      list = heading
    } else if (title !== undefined && last && indentOf(blanks) > last.indent && last.list === list)
      last.lines.push(`[${tick.trim() === '' ? ' ' : 'x'}] ${title.trim()}`)
    else if (title !== undefined)
      tasks.push({ line: at + 1, indent: indentOf(blanks), title: title.trim(), list, isDone: tick.trim() !== '', lines: [], text: [] }) // prettier-ignore
    else if (line.trim() !== '') {
      if (last) last.text.push(line.trim())
      else oddities.push(`Above the list stands: ${line.trim()}`)
    }
  }
  leave()
  return { columns, rows: tasks.map(rowOf), headLine: 0, above: [], oddities }
}
