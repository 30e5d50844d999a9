import type { WaitlistUser } from '../../../shared/contract/index.ts'
import { openSession, type GlobalOptions, type Session } from '../../context.ts'
import { readEveryPage } from '../../every-page.ts'
import { usageError } from '../../exit-codes.ts'
import { printJson, printLine, say } from '../../output/printer.ts'
import { type Column, formatCsv, formatTable } from '../../output/table.ts'

type Options = GlobalOptions & {
  page?: number
  limit?: number
  all?: boolean
  /** Undefined lists invited people and others. */
  isInvited?: boolean
  search?: string
  csv?: boolean
}

const columns: ReadonlyArray<Column<WaitlistUser>> = [
  { title: 'E-MAIL', name: 'email', text: ({ email }) => email },
  { title: 'INVITED', name: 'isInvited', text: ({ isInvited }) => (isInvited ? 'yes' : 'no') },
  { title: 'LAST INVITED', name: 'lastInvitedAt', text: ({ lastInvitedAt }) => lastInvitedAt ?? '' },
  { title: 'JOINED', name: 'createdAt', text: ({ createdAt }) => createdAt },
]
/** A person reads days, a script the whole time. */
const tableColumns = columns.map((column) =>
  column.name.endsWith('At') ? { ...column, text: (user: WaitlistUser) => column.text(user).slice(0, 10) } : column,
)

/** Prints the people on the waitlist, newest first. */
export const listWaitlist = async (options: Options): Promise<void> => {
  if (options.json && options.csv) throw usageError('Choose one of --json and --csv.')
  const session = await openSession(options)
  const { data, pagination } = options.all
    ? await readEveryPage((range) => readPage(session, { ...options, ...range }))
    : await readPage(session, options)
  if (options.json) return printJson({ data, pagination })
  if (options.csv) return printLine(formatCsv(columns, data))
  if (data.length > 0) printLine(formatTable(tableColumns, data, options.color))
  else say('Nobody found.')
  if (pagination.total > data.length)
    say(`Page ${pagination.page} of ${pagination.totalPages}, ${pagination.total} addresses; --all prints every one.`)
}

const readPage = ({ api }: Session, { page, limit, search, isInvited }: Options) =>
  api.waitlist.list({
    query: {
      ...(page !== undefined && { page }),
      ...(limit !== undefined && { limit }),
      ...(search !== undefined && { q: search }),
      ...(isInvited !== undefined && { isInvited: String(isInvited) }),
    },
  })
