import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { UnreadableImport } from './drafts.ts'
import { fieldOfHead, headOf } from './words/heads.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** A row with the line of the file on which it begins, from 1, and the title of its group. */
export type Row = { line: number; cells: readonly string[]; group?: string }
export type Table = {
  columns: readonly string[]
  rows: readonly Row[]
  /** The line of the names, from 1, and what the lines above it say. */
  headLine: number
  above: readonly string[]
}
export type TableChoices = { delimiter?: Delimiter | undefined; headLine?: number | undefined }

const isSaid = (cell: string): boolean => cell.trim() !== ''
/** Takes away the apostrophe that keeps a spreadsheet from running a text (shared/rules/csv.ts). */
const unguarded = (cell: string): string => (/^'(?:[\t\r]|\s*[=+\-@＝＋－＠])/.test(cell) ? cell.slice(1) : cell)

const SEP = /^\ufeff?"?sep=(.)"?[ \t,;]*(?:\r\n|\r|\n|$)/i
const SNIFFED = 64_000

/** How many heads of a row are known. */
const knownHeads = (cells: readonly string[]): number => cells.filter((cell) => fieldOfHead(cell) !== undefined).length

/** What divides the cells: a `sep=` line says it, else the one that divides the first lines most evenly into known names. */
export const delimiterOf = (text: string): Delimiter => {
  const said = SEP.exec(text)?.[1]
  const declared = delimiters.find((one) => one === said)
  if (declared) return declared
  const lines = text
    .slice(0, SNIFFED)
    .replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[,;\t|\r\n]/g, ' '))
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

const HEAD_LINES = 25
/** The place of the row with the names: the first one that has the most known names, else the first that is about as wide as the table. */
const headPlace = (rows: readonly Row[]): number => {
  const first = rows.slice(0, HEAD_LINES)
  const widths = first.map(({ cells }) => cells.filter(isSaid).length)
  const widest = Math.max(...widths, 1)
  const known = first.map(({ cells }) =>
    new Set(cells.map(headOf)).size > cells.length / 2 || cells.length > 20 ? knownHeads(cells) : 0,
  )
  const most = Math.max(...known)
  const best = known.indexOf(most)
  if (most >= 2 || (most === 1 && best === 0) || (most === 1 && widths[best] === widest)) return best
  return Math.max(
    0,
    widths.findIndex((width) => width >= Math.min(widest, Math.max(2, widest * 0.6))),
  )
}

/**
 * Rows as a table. A sheet may have its title above the names, and repeat the names under the title of each group; such
 * lines are no rows.
 */
export const tableOf = (all: readonly Row[], headLine?: number): Table => {
  const said = all.filter(({ cells }) => cells.some(isSaid))
  if (said.length === 0) throw new UnreadableImport('The file is empty.')
  const chosen = headLine === undefined ? -1 : said.findIndex(({ line }) => line >= headLine)
  const at = chosen >= 0 ? chosen : headPlace(said)
  const head = said[at] as Row
  const names = head.cells.map((name) => name.trim())
  const heads = names.filter(isSaid).join('\u0000')
  const groupOf = (row: Row | undefined) => {
    const texts = row?.cells.filter(isSaid) ?? []
    return texts.length === 1 ? texts[0]?.trim() : undefined
  }
  const isHead = (row: Row | undefined) =>
    row?.cells
      .map((cell) => cell.trim())
      .filter(isSaid)
      .join('\u0000') === heads
  const body = said.slice(at + 1)
  const repeats = names.length > 1 && body.some(isHead)
  let group = repeats ? groupOf(said[at - 1]) : undefined
  const rows: Row[] = []
  for (const [place, row] of body.entries()) {
    if (repeats && isHead(row)) continue
    if (repeats && isHead(body[place + 1]) && groupOf(row) !== undefined) group = groupOf(row)
    else rows.push(group === undefined ? row : { ...row, group })
  }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length)
  const columns = [...names, ...Array.from({ length: width - names.length }, () => '')]
  const above = said.slice(0, at).map(({ cells }) =>
    cells
      .filter(isSaid)
      .map((cell) => cell.trim())
      .join(' · '),
  )
  return { columns, rows, headLine: head.line, above: repeats ? above.slice(0, -1) : above }
}

/** Reads a CSV: what divides it and where the names are is found, or chosen. Errors: UnreadableImport. */
export const readTable = (text: string, choices: TableChoices = {}): Table => {
  const delimiter = choices.delimiter ?? delimiterOf(text)
  const declared = SEP.exec(text)?.[0] ?? ''
  const skipped = declared === '' ? 0 : 1
  try {
    // Given a text, the library makes its bytes in a slower way.
    const bytes = new TextEncoder().encode(text.slice(declared.length).replace(/^\ufeff/, ''))
    const parsed = parse(bytes, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    let before = skipped
    const rows = parsed.map(({ record, info }) => {
      const line = before + 1
      before = info.lines + skipped
      return { line, cells: record.map(unguarded) }
    })
    return tableOf(rows, choices.headLine)
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
