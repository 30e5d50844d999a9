import type { EventKind } from '#shared/contract/events.ts'
import type { Delivery, Webhook } from '#shared/contract/webhooks.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { CliError, exitCode } from '#cli/exit-codes.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'
import { canAsk, confirm } from '#cli/terminal.ts'

/** A webhook as scripts read it; these fields stay. */
const asJson = ({ id, target, kinds, state, hasTarget, secrets, madeAt }: Webhook) => ({
  ...{ id, target, kinds, state, hasTarget, secrets, madeAt },
})
type Row = ReturnType<typeof asJson>
/** A delivery as scripts read it; these fields stay. */
const deliveryAsJson = ({ id, kind, isDelivered, answer, tries, sentAt }: Delivery) => ({
  ...{ id, kind, isDelivered, answer, tries, sentAt },
})
type DeliveryLine = ReturnType<typeof deliveryAsJson>

const columns: ReadonlyArray<Column<Row>> = [
  { title: 'TARGET', name: 'target', text: ({ target }) => target },
  { title: 'STATE', name: 'state', text: ({ state, hasTarget }) => (hasTarget ? state : 'no such target') },
  { title: 'SECRETS', name: 'secrets', text: ({ secrets }) => String(secrets) },
  { title: 'KINDS', name: 'kinds', text: ({ kinds }) => kinds.join(', ') },
]
const deliveryColumns: ReadonlyArray<Column<DeliveryLine>> = [
  { title: 'SENT', name: 'sentAt', text: ({ sentAt }) => sentAt },
  { title: 'KIND', name: 'kind', text: ({ kind }) => kind },
  { title: 'ANSWER', name: 'answer', text: ({ answer }) => answer },
  { title: 'TRIES', name: 'tries', text: ({ tries }) => String(tries) },
  { title: 'ID', name: 'id', text: ({ id }) => id },
]

const open = (options: GlobalOptions): Promise<Session> => openSessionFor(options, 'webhooks', 'webhooks')
const print = async <T>(shown: ReadonlyArray<Column<T>>, rows: readonly T[], options: GlobalOptions): Promise<void> => {
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  printLine(formatTable(shown, rows, { isColorful: options.color, room: terminalWidth() }))
}

/** Prints the webhooks of a project. Errors: ApiError. */
export const listWebhooks = async (project: string, options: GlobalOptions): Promise<void> => {
  const { api } = await open(options)
  const { data, targets } = await api.webhooks.list({ params: { id: project } })
  if (options.json) return printJson({ data: data.map(asJson), targets })
  if (data.length > 0) await print(columns, data.map(asJson), options)
  if (options.quiet) return
  if (data.length === 0) say('There is no webhook.')
  say(`Targets: ${targets.map(printable).join(', ')}.`)
}

/** Adds a webhook, and prints its secret alone on standard output. Errors: ApiError. */
export const addWebhook = async (
  project: string,
  target: string,
  { kinds, ...options }: GlobalOptions & { kinds: string[] },
): Promise<void> => {
  const { api } = await open(options)
  // The server refuses what is no kind.
  const body = { target, kinds: kinds as EventKind[] }
  const { data } = await api.webhooks.add({ params: { id: project }, body })
  if (options.json) return printJson({ ...asJson(data), secret: data.secret })
  printLine(data.secret)
  if (!options.quiet) say(`${printable(target)} is sent these events. The secret is shown only this once.`)
}

/** Removes a webhook; asks before on a terminal. Errors: ApiError. */
export const removeWebhook = async (
  project: string,
  target: string,
  { yes, ...options }: GlobalOptions & { yes?: boolean },
): Promise<void> => {
  const { api } = await open(options)
  if (!yes && canAsk() && !(await confirm(`Send nothing more to ${printable(target)}?`)))
    return say('Nothing is removed.')
  await api.webhooks.remove({ params: { id: project, target } })
  if (options.json) return printJson({ target, isRemoved: true })
  if (!options.quiet) say(`Nothing more is sent to ${printable(target)}.`)
}

/** Makes a second secret and prints it, or removes the first one. Errors: ApiError. */
export const changeSecret = async (
  project: string,
  target: string,
  { removeFirst, ...options }: GlobalOptions & { removeFirst?: boolean },
): Promise<void> => {
  const { api } = await open(options)
  const params = { id: project, target }
  if (removeFirst) {
    await api.webhooks.dropSecret({ params })
    if (options.json) return printJson({ target, secret: null })
    if (!options.quiet) say('The first secret is gone.')
    return
  }
  const { data } = await api.webhooks.makeSecret({ params, body: {} })
  if (options.json) return printJson({ target, secret: data.secret })
  printLine(data.secret)
  if (!options.quiet) say('Both secrets sign for a day. This one is shown only this once.')
}

/** Prints all deliveries of the last days, the newest first. Errors: ApiError. */
export const listDeliveries = async (project: string, target: string, options: GlobalOptions): Promise<void> => {
  const { api } = await open(options)
  const rows: DeliveryLine[] = []
  let cursor: string | null = null
  do {
    const query = cursor === null ? {} : { cursor }
    const page: Awaited<ReturnType<typeof api.webhooks.deliveries>> = await api.webhooks.deliveries({
      params: { id: project, target },
      query,
    })
    rows.push(...page.data.map(deliveryAsJson))
    cursor = page.nextCursor
  } while (cursor !== null)
  if (options.json) return printJson({ data: rows })
  if (rows.length > 0) await print(deliveryColumns, rows, options)
  else if (!options.quiet) say('Nothing was sent in the last 7 days.')
}

/** Sends a delivery again. Errors: ApiError; exit code 1 where it is not taken. */
export const resend = async (
  project: string,
  target: string,
  deliveryID: string,
  options: GlobalOptions,
): Promise<void> => {
  const { api } = await open(options)
  const { data } = await api.webhooks.resend({ params: { id: project, target, deliveryID }, body: {} })
  if (options.json) printJson(deliveryAsJson(data))
  if (!data.isDelivered) throw new CliError(`It was not taken: ${printable(data.answer)}`, exitCode.failed)
  if (!options.json && !options.quiet) say(`It was taken: ${printable(data.answer)}`)
}
