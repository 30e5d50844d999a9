import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { withoutMarks } from './bare.ts'
import { readDay } from './days.ts'
import { UnreadableImport } from './drafts.ts'
import { fieldOfHead } from './words/heads.ts'

export const delimiters = [',', ';', '\t', '|', '^'] as const
export type Delimiter = (typeof delimiters)[number]

/**
 * A row with the line of the file on which it begins, from 1, and the title of its group. `merged` is what merged cells above say of its
 * columns.
 */
export type Row = {
  line: number
  cells: readonly string[]
  group?: string
  merged?: Readonly<Record<number, string>>
  /** The addresses behind cells whose texts do not have them. */
  links?: Readonly<Record<number, string>>
}
export type Table = {
  columns: readonly string[]
  rows: readonly Row[]
  /** The line of the names, from 1, and what the lines above it say. */
  headLine: number
  above: readonly string[]
  /** What was odd in the file itself. */
  oddities: readonly string[]
  /** Whether its texts are Markdown, whichever program wrote it. */
  isMarkdown?: boolean
}
export type TableChoices = { delimiter?: Delimiter | undefined; headLine?: number | undefined }

const isSaid = (cell: string): boolean => cell.trim() !== ''
/** Takes away the apostrophe that keeps a spreadsheet from running a text (shared/rules/csv.ts). */
const unguarded = (cell: string): string => (/^'(?:[\t\r]|\s*[=+\-@＝＋－＠])/.test(cell) ? cell.slice(1) : cell)

const SEP = /^\ufeff?"?sep=(.)"?[ \t,;]*(?:\r\n|\r|\n|$)/i
const SNIFFED = 64_000

/** How many fields the heads of a row name. */
const knownHeads = (cells: readonly string[]): number =>
  new Set(cells.map((cell) => fieldOfHead(cell)?.field)).size - (cells.every((cell) => fieldOfHead(cell)) ? 0 : 1)

/** What divides the cells: a `sep=` line says it, else the one that divides the first lines most evenly into known names. */
export const delimiterOf = (text: string): Delimiter => {
  const said = SEP.exec(text)?.[1]
  const declared = delimiters.find((one) => one === said)
  if (declared) return declared
  const lines = text
    .slice(0, SNIFFED)
    .replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[,;\t|^\r\n]/g, ' '))
    .split(/\r\n|\r|\n/)
    .filter(isSaid)
    .slice(0, 30)
  const scoreOf = (delimiter: Delimiter): number => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const common = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
    const most = common === 0 ? (counts[0] ?? 0) : common
    if (most === 0) return 0
    const even = counts.filter((count) => count === most).length / counts.length
    const known = Math.max(
      ...lines.slice(0, 15).map((line) => knownHeads(line.split(delimiter).map((cell) => cell.replace(/^"|"$/g, '')))),
    )
    return known * 2 + even * Math.sqrt(most)
  }
  return delimiters.map((one) => [one, scoreOf(one)] as const).toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ','
}

/** What begins a row of sums. */
const SUM =
  /^(?:grand |sub)?totals?(?: general| général)?$|^(?:sub-total|sum|summe|gesamt|gesamtsumme|insgesamt|somme|suma|soma|totale|totaal|razem|summa|celkem|spolu|összesen|toplam|итого|всего|разом|합계|총계|合計|小計|总计|合计|小计)$/i
const AMOUNT = /^[^\p{L}]*\d[^\p{L}]*(?:h|hrs?|hours?|std|€|[A-Z]{3})?$/u
export const isSum = ({ cells }: Row): boolean => {
  const first = cells.findIndex(isSaid)
  if (!SUM.test((cells[first] ?? '').trim().replace(/\s*:$/, ''))) return false
  return cells.slice(first + 1).every((cell) => !isSaid(cell) || (cell.length <= 40 && AMOUNT.test(cell.trim())))
}

const HEAD_LINES = 25
const widthOf = ({ cells }: Row): number => cells.filter(isSaid).length
const isDay = (cell: string): boolean => typeof readDay(cell, { order: 'day' }) === 'string'
const isNumber = (cell: string): boolean => /^[\d.,%]+$/.test(cell.trim())
/** Names that a spreadsheet gives columns that have none. */
const MADE = /^(?:column|spalte|colonne|columna|coluna|field|unnamed:) ?\d+$/i

/** Whether a column has one of the row's words again; rows that are the same are names that each group repeats. */
const isRepeated = (row: Row, seen: readonly Row[]): boolean => {
  const others = seen.filter(({ cells }) => row.cells.some((cell, at) => cells[at] !== cell))
  return row.cells.some((cell, at) => isSaid(cell) && others.some(({ cells }) => cells[at] === cell))
}
const isNoName = (cell: string): boolean => isDay(cell) || isNumber(cell) || MADE.test(cell) || /^[A-Z]$/.test(cell)

/** Whether a column has a text in this row, and nothing but numbers or days in two or more below it. */
const isAboveValues = (row: Row, below: readonly Row[]): boolean =>
  row.cells.some((cell, at) => {
    const values = below.map(({ cells }) => cells[at] ?? '').filter(isSaid)
    return (
      isSaid(cell) && !isNoName(cell) && values.length > 1 && values.every((value) => isDay(value) || isNumber(value))
    )
  })

/**
 * The place of the row with the names: the first one that has the most known names, else the first that is about as wide as the table.
 * Below a row that can have the names itself, in whatever language, known words count only where they are nearly all of a row, or half of
 * one that has numbers or days below a word.
 */
const headPlace = (rows: readonly Row[]): number => {
  const seen = rows.slice(0, HEAD_LINES * 4)
  const first = rows.slice(0, HEAD_LINES)
  const widths = first.map(widthOf)
  const widest = Math.max(...widths, 1)
  let above = 0
  const known = first.map((row, at) => {
    const width = widths[at] ?? 0
    const heads = knownHeads(row.cells)
    const isBelow = width > 1 && width <= above
    if (isBelow && heads === 0) return 0
    const isOther = row.cells.some(isNoName) || isRepeated(row, seen)
    if (!isOther) above = Math.max(above, width)
    const said = row.cells.filter(isSaid)
    const share = said.filter((cell) => fieldOfHead(cell)).length / width
    const isNames = isBelow && !isOther && (share >= 0.75 || (share >= 0.5 && isAboveValues(row, seen.slice(at + 1))))
    return isBelow && !isNames ? 0 : heads
  })
  const most = Math.max(...known)
  const best = known.indexOf(most)
  if (most >= 2 || (most === 1 && best === 0) || (most === 1 && widths[best] === widest)) return best
  const wide = (row: Row, at: number) => (widths[at] ?? 0) >= Math.min(widest, Math.max(2, widest * 0.6))
  return Math.max(0, first.findIndex(wide))
}

/** Whether the first row is a task already: it names no field, and has a single cell, or a date or a number in one. */
const hasNoHead = (rows: readonly Row[]): boolean => {
  const cells = rows[0]?.cells.filter(isSaid) ?? []
  const seen = rows.slice(0, HEAD_LINES)
  const named = seen.filter((row) => knownHeads(row.cells) > 0 && !isRepeated(row, seen))
  const known = Math.max(0, ...named.map((row) => knownHeads(row.cells)))
  const hasDay = cells.some(isDay)
  const hasName = rows[0] !== undefined && !isRepeated(rows[0], seen) && knownHeads(cells) !== 1
  if (known > 1 || (known === 1 && (!hasDay || hasName))) return false
  if (rows.every((row) => widthOf(row) <= 1)) return true
  return hasDay || cells.some(isNumber)
}

/**
 * Rows as a table. Line 0 is that of no names. A sheet may have its title above the names, and repeat the names under the title of each group; such
 * lines are no rows.
 */
export const tableOf = (all: readonly Row[], headLine?: number): Table => {
  const said = all.filter(({ cells }) => cells.some(isSaid))
  if (said.length === 0) throw new UnreadableImport('The file is empty.')
  const chosen = headLine === undefined ? -1 : said.findIndex(({ line }) => line >= headLine)
  if (headLine === 0 || (headLine === undefined && hasNoHead(said))) {
    const width = said.reduce((most, { cells }) => Math.max(most, cells.length), 0)
    return { columns: Array.from({ length: width }, () => ''), rows: said, headLine: 0, above: [], oddities: [] }
  }
  const at = chosen >= 0 ? chosen : headPlace(said)
  const head = said[at] as Row
  const names = head.cells.map((name) => withoutMarks(name).replace(/\s+/g, ' '))
  const heads = names.filter(isSaid).join('\u0000')
  const firstHead = names.find(isSaid)
  const groupOf = (row: Row | undefined) => {
    const texts = row?.cells.filter(isSaid) ?? []
    return texts.length === 1 ? texts[0]?.trim() : undefined
  }
  const isHead = (row: Row | undefined) =>
    row?.cells.find(isSaid)?.trim() === firstHead &&
    row?.cells
      .map((cell) => cell.trim())
      .filter(isSaid)
      .join('\u0000') === heads
  const body = said.slice(at + 1)
  const repeats = names.length > 1 && body.some(isHead)
  let group = repeats ? groupOf(said[at - 1]) : undefined
  const rows: Row[] = []
  const oddities: string[] = []
  const textOf = ({ cells }: Row) => cells.map((cell) => cell.trim()).filter(isSaid).join(' · ') // prettier-ignore
  for (const [place, row] of body.entries()) {
    if (repeats && isHead(row)) continue
    if (names.length > 1 && isSum(row)) {
      oddities.push(`A row of sums is left out: ${textOf(row)}`)
      continue
    }
    if (repeats && isHead(body[place + 1]) && groupOf(row) !== undefined) group = groupOf(row)
    else rows.push(group === undefined ? row : { ...row, group })
  }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length)
  const columns = [...names, ...Array.from({ length: width - names.length }, () => '')]
  const above = said.slice(0, at).map(textOf)
  return { columns, rows, headLine: head.line, above: repeats ? above.slice(0, -1) : above, oddities }
}

/** The ends of lines outside quotes: files that two programs have written have both. */
const lineEndsOf = (text: string): string[] => {
  const ends =
    text
      .slice(0, SNIFFED)
      .replace(/"(?:[^"]|"")*"/g, '')
      .match(/\r\n|\r|\n/g) ?? []
  return ends[0] === '\r' ? ['\r\n', '\n', '\r'] : ['\r\n', '\n']
}
/** Some databases write \" for a quotation mark within quotes. */
const hasBackslashes = (text: string): boolean =>
  !text.includes('""') && /[^,;\t|^"\r\n\\]\\"(?![,;\t|^\r\n]|$)/.test(text)

/** Stands for a quotation mark that opens nothing. */
const BARE = '\ue0ff'
const REPAIRS_MAX = 100

type Lines = Array<{ line: number; cells: string[] }>
const linesOf = (text: string, delimiter: Delimiter): Lines => {
  const lines: Lines = []
  let before = 0
  // Given a text, the library makes its bytes in a slower way.
  parse(new TextEncoder().encode(text), {
    delimiter,
    record_delimiter: lineEndsOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    ...(hasBackslashes(text) && { escape: '\\' }),
    on_record: (cells, info) => {
      lines.push({ line: before + 1, cells: cells.map(unguarded) })
      before = info.lines
      return null
    },
  })
  return lines
}

/** The place of the quotation mark that ends a cell in quotes; -1 for none. */
const closingQuote = (text: string, from: number, delimiter: Delimiter): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = text[at + 1]
    if (next === '"') at += 1
    else if (next === undefined || next === delimiter || next === '\r' || next === '\n') return at
  }
  return -1
}
/** The place of a quotation mark that begins a cell and is never closed; -1 for none. */
const unclosedQuote = (text: string, delimiter: Delimiter): number => {
  const ends = new RegExp(`[\\r\\n${delimiter}]`, 'g')
  for (let at = 0; at < text.length; at = ends.lastIndex) {
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1, delimiter)
      if (close < 0) return at
      at = close + 1
    }
    ends.lastIndex = at
    if (!ends.test(text)) return -1
  }
  return -1
}

/** The lines of a text whose quotes may be broken: a quotation mark that is never closed is text. */
const repairedLines = (given: string, delimiter: Delimiter, skipped: number): { lines: Lines; oddities: string[] } => {
  const oddities: string[] = []
  let text = given
  for (;;) {
    try {
      const lines = linesOf(text, delimiter)
      if (oddities.length > 0)
        for (const line of lines) line.cells = line.cells.map((cell) => cell.replaceAll(BARE, '"'))
      return { lines, oddities }
    } catch (error) {
      if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED' || oddities.length >= REPAIRS_MAX)
        throw error
      const at = unclosedQuote(text, delimiter)
      if (at < 0) throw error
      const line = text.slice(0, at).split(/\r\n|\r|\n/).length + skipped
      oddities.push(`Line ${line}: a quotation mark is opened and never closed; it is read as text.`)
      text = `${text.slice(0, at)}${BARE}${text.slice(at + 1)}`
    }
  }
}

/** Reads a CSV: what divides it and where the names are is found, or chosen. Errors: UnreadableImport. */
export const readTable = (given: string, choices: TableChoices = {}): Table => {
  const text = given.replace(/^\ufeff+/, '')
  const delimiter = choices.delimiter ?? delimiterOf(text)
  const declared = SEP.exec(text)?.[0] ?? ''
  const skipped = declared === '' ? 0 : 1
  try {
    const { lines, oddities } = repairedLines(text.slice(declared.length), delimiter, skipped)
    const rows = skipped === 0 ? lines : lines.map(({ line, cells }) => ({ line: line + skipped, cells }))
    const table = tableOf(rows, choices.headLine)
    return { ...table, oddities: [...oddities, ...table.oddities] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const where = error.lines === undefined ? '' : ` at line ${error.lines + skipped}`
    throw new UnreadableImport(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quotation mark in this file is opened and never closed. Please close it, and choose the file again.'
        : `This file cannot be read as a table${where}. Please save it as CSV (UTF-8).`,
    )
  }
}
