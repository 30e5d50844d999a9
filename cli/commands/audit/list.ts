import { setTimeout as wait } from 'node:timers/promises'
import { isApiError } from '../../../shared/api-client/api-error.ts'
import type { AuditEntry } from '../../../shared/contract/audit.ts'
import { detailsText } from '../../../shared/rules/audit.ts'
import { requireCapability } from '../../capability.ts'
import { type GlobalOptions, openSession, type Session } from '../../context.ts'
import { watchForInterruption } from '../../interruption.ts'
import { printableJson } from '../../output/printable.ts'
import { printJson, printLine, say } from '../../output/printer.ts'
import { type Column, formatTable } from '../../output/table.ts'

/** Milliseconds between two looks for what is new. */
const LOOK_MS = 1_000
/** The longest wait after looks that have failed. */
const LONGEST_MS = 15_000

type Options = GlobalOptions & {
  project?: string
  person?: string
  kind?: string
  from?: string
  to?: string
  limit?: number
  follow?: boolean
}
type Asked = Parameters<Session['api']['audit']['list']>[0]['query']

const columns: ReadonlyArray<Column<AuditEntry>> = [
  { title: 'WHEN', name: 'createdAt', text: ({ createdAt }) => createdAt, isWhole: true },
  { title: 'WHAT', name: 'kind', text: ({ kind }) => kind, isWhole: true },
  { title: 'WHO', name: 'actor', text: ({ actor }) => actor?.username ?? '' },
  { title: 'ABOUT', name: 'subject', text: ({ subject }) => subject?.username ?? '' },
  { title: 'FROM', name: 'network', text: ({ network }) => network ?? '', isMinor: true },
  { title: 'DETAILS', name: 'details', text: (entry) => detailsText(entry), isMinor: true },
]

const lineOf = ({ createdAt, kind, actor, subject, network }: AuditEntry): string =>
  [
    createdAt,
    kind,
    `by ${actor?.username ?? 'the server'}`,
    subject && subject.id !== actor?.id && `about ${subject.username}`,
    network && `from ${network}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Whether a look may succeed later: the server cannot be reached, restarts, or asks to wait. */
const mayRecover = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429)

/** Prints the newest entries, oldest of them first, then each new one as it comes, until Ctrl-C. Errors: those that no wait mends. */
const follow = async ({ api }: Session, asked: Asked, options: Options): Promise<void> => {
  const interruption = watchForInterruption()
  const { signal } = interruption
  const print = (entry: AuditEntry) => printLine(options.json ? printableJson(JSON.stringify(entry)) : lineOf(entry))
  let after: string | undefined
  let failures = 0
  while (!signal.aborted) {
    let isMore = false
    try {
      const { data, newest } = await api.audit.list({ query: { ...asked, ...(after !== undefined && { after }) } })
      for (const entry of after === undefined ? data.toReversed() : data) print(entry)
      isMore = after !== undefined && data.length === asked.limit
      after = newest
      failures = 0
    } catch (error) {
      if (!mayRecover(error)) throw error
      failures += 1
      if (failures === 1 && !options.quiet && !options.json) say('The server does not answer. Waiting for it …')
    }
    const pause = Math.min(LOOK_MS * 2 ** failures, LONGEST_MS)
    if (!isMore) await wait(failures === 0 ? LOOK_MS : pause, undefined, { signal }).catch(() => undefined)
  }
  interruption.stop()
}

/** Prints who did what, when and from where, newest first; with `follow` it goes on with what comes. */
export const listAudit = async (options: Options): Promise<void> => {
  const session = await openSession(options)
  await requireCapability(session, 'audit', 'audit')
  const { project, person, kind, from, to, limit = 50 } = options
  const asked: Asked = {
    ...(project && { projectID: project }),
    ...(person && { person }),
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
    limit,
  }
  if (options.follow) return follow(session, asked, options)
  const { data, nextCursor } = await session.api.audit.list({ query: asked })
  if (options.json) return printJson({ data, nextCursor })
  const room = process.stdout.isTTY ? process.stdout.columns || 80 : Infinity
  if (data.length > 0) printLine(formatTable(columns, data, { isColorful: options.color, room }))
  else if (!options.quiet) say('Nothing found.')
  if (nextCursor !== null && !options.quiet) say('There are more; --limit and --to reach them.')
}
