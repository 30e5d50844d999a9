import type { Notice } from '#shared/contract/notifications.ts'
import { noticeSentence } from '#shared/rules/notice-text.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions } from '#cli/context.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import { type Column, formatTable, terminalWidth } from '#cli/output/table.ts'
import type { InboxView, NoticeMark } from '#cli/words.ts'

const open = async (options: GlobalOptions) => {
  const session = await openSessionFor(options, 'inbox', 'inbox')
  return session
}

const columns: ReadonlyArray<Column<Notice>> = [
  { title: 'ID', name: 'id', text: ({ id }) => id },
  { title: 'NEW', name: 'isUnread', text: ({ isUnread }) => (isUnread ? 'new' : '') },
  { title: 'SINCE', name: 'updatedAt', text: ({ updatedAt }) => updatedAt.slice(0, 10) },
  { title: 'WHAT', name: 'text', text: noticeSentence },
]

/** A notice as scripts read it; these fields stay. */
const asJson = (notice: Notice) => ({
  id: notice.id,
  kind: notice.kind,
  text: noticeSentence(notice),
  isUnread: notice.isUnread,
  count: notice.count,
  projectID: notice.project?.id ?? null,
  taskID: notice.task?.id ?? null,
  requestID: notice.requestID,
  address: notice.address,
  updatedAt: notice.updatedAt,
})

type ListOptions = GlobalOptions & { view: InboxView; limit: number }

/** Prints the newest notices of a view of the inbox. */
export const listInbox = async ({ view, limit, ...options }: ListOptions): Promise<void> => {
  const { api } = await open(options)
  const { data, nextCursor } = await api.notifications.list({ query: { view, limit } })
  if (options.json) return printJson({ data: data.map(asJson) })
  if (data.length > 0) printLine(formatTable(columns, data, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say('Nothing waits for you.')
  if (nextCursor !== null && !options.quiet) say(`There are more; --limit prints up to 100.`)
}

/** Marks notices read, unread or done. Notices that are gone are passed over, as the server does. */
export const markInbox = async (as: NoticeMark, ids: string[], options: GlobalOptions): Promise<void> => {
  const { api } = await open(options)
  await api.notifications.mark({ body: { ids, as } })
  if (options.json) return printJson({ ids, as })
  if (!options.quiet) say(ids.length === 1 ? `The notice is ${as}.` : `${ids.length} notices are ${as}.`)
}
