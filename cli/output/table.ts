import Table from 'cli-table3'
import { csvField } from '../../shared/rules/csv.ts'
import { printable, printableLines } from './printable.ts'
import { painter } from './printer.ts'

export type Column<Row> = {
  title: string
  name: string
  text: (row: Row) => string
  /** Too long for a line of a table. */
  isLong?: boolean
}

const noLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

/** Rows in aligned columns without rules; wide characters count as the terminal draws them. */
export const formatTable = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: readonly Row[],
  isColorful: boolean | undefined,
): string => {
  const paint = painter(isColorful)
  const table = new Table({
    head: columns.map(({ title }) => paint('bold', title)),
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  for (const row of rows) table.push(columns.map(({ text }) => printable(text(row))))
  return table.toString().replace(/[ \t]+$/gm, '')
}

/** RFC 4180, with a head line of the fields' names. */
export const formatCsv = <Row>(columns: ReadonlyArray<Column<Row>>, rows: readonly Row[]): string =>
  [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ text }) => printableLines(text(row))))]
    .map((cells) => cells.map(csvField).join(','))
    .join('\r\n')
