import type { ProjectRequest } from '../../../shared/contract/index.ts'
import { requestStatusLabel } from '../../../shared/rules/statuses.ts'
import { requireCapability } from '../../capability.ts'
import { type GlobalOptions, openSession, type Session } from '../../context.ts'
import { patiently } from '../../many.ts'
import { printable } from '../../output/printable.ts'
import { printJson, printLine, say } from '../../output/printer.ts'
import type { RequestWord } from '../../words.ts'

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

const readRow = async ({ api }: Session, request: ProjectRequest, isOpening: boolean): Promise<Row> => {
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
  const { data } = await patiently(() =>
    request.seenAt === null ? api.requests.see({ params, body: {} }) : api.requests.get({ params }),
  )
  const answers = data.answers.map(({ question, answer }) => ({ question, answer }))
  return { ...row, openedAt: data.seenAt, letter: data.letter, answers, isUnopened }
}

const day = (time: string) => time.slice(0, 10)
const paragraphs = (row: Row): string =>
  [
    [row.username, row.name && `(${row.name})`, '·', row.status, row.answerBy && `· answer by ${day(row.answerBy)}`]
      .filter(Boolean)
      .join(' '),
    row.id,
    ...(row.isUnopened ? ['Its letter has not been opened; --open opens it.'] : []),
    ...(row.letter ? ['', row.letter] : []),
    ...row.answers.flatMap(({ question, answer }) => ['', `> ${question}`, answer || 'No answer.']),
  ]
    .map(printable)
    .join('\n')

/**
 * Prints the applications to a project, newest first, each with its letter and answers. A letter that nobody has opened stays
 * closed without `open`, because its applicant may still change it. Errors: ApiError; CliError.
 */
export const listRequests = async ({ project, status, open = false, ...options }: Options): Promise<void> => {
  const session = await openSession(options)
  if (open) await requireCapability(session, 'letters', 'letters')
  const { data } = await session.api.memberships.requests({ params: { id: project }, query: { type: 'received' } })
  const rows: Row[] = []
  for (const request of data)
    if (!status || requestStatusLabel(request.status).toLowerCase() === status)
      rows.push(await readRow(session, request, open))
  if (options.json) return printJson({ data: rows })
  if (rows.length > 0) printLine(rows.map(paragraphs).join('\n\n'))
  else if (!options.quiet) say('There are no applications.')
}
