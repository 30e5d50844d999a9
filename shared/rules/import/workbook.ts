import readXlsxFile from 'read-excel-file/universal'
import { UnreadableImport } from './drafts.ts'
import type { ReadWorkbook } from './read.ts'

const two = (number: number): string => String(number).padStart(2, '0')
/** A cell as it reads: days without a time, numbers without the noise of binary fractions. */
const textOf = (value: unknown): string => {
  if (value instanceof Date) {
    const day = `${value.getUTCFullYear()}-${two(value.getUTCMonth() + 1)}-${two(value.getUTCDate())}`
    const time = `${two(value.getUTCHours())}:${two(value.getUTCMinutes())}`
    return time === '00:00' ? day : `${day} ${time}`
  }
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  return typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : typeof value === 'string' ? value : ''
}

/** Reads the sheets of an .xlsx file. Errors: UnreadableImport. */
export const readWorkbook: ReadWorkbook = async (bytes) => {
  try {
    const sheets = await readXlsxFile(new Uint8Array(bytes).buffer)
    return sheets.map(({ sheet, data }) => ({
      name: sheet,
      rows: data
        .map((cells, at) => ({ line: at + 1, cells: cells.map(textOf) }))
        .filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
    }))
  } catch {
    throw new UnreadableImport('This Excel file cannot be read. Please save it again as .xlsx, or as CSV.')
  }
}
