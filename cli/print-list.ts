import type { Pagination } from '../shared/contract/index.ts'
import { type GlobalOptions, openSession, type Session } from './context.ts'
import { readEveryPage } from './every-page.ts'
import { usageError } from './exit-codes.ts'
import { printJson, printLine, say } from './output/printer.ts'
import { type Column, formatCsv, formatTable } from './output/table.ts'

/** What every list can be told. */
export type ListOptions = GlobalOptions & {
  page?: number
  limit?: number
  all?: boolean
  search?: string
  csv?: boolean
}
/** That, as the part of a call that all lists share. */
type ListQuery = { page?: number; limit?: number; q?: string }

type Listing<Row> = {
  columns: ReadonlyArray<Column<Row>>
  read: (api: Session['api'], query: ListQuery) => Promise<{ data: Row[]; pagination: Pagination }>
  /** A row as scripts read it, where that is not how it travels. */
  asJson?: (row: Row) => object
  /** Said when the list is empty. */
  nothing: string
  /** What there are many of. */
  noun: string
}

/** A person reads days, a script the whole time; long texts would break the lines of a table. */
const tableColumns = <Row>(columns: ReadonlyArray<Column<Row>>) =>
  columns
    .filter(({ isLong }) => !isLong)
    .map((column) =>
      column.name.endsWith('At') ? { ...column, text: (row: Row) => column.text(row).slice(0, 10) } : column,
    )

/** What is piped on is whole. */
const terminalWidth = () => (process.stdout.isTTY ? process.stdout.columns || 80 : Infinity)

/** Prints a list, one page of it or all, as a table, JSON or CSV. Errors: CliError (usage) for two forms at once. */
export const printList = async <Row extends { id: string }>(
  options: ListOptions,
  { columns, read, asJson, nothing, noun }: Listing<Row>,
): Promise<void> => {
  if (options.json && options.csv) throw usageError('Choose one of --json and --csv.')
  const { api } = await openSession(options)
  const { page, limit, search } = options
  const query = search === undefined ? {} : { q: search }
  const { data, pagination } = options.all
    ? await readEveryPage((range) => read(api, { ...query, ...range }))
    : await read(api, { ...query, ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) })
  if (options.json) return printJson({ data: asJson ? data.map(asJson) : data, pagination })
  if (options.csv) return printLine(formatCsv(columns, data))
  if (data.length > 0)
    printLine(formatTable(tableColumns(columns), data, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say(nothing)
  if (pagination.total > data.length && !options.quiet)
    say(`Page ${pagination.page} of ${pagination.totalPages}, ${pagination.total} ${noun}; --all prints every one.`)
}
