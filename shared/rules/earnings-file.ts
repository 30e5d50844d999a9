import type { EarningsLine } from '../contract/earnings.ts'
import { csvText } from './csv.ts'

const DAY_MS = 24 * 60 * 60_000
/** The times of a statement from one day of UTC to another, both included. */
export const statementTimes = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  ...(from && { from: new Date(from).toISOString() }),
  ...(to && { to: new Date(Date.parse(to) + DAY_MS).toISOString() }),
})

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
