import type { EarningsLine } from '../contract/earnings.ts'
import { csvText } from './csv.ts'

/** When a day begins in the time zone of the device (or of TZ, for a program in a terminal), or that many days later. */
const beginOf = (day: string, later = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
type StatementTime = { year?: number | undefined; from?: string | undefined; to?: string | undefined }
/** The times of a statement of a year, or from one day to another, both included. */
export const statementTimes = ({ year, from, to }: StatementTime) =>
  year === undefined
    ? { ...(from && { from: beginOf(from) }), ...(to && { to: beginOf(to, 1) }) }
    : { from: beginOf(`${year}-01-01`), to: beginOf(`${year + 1}-01-01`) }

const hundredths = (cents: number): string => (cents / 100).toFixed(Number.isInteger(cents) ? 2 : 3)

/** The columns of a file of earnings, here and on the command line. Amounts are numbers, also those below 0. */
const columns: ReadonlyArray<readonly [title: string, of: (line: EarningsLine) => string | number]> = [
  ['Time', ({ at }) => at],
  ['Kind', ({ kind }) => kind],
  ['Amount', ({ amountCents }) => Number(hundredths(amountCents))],
  ['Currency', ({ currency }) => currency],
  ['Project', ({ project }) => project.title],
  ['Task', ({ task }) => task ?? ''],
  ['Receipt', ({ receipt }) => receipt],
  ['Payment ID', ({ paymentID }) => paymentID],
]

/** Lines of earnings as a CSV file, of which a spreadsheet runs no text. */
export const statementText = (lines: readonly EarningsLine[]): string =>
  csvText([columns.map(([title]) => title), ...lines.map((line) => columns.map(([, of]) => of(line)))])
