import { isApiError } from '#shared/api-client/api-error.ts'
import type { Dispute, DisputeRow } from '#shared/contract/disputes.ts'
import {
  ADMINISTRATORS_LATE,
  disputeReasonLabels,
  disputeStateLabels,
  meaningOfRuling,
  sideLabels,
  waitsForText,
} from '#shared/rules/disputes.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { usageError } from '#cli/exit-codes.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'
import { canAsk, confirm } from '#cli/terminal.ts'

/** A dispute as scripts read it in a list; these fields stay. */
const rowAsJson = (row: DisputeRow) => ({
  id: row.id,
  taskID: row.taskID,
  title: row.title,
  side: row.side,
  reason: row.reason,
  state: row.state,
  openedAt: row.openedAt,
  waitsFor: row.waitsFor,
  by: row.by,
  isLate: row.isLate,
  endedAt: row.endedAt,
})
type Row = ReturnType<typeof rowAsJson>
/** And alone. */
const asJson = (dispute: Dispute) => ({
  ...rowAsJson(dispute),
  askCents: dispute.askCents,
  mostCents: dispute.mostCents,
  dueCents: dispute.dueCents,
  paidCents: dispute.paidCents,
  currency: dispute.currency,
  holder: dispute.holder.username,
  statements: dispute.statements.map(({ side, username, text, createdAt }) => ({ side, username, text, createdAt })),
  ruling: dispute.ruling,
})

const columns: ReadonlyArray<Column<Row>> = [
  { title: 'TASK', name: 'title', text: ({ title }) => title },
  { title: 'ABOUT', name: 'reason', text: ({ reason }) => disputeReasonLabels[reason] },
  { title: 'STATE', name: 'state', text: ({ state }) => disputeStateLabels[state] },
  { title: 'WAITS FOR', name: 'waitsFor', text: waitsForText },
  { title: 'BY', name: 'by', text: ({ by }) => by?.slice(0, 10) ?? '' },
  { title: 'ID', name: 'id', text: ({ id }) => id },
]

const open = (options: GlobalOptions): Promise<Session> => openSessionFor(options, 'disputes', 'disputes')

/** Prints the caller's disputes, or all of them for an administrator. */
export const listDisputes = async ({ all = false, ...options }: GlobalOptions & { all?: boolean }): Promise<void> => {
  const { api } = await open(options)
  const rows = (all ? await api.disputes.queue({}) : await api.disputes.list({})).data.map(rowAsJson)
  if (options.json) return printJson({ data: rows })
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  if (rows.length > 0) printLine(formatTable(columns, rows, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say('There is no dispute.')
}

/** A dispute, for one of its sides or else for an administrator, whose reading both sides see. */
const read = async ({ api }: Session, id: string): Promise<Dispute> => {
  const params = { id }
  try {
    return (await api.disputes.get({ params })).data
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error
    return (await api.disputes.administer({ params })).data.dispute
  }
}

const linesOf = (dispute: Dispute): string[] => {
  const money = (cents: number) => rewardText(cents, dispute.currency)
  const { title, reason, state, openedAt, by, isLate, statements, ruling } = dispute
  const waits = by === null ? '' : ` Waits for: ${waitsForText(dispute)}, until ${by.slice(0, 10)}.`
  return [
    `${printable(title)}: in dispute since ${openedAt.slice(0, 10)} (${disputeReasonLabels[reason]})`,
    `${disputeStateLabels[state]}.${waits}${isLate ? ` ${ADMINISTRATORS_LATE}` : ''}`,
    `Asked for: ${money(dispute.askCents)} of ${money(dispute.mostCents)}. Paid: ${money(dispute.paidCents)}.`,
    ...statements.map(
      ({ side, username, text }) => `\n${sideLabels[side]} (${printable(username)}):\n${printable(text)}`,
    ),
    ...(ruling ? [`\nRuled: ${money(ruling.amountCents)}\n${printable(ruling.text)}`] : []),
  ]
}

/** Prints a dispute. */
export const showDispute = async (id: string, options: GlobalOptions): Promise<void> => {
  const dispute = await read(await open(options), id)
  if (options.json) return printJson(asJson(dispute))
  for (const line of linesOf(dispute)) printLine(line)
}

/** Rules a dispute, for an administrator. Errors: CliError for an amount beyond its bounds; ApiError. */
export const ruleDispute = async (
  id: string,
  amountCents: number,
  { text, yes, ...options }: GlobalOptions & { text: string; yes?: boolean },
): Promise<void> => {
  const { api } = await open(options)
  const params = { id }
  if (!yes && canAsk()) {
    const { dispute } = (await api.disputes.administer({ params })).data
    const money = (cents: number) => rewardText(cents, dispute.currency)
    const meaning = meaningOfRuling(dispute, amountCents)
    if (!meaning) throw usageError(`Give an amount from ${money(dispute.paidCents)} to ${money(dispute.mostCents)}.`)
    const { dueCents, releasedCents, givenUpCents, paidCents } = meaning
    const parts = `${money(dueCents)} due, ${money(releasedCents)} released, ${money(givenUpCents)} given up, ${money(paidCents)} paid already`
    if (!(await confirm(`${printable(dispute.title)}: ${parts}.\nRule ${money(amountCents)}?`)))
      return say('Nothing is ruled.')
  }
  const { data } = await api.disputes.rule({ params, body: { amountCents, text } })
  if (options.json) return printJson(asJson(data))
  if (!options.quiet) say(`${printable(data.title)} is ruled: ${rewardText(amountCents, data.currency)}.`)
}
