import { isApiError } from '#shared/api-client/api-error.ts'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { personText } from '#shared/rules/person.ts'
import { requestStatusLabel } from '#shared/rules/statuses.ts'
import { requireCapability } from '#cli/capability.ts'
import { type GlobalOptions, openSession, type Session } from '#cli/context.ts'
import { withRetry } from '#cli/many.ts'
import { printable, printableLines } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { RequestWord } from '#cli/words.ts'

type Options = GlobalOptions & { project: string; status?: RequestWord; open?: boolean }

/** An application as scripts read it; these fields stay. */
type Row = {
  id: string
  username: string
  name: string
  status: string
  createdAt: string | null
  answerBy: string | null
  /** When an owner or admin first opened it; null until then. */
  openedAt: string | null
  /** Null where there is none, and until somebody has opened it. */
  letter: string | null
  answers: Array<{ question: string; answer: string }>
  /** Whether there is a letter or an answer that nobody has opened. */
  isUnopened: boolean
}

/** One application with its letter; null when it was withdrawn, or its time was over, after the list was read. */
const readRow = async ({ api }: Session, request: ProjectRequest, isOpening: boolean): Promise<Row | null> => {
  const row = {
    id: request.id,
    username: request.username,
    name: request.name,
    status: requestStatusLabel(request.status).toLowerCase(),
    createdAt: request.createdAt,
    answerBy: request.answerBy,
    openedAt: request.seenAt,
  }
  const isUnopened = request.hasLetter && request.seenAt === null && !isOpening
  if (!request.hasLetter || isUnopened) return { ...row, letter: null, answers: [], isUnopened }
  const params = { id: request.id }
  const found = await withRetry(() =>
    request.seenAt === null ? api.requests.see({ params, body: {} }) : api.requests.get({ params }),
  ).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null
    throw error
  })
  if (!found) return null
  const { data } = found
  const answers = data.answers.map(({ question, answer }) => ({ question, answer }))
  return { ...row, openedAt: data.seenAt, letter: data.letter, answers, isUnopened }
}

const day = (time: string) => time.slice(0, 10)
/** What an applicant wrote, set in from the edge: the lines at the edge are this program's, and no letter can imitate them. */
const setIn = (text: string): string => printableLines(text).replace(/^(?=.)/gm, '  ')
const paragraphs = (row: Row): string =>
  [
    printable(
      [personText(row), '·', row.status, row.answerBy && `· answer by ${day(row.answerBy)}`].filter(Boolean).join(' '),
    ),
    printable(row.id),
    ...(row.isUnopened ? ['Its letter has not been opened; --open opens it.'] : []),
    ...(row.letter ? ['', setIn(row.letter)] : []),
    ...row.answers.flatMap(({ question, answer }) => [
      '',
      `> ${printable(question)}`,
      answer ? setIn(answer) : 'No answer.',
    ]),
  ].join('\n')

/**
 * Prints a project's applications, newest first, with letters and answers. Without `open`, a letter that nobody has
 * opened stays closed, because its applicant may still change it. Errors: ApiError; CliError.
 */
export const listRequests = async ({ project, status, open = false, ...options }: Options): Promise<void> => {
  const session = await openSession(options)
  if (open) await requireCapability(session, 'letters', 'letters')
  // The server says in a message that the list goes on.
  const { data, message } = await session.api.memberships.requests({
    params: { id: project },
    query: { type: 'received' },
  })
  const rows: Row[] = []
  const print = () => {
    if (options.json) return printJson({ data: rows, ...(message && { message }) })
    if (rows.length > 0) printLine(rows.map(paragraphs).join('\n\n'))
    else if (!options.quiet) say('There are no applications.')
    if (message && !options.quiet) say(message)
  }
  try {
    for (const request of data) {
      if (status && requestStatusLabel(request.status).toLowerCase() !== status) continue
      const row = await readRow(session, request, open)
      if (row) rows.push(row)
    }
  } catch (error) {
    // Their letters are opened, which cannot be undone: so they are printed for the person who opened them.
    if (rows.length > 0) print()
    throw error
  }
  print()
}
