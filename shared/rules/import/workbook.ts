import readXlsxFile from 'read-excel-file/universal'
import { UnreadableImport } from './drafts.ts'
import type { ReadWorkbook } from './read.ts'
import type { Row } from './table.ts'
import { type CellLink, type Merged, partsOfWorkbook } from './workbook-parts.ts'

const DAY = 86_400_000
/** The days from the beginning of 1900 to that of 1904, as workbooks count them. */
const DAYS_TO_1904 = 1_462

const two = (number: number): string => String(number).padStart(2, '0')
/** A cell as it reads: days without a time, times without a day, numbers without the noise of binary fractions. */
const textOf = (value: unknown): string => {
  if (value instanceof Date) {
    const time = `${two(value.getUTCHours())}:${two(value.getUTCMinutes())}`
    // A time alone is one of the first day that a workbook can count.
    if (value.getUTCFullYear() < 1900) return time
    const day = `${value.getUTCFullYear()}-${two(value.getUTCMonth() + 1)}-${two(value.getUTCDate())}`
    return time === '00:00' ? day : `${day} ${time}`
  }
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  return typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : typeof value === 'string' ? value : ''
}

type Cells = readonly (readonly unknown[])[]
type Beside = { merged: readonly Merged[]; links: readonly CellLink[] }
type WholeRow = Row & { cells: string[]; merged?: Record<number, string>; links?: Record<number, string> }
/** Keeps an address that is behind a cell and not in it: one to write to is part of a name. */
const keepLink = (row: WholeRow | undefined, { column, address }: CellLink): void => {
  const [said, mail] = [row?.cells[column] ?? '', /^mailto:([^?]+)/i.exec(address)?.[1]]
  if (!row || said.includes(mail ?? address)) return
  if (mail) row.cells[column] = `${said} <${mail}>`.trim()
  else row.links = { ...row.links, [column]: address }
}
const rowsOf = (data: Cells, { merged, links }: Beside, toDate: (value: unknown) => unknown): Row[] => {
  const rows = data.map((cells, at): WholeRow => ({ line: at + 1, cells: cells.map((cell) => textOf(toDate(cell))) }))
  for (const link of links) keepLink(rows[link.row], link)
  for (const { column, from, to } of merged) {
    const said = rows[from]?.cells[column] ?? ''
    if (said !== '') for (const row of rows.slice(from + 1, to + 1)) row.merged = { ...row.merged, [column]: said }
  }
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}

/** Reads the sheets of an .xlsx file. Errors: UnreadableImport. */
export const readWorkbook: ReadWorkbook = async (bytes) => {
  try {
    // Node's buffers share their memory, and the library takes all of it.
    const own = new Uint8Array(bytes)
    const { isFrom1904, hidden, merged, links } = partsOfWorkbook(own)
    const toDate = (value: unknown) =>
      isFrom1904 && value instanceof Date ? new Date(value.getTime() + DAYS_TO_1904 * DAY) : value
    const sheets = await readXlsxFile(own.buffer)
    return sheets.map(({ sheet, data }) => ({
      name: sheet,
      isHidden: hidden.has(sheet),
      rows: rowsOf(data, { merged: merged.get(sheet) ?? [], links: links.get(sheet) ?? [] }, toDate),
    }))
  } catch {
    throw new UnreadableImport('This Excel file cannot be read. Please save it again as .xlsx, or as CSV.')
  }
}
