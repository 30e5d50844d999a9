import type { Pagination } from '../shared/contract/index.ts'
import { type GlobalOptions, openSession, type Session } from './context.ts'
import { readEveryPage } from './every-page.ts'
import { usageError } from './exit-codes.ts'
import { printJson, printLine, say } from './output/printer.ts'
import { type Column as TableColumn, formatCsv, formatTable } from './output/table.ts'

/** What every list can be told. */
export type ListOptions<Column extends string = string> = GlobalOptions & {
  page?: number
  limit?: number
  all?: boolean
  search?: string
  csv?: boolean
  sort?: Column
  descending?: boolean
}
/** That, as the part of a call that all lists share. */
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
  /** A row as scripts read it, where that is not how it travels. */
  asJson?: (row: Row) => object
  /** Said when the list is empty. */
  nothing: string
  /** What there are many of. */
  noun: string
}

/** A person reads days, a script the whole time; long texts would break the lines of a table. */
const tableColumns = <Row>(columns: ReadonlyArray<TableColumn<Row>>) =>
  columns
    .filter(({ isLong }) => !isLong)
    .map((column) =>
      column.name.endsWith('At') ? { ...column, text: (row: Row) => column.text(row).slice(0, 10) } : column,
    )

/** What is piped on is whole. */
const terminalWidth = () => (process.stdout.isTTY ? process.stdout.columns || 80 : Infinity)

/**
 * Prints a list, one page of it or all, as a table, JSON or CSV. Errors: CliError (usage) for two forms at once, and for
 * `descending` without what to sort by.
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
