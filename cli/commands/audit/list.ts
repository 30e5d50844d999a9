import { setTimeout as wait } from 'node:timers/promises'
import { isApiError } from '#shared/api-client/api-error.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { PAGE_SIZE_MAX } from '#shared/contract/common.ts'
import { detailsText, namedIn, waitlistEntryOf } from '#shared/rules/audit.ts'
import { personText } from '#shared/rules/person.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { watchForInterruption } from '#cli/interruption.ts'
import { printableJson } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import { type Column, formatTable } from '#cli/output/table.ts'

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
type AuditQuery = Parameters<Session['api']['audit']['list']>[0]['query']

/** An entry with the names and the address of today, which the log does not have. */
type NamedEntry = AuditEntry & { who: string; about: string }

const columns: ReadonlyArray<Column<NamedEntry>> = [
  { title: 'WHEN', name: 'createdAt', text: ({ createdAt }) => createdAt, isWhole: true },
  { title: 'WHAT', name: 'kind', text: ({ kind }) => kind, isWhole: true },
  { title: 'WHO', name: 'actor', text: ({ who }) => who },
  { title: 'ABOUT', name: 'subject', text: ({ about }) => about },
  { title: 'NETWORK', name: 'network', text: ({ network }) => network ?? '', isMinor: true },
  { title: 'DETAILS', name: 'details', text: (entry) => detailsText(entry), isMinor: true },
]

/** Looks up whom the entries speak of. Where the server does not say, people are called by their usernames. */
const withNames = async ({ api }: Session, entries: AuditEntry[]): Promise<NamedEntry[]> => {
  const { people, addresses } = namedIn(entries)
  const nobody = { data: [] }
  const [named, waiting] = await Promise.all([
    people ? api.administration.people({ query: { ids: people, limit: PAGE_SIZE_MAX } }).catch(() => nobody) : nobody,
    addresses ? api.waitlist.list({ query: { ids: addresses, limit: PAGE_SIZE_MAX } }).catch(() => nobody) : nobody,
  ])
  const names = new Map(named.data.map(({ id, name }) => [id, name]))
  const emails = new Map(waiting.data.map(({ id, email }) => [id, email]))
  const textOf = (person: AuditEntry['actor']) => (person ? personText({ ...person, name: names.get(person.id) }) : '')
  return entries.map((entry) => ({
    ...entry,
    who: textOf(entry.actor),
    about: textOf(entry.subject) || (emails.get(waitlistEntryOf(entry) ?? '') ?? ''),
  }))
}

const lineOf = ({ createdAt, kind, who, about, network }: NamedEntry): string =>
  [
    createdAt,
    kind,
    `by ${who || 'the server'}`,
    about && about !== who && `about ${about}`,
    network && `from ${network}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Whether a look may succeed later: the server cannot be reached, restarts, or asks to wait. */
const mayRecover = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status >= 500 || error.status === 429)

/** Prints the newest entries, oldest of them first, then each new one as it comes, until Ctrl-C. Errors: those that no wait mends. */
const follow = async (session: Session, asked: AuditQuery, options: Options): Promise<void> => {
  const interruption = watchForInterruption()
  const { signal } = interruption
  const print = async (entries: AuditEntry[]) => {
    if (options.json) for (const entry of entries) printLine(printableJson(JSON.stringify(entry)))
    else for (const entry of await withNames(session, entries)) printLine(lineOf(entry))
  }
  let after: string | undefined
  let failures = 0
  while (!signal.aborted) {
    let isMore = false
    try {
      const { data, newest } = await session.api.audit.list({
        query: { ...asked, ...(after !== undefined && { after }) },
      })
      await print(after === undefined ? data.toReversed() : data)
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
  const session = await openSessionFor(options, 'audit', 'audit')
  const { project, person, kind, from, to, limit = 50 } = options
  const asked: AuditQuery = {
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
  if (data.length > 0)
    printLine(formatTable(columns, await withNames(session, data), { isColorful: options.color, room }))
  else if (!options.quiet) say('Nothing found.')
  if (nextCursor !== null && !options.quiet) say('There are more; --limit and --to reach them.')
}
