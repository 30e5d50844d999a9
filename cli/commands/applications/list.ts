import type { CreatorApplication } from '../../../shared/contract/index.ts'
import { applicationStatus } from '../../../shared/rules/statuses.ts'
import { openSession, type GlobalOptions, type Session } from '../../context.ts'
import { readEveryPage } from '../../every-page.ts'
import { usageError } from '../../exit-codes.ts'
import { printJson, printLine, say } from '../../output/printer.ts'
import { type Column, formatCsv, formatTable } from '../../output/table.ts'
import { statusWord, type StatusWord } from './status-words.ts'

type Options = GlobalOptions & {
  page?: number
  limit?: number
  all?: boolean
  status?: StatusWord
  search?: string
  csv?: boolean
}

const columns: ReadonlyArray<Column<CreatorApplication>> = [
  { title: 'ID', name: 'id', text: ({ id }) => id },
  { title: 'USER', name: 'username', text: ({ user }) => user.username },
  { title: 'E-MAIL', name: 'email', text: ({ user }) => user.email },
  { title: 'TIER', name: 'tier', text: ({ user }) => user.tier },
  { title: 'STATUS', name: 'status', text: ({ status }) => statusWord(status) },
  { title: 'APPLIED', name: 'createdAt', text: ({ createdAt }) => createdAt },
  { title: 'REASON', name: 'reason', text: ({ reason }) => reason ?? '' },
]
/** A person reads days, a script the whole time; a reason would break the lines of a table. */
const tableColumns = columns
  .filter(({ name }) => name !== 'reason')
  .map((column) =>
    column.name.endsWith('At')
      ? { ...column, text: (application: CreatorApplication) => column.text(application).slice(0, 10) }
      : column,
  )

/** Prints the creator applications, newest first. */
export const listApplications = async (options: Options): Promise<void> => {
  if (options.json && options.csv) throw usageError('Choose one of --json and --csv.')
  const session = await openSession(options)
  const { data, pagination } = options.all
    ? await readEveryPage((range) => readPage(session, { ...options, ...range }))
    : await readPage(session, options)
  if (options.json) return printJson({ data, pagination })
  if (options.csv) return printLine(formatCsv(columns, data))
  if (data.length > 0) printLine(formatTable(tableColumns, data, options.color))
  else say('No application found.')
  if (pagination.total > data.length)
    say(
      `Page ${pagination.page} of ${pagination.totalPages}, ${pagination.total} applications; --all prints every one.`,
    )
}

const readPage = ({ api }: Session, { page, limit, search, status }: Options) =>
  api.creatorApplications.list({
    query: {
      ...(page !== undefined && { page }),
      ...(limit !== undefined && { limit }),
      ...(search !== undefined && { q: search }),
      ...(status !== undefined && { status: applicationStatus[status] }),
    },
  })
