import type { Pagination } from '../shared/contract/index.ts'
import { type GlobalOptions, openSession, type Session } from './context.ts'
import { readEveryPage } from './every-page.ts'
import { usageError } from './exit-codes.ts'
import { printJson, printLine, say } from './output/printer.ts'
import { type Column as TableColumn, formatCsv, formatTable, terminalWidth } from './output/table.ts'

/** The options that every list has. */
export type ListOptions<Column extends string = string> = GlobalOptions & {
  page?: number
  limit?: number
  all?: boolean
  search?: string
  csv?: boolean
  sort?: Column
  descending?: boolean
}
/** The list options as the query that all lists send. */
type ListQuery<Column extends string> = {
  page?: number
  limit?: number
  q?: string
  sort?: Column
  direction?: 'asc' | 'desc'
}

type Listing<Row, Column extends string> = {
  columns: ReadonlyArray<TableColumn<Row>>
  read: (api: Session['api'], query: ListQuery<Column>) => Promise<{ data: Row[]; pagination: Pagination }>
  /** The row as scripts read it, where it differs from the server's answer. */
  asJson?: (row: Row) => object
  /** The sentence that is printed when the list is empty. */
  nothing: string
  /** The plural of what the list holds, such as people. */
  noun: string
}

/**
 * The columns of a table: times are cut to the day (scripts read the whole time), and long texts are left out, since
 * they would break the lines.
 */
const tableColumns = <Row>(columns: ReadonlyArray<TableColumn<Row>>) =>
  columns
    .filter(({ isLong }) => !isLong)
    .map((column) =>
      column.name.endsWith('At') ? { ...column, text: (row: Row) => column.text(row).slice(0, 10) } : column,
    )

/**
 * Prints a list, one page of it or all, as a table, JSON or CSV. Errors: CliError (usage) for both --json and --csv,
 * and for `descending` without a column to sort by.
 */
export const printList = async <Row extends { id: string }, Column extends string>(
  options: ListOptions<Column>,
  { columns, read, asJson, nothing, noun }: Listing<Row, Column>,
): Promise<void> => {
  if (options.json && options.csv) throw usageError('Choose one of --json and --csv.')
  const { page, limit, search, sort, descending = false } = options
  if (descending && sort === undefined) throw usageError('--descending needs --sort: name what to sort by.')
  const { api } = await openSession(options)
  const query: ListQuery<Column> = {
    ...(search !== undefined && { q: search }),
    ...(sort !== undefined && { sort, direction: descending ? 'desc' : 'asc' }),
  }
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
