import stringWidth from 'string-width'
import { csvField } from '#shared/rules/csv.ts'
import { printable, printableLines } from './printable.ts'
import { painter } from './printer.ts'

export type Column<Row> = {
  title: string
  name: string
  text: (row: Row) => string
  /** The text for a person, where it differs from `text`, which scripts read. */
  shown?: (row: Row) => string
  /** The column is too wide for a table and is only in CSV. */
  isLong?: boolean
  /** The column is left out first where a terminal is too narrow. */
  isMinor?: boolean
  /** The column is never cut, because people copy its values. Those named ID never are, and are never left out. */
  isWhole?: boolean
}

const GAP = '  '
/** The least width of a column that is cut: less would be unreadable. */
const NARROWEST = 8

// Most texts are plain ASCII, whose width is their length. This keeps ten thousand rows fast.
const widthOf = (text: string): number => (/^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text))

const cut = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (widthOf(kept + character) >= width) break
    kept += character
  }
  return `${kept}…`
}

const isID = ({ title }: { title: string }): boolean => /(?:^| )ID$/.test(title)
const isWhole = (column: { title: string; isWhole?: boolean }): boolean => column.isWhole ?? isID(column)

type FittedColumn<Row> = { column: Column<Row>; cells: string[]; width: number }

/**
 * Fits the columns to a terminal: minor columns are left out, then long texts are cut. An ID stays whole, so that it
 * can be copied.
 */
const fit = <Row>(all: ReadonlyArray<FittedColumn<Row>>, room: number): ReadonlyArray<FittedColumn<Row>> => {
  const needed = (columns: ReadonlyArray<FittedColumn<Row>>) =>
    columns.reduce((sum, { width }) => sum + width, GAP.length * (columns.length - 1))
  let columns = all
  while (needed(columns) > room) {
    const least = columns.findLastIndex(({ column }) => column.isMinor && !isID(column))
    if (least === -1) break
    columns = columns.filter((_, at) => at !== least)
  }
  const widths = columns.map(({ width }) => width)
  for (let over = needed(columns) - room; over > 0; over -= 1) {
    const shrinkable = columns.map(({ column }, at) => (isWhole(column) ? 0 : (widths[at] ?? 0)))
    const widest = Math.max(...shrinkable)
    if (widest <= NARROWEST) break
    widths[shrinkable.indexOf(widest)] = widest - 1
  }
  return columns.map((one, at) => ({ ...one, width: widths[at] ?? one.width }))
}

/**
 * Formats rows in aligned columns without rules. Wide characters count as many cells as the terminal draws. No row is
 * wider than `room`.
 */
export const formatTable = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: readonly Row[],
  { isColorful, room = Infinity }: { isColorful: boolean | undefined; room?: number },
): string => {
  const paint = painter(isColorful)
  const measured = columns.map((column) => {
    const cells = rows.map((row) => printable((column.shown ?? column.text)(row)))
    return { column, cells, width: cells.reduce((most, cell) => Math.max(most, widthOf(cell)), column.title.length) }
  })
  const fitted = fit(measured, room)
  const lineOf = (textOf: (column: FittedColumn<Row>) => string, style = (text: string) => text) =>
    fitted
      .map((one, at) => {
        const text = cut(textOf(one), one.width)
        const isLast = at === fitted.length - 1
        return `${style(text)}${isLast ? '' : ' '.repeat(one.width - widthOf(text))}`
      })
      .join(GAP)
      .trimEnd()
  return [
    lineOf(
      ({ column }) => column.title,
      (text) => paint('bold', text),
    ),
    ...rows.map((_, at) => lineOf(({ cells }) => cells[at] ?? '')),
  ].join('\n')
}

/** Formats rows as CSV (RFC 4180); the head line has the fields' names. */
export const formatCsv = <Row>(columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): string =>
  [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ text }) => printableLines(text(row))))]
    .map((cells) => cells.map(csvField).join(','))
    .join('\r\n')

/** A pipe gets every row in full. */
export const terminalWidth = () => (process.stdout.isTTY ? process.stdout.columns || 80 : Infinity)
