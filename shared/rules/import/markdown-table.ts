import { areHeads, emptyHeading, tableOfOutline, withoutMatter } from './outline.ts'
import { isSum, type Row, type Table } from './table.ts'
import { fieldOfHead, headOf } from './words/heads.ts'

/* Tables as GitHub, Obsidian and Notion write them: a line of names, a line of hyphens, and a row a line. */

const HEADING = /^#{1,6}\s+(\S[^]*)$/
const LOOKED_AT = 64_000
/** The longest cell that is a name and no text of its own. */
const SHORT = 1_000

/** The cells of a line; a bar that belongs to a text has a backslash before it. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').replace(/<br\s*\/?>/gi, '\n').trim()) // prettier-ignore
/** Whether this is the line below the names; Org has plus signs between its hyphens. */
const isRule = (line: string): boolean =>
  line.includes('|') && cellsOf(line.replaceAll('+', '|')).every((cell) => /^:?-+:?$/.test(cell))
/** Whether the line at this place has the names of a table: it is the first of its block, and no part of a point's note. */
const isHead = (lines: readonly string[], at: number): boolean => {
  const [before = '', names = '', rule = ''] = [lines[at - 1], lines[at], lines[at + 1]]
  return names.includes('|') && !before.includes('|') && !/^\s/.test(names) && isRule(rule) && !isRule(names) && cellsOf(names).length === cellsOf(rule.replaceAll('+', '|')).length // prettier-ignore
}

/** The places of all lines with names of tables; code has none. */
const headsIn = (lines: readonly string[]): ReadonlySet<number> => {
  const found = new Set<number>()
  let isCode = false
  for (const [at, line] of lines.entries())
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    else if (!isCode && isHead(lines, at)) found.add(at)
  return found
}

/** A cell of a CSV may have such a table, too, and is none. */
export const isMarkdownTable = (text: string): boolean => {
  const beginning = text.slice(0, LOOKED_AT)
  if (/^\ufeff?"?sep=/i.test(beginning)) return false
  const plain = beginning.replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[\r\n]+/g, ' '))
  const { lines } = withoutMatter(plain)
  const [first] = headsIn(lines)
  return first !== undefined && !lines.slice(0, first).some(areHeads)
}

/** A cell without what Markdown draws it with, and the address of the link in it. */
const plainCell = (cell: string): { text: string; address: string | undefined } => {
  if (cell.length > SHORT) return { text: cell, address: undefined }
  const links = [...cell.matchAll(/(?<!!)\[([^\]]+)\]\(([^()\s]+)\)/g)]
  const [link] = links
  const said = links.length === 1 && link ? cell.replace(link[0], () => link[1] ?? '') : cell
  return {
    text: said
      .replace(/(\*\*|__|~~|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
      .replace(/^([*_])(?=\S)(.+)(?<=\S)\1$/, '$2')
      .replace(/\[\[(?:[^\]|]+\|)?([^\]|]+)\]\]/g, '$1')
      .replace(/\\([*_`[\]#~])/g, '$1'),
    address: links.length === 1 ? link?.[2] : undefined,
  }
}

const BOX = /^(?:[-*+]\s+)?\[([ xX])\](?:\s+(?=\S)|$)/
const fieldOf = (name: string) => fieldOfHead(name)?.field

/** The columns of all tables of a text: those of one name, and those of titles, are one. */
const createColumns = () => {
  const names: string[] = []
  const places = new Map<string, number[]>()
  return {
    names,
    /** `taken` are the places that other columns of the same table have. */
    placeOf: (name: string, taken: ReadonlySet<number> = new Set()): number => {
      const head = fieldOf(name) === 'title' ? 'title' : headOf(name)
      const before = places.get(head) ?? []
      const found = before.find((at) => !taken.has(at))
      if (found !== undefined) return found
      places.set(head, before)
      return before[before.push(names.push(name) - 1) - 1] ?? 0
    },
  }
}

type Columns = ReturnType<typeof createColumns>

/** The places of a table's cells among all columns. A column of boxes alone that has no name says what is done. */
const placesIn = (
  heads: readonly string[],
  rows: readonly string[][],
  { names, placeOf }: Columns,
  areSeveral: boolean,
): number[] => {
  const width = rows.reduce((most, { length }) => Math.max(most, length), heads.length)
  const taken = new Set<number>()
  return Array.from({ length: width }, (_, at) => {
    const said = rows.map((cells) => cells[at] ?? '').filter((cell) => cell !== '')
    const isBoxes = said.length > 0 && said.every((cell) => /^[☐☑☒✓✔✅]$/u.test(cell.replace(BOX, '☐')))
    const name = plainCell(heads[at] ?? '').text || (isBoxes ? 'Done' : `Column ${at + 1}`)
    // A second title of one table is none of the other tables.
    const isSecond =
      areSeveral && fieldOf(name) === 'title' && [...taken].some((one) => fieldOf(names[one] ?? '') === 'title')
    const place = placeOf(isSecond ? `Other ${name}` : name, taken)
    taken.add(place)
    return place
  })
}

const filled = (cells: readonly string[]): string[] => Array.from(cells, (cell) => cell ?? '')
const inList = (row: Row, list: string, { placeOf }: Columns): Row => {
  if (list === '') return row
  const place = placeOf('List')
  return (row.cells[place] ?? '') === ''
    ? { ...row, cells: filled(Object.assign([...row.cells], { [place]: list })) }
    : row
}
const rowOf = (cells: readonly string[], places: readonly number[], line: number, columns: Columns): Row => {
  const row: string[] = []
  const links: Record<number, string> = {}
  for (const [at, cell] of cells.entries()) {
    const place = places[at] ?? 0
    const field = fieldOf(columns.names[place] ?? '')
    if (field === 'description') {
      row[place] = cell
      continue
    }
    const box = field === 'doneWhen' ? null : BOX.exec(cell)
    const { text, address } = plainCell(box && cell.length > box[0].length ? cell.slice(box[0].length) : cell)
    if (box && cell.length > box[0].length && box[1] !== ' ') row[columns.placeOf('Done')] = 'true'
    row[place] = box && cell.length === box[0].length ? (box[1] === ' ' ? '☐' : '✓') : text
    if (address !== undefined) links[place] = address
  }
  return { line, cells: filled(row), ...(Object.keys(links).length > 0 && { links }) }
}

const TICKED = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[[ xX]\]\s/
/** What is around the tables: points with boxes are tasks, and other lines are notes. */
const readRest = (
  rest: readonly string[],
  lists: ReadonlySet<string>,
  { placeOf }: Columns,
): { rows: Row[]; oddities: string[] } => {
  const isList = (line: string) => lists.has(HEADING.exec(line.trim())?.[1] ?? line)
  const said = rest.filter((line) => line.trim() !== '' && !isList(line)).map((line) => line.trim())
  if (!rest.some((line) => TICKED.test(line))) return { rows: [], oddities: said.map((line) => `Outside the tables stands: ${line}`) } // prettier-ignore
  const { columns, rows, oddities } = tableOfOutline(rest.join('\n'))
  const places = columns.map((name, at) => (rows.some(({ cells }) => cells[at] !== '') ? placeOf(name) : -1))
  const moved = rows.map(({ line, cells }) => {
    const row: string[] = []
    for (const [at, cell] of cells.entries()) if ((places[at] ?? -1) >= 0) row[places[at] ?? 0] = cell
    return { line, cells: filled(row) }
  })
  return { rows: moved, oddities: oddities.filter((text) => ![...lists].some((list) => text === emptyHeading(list))) }
}

/** All tables of a text as one. Those below several headings say which. */
export const tableOfMarkdown = (text: string): Table => {
  const { lines, matter } = withoutMatter(text)
  const columns = createColumns()
  const rows: Row[] = []
  const rest = [...lines]
  const heads = headsIn(lines)
  const areSeveral = heads.size > 1
  const sums: string[] = []
  const lists = new Set<string>()
  let list = ''
  for (let at = 0; at < lines.length; at += 1) {
    if (areSeveral) list = HEADING.exec(lines[at]?.trim() ?? '')?.[1] ?? list
    if (!heads.has(at)) continue
    const end = lines.findIndex((one, place) => place > at + 1 && !one.includes('|'))
    const last = end < 0 ? lines.length : end
    const cells = lines.slice(at + 2, last).map(cellsOf)
    const places = placesIn(cellsOf(lines[at] ?? ''), cells, columns, areSeveral)
    const before = rows.length
    for (const [below, row] of cells.entries())
      if (row.length > 1 && isSum({ line: 0, cells: row })) sums.push(`A row of sums is left out: ${row.join(', ')}`)
      else if (!isRule(lines[at + 2 + below] ?? ''))
        rows.push(inList(rowOf(row, places, at + 3 + below, columns), list, columns))
    rest.fill('', at, last)
    if (list !== '' && rows.slice(before).some((row) => row.cells[columns.placeOf('List')] === list)) lists.add(list)
    at = last - 1
  }
  const others = readRest(rest, lists, columns)
  const all = [...rows, ...others.rows].toSorted((a, b) => a.line - b.line)
  return { columns: columns.names, rows: all, headLine: 0, above: [], oddities: [...matter.map((line) => `Outside the tables stands: ${line.trim()}`), ...sums, ...others.oddities] } // prettier-ignore
}
