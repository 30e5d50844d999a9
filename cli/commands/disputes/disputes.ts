import { isApiError } from '#shared/api-client/api-error.ts'
import type { AdministeredDispute, Dispute, DisputeRow } from '#shared/contract/disputes.ts'
import {
  ADMINISTRATORS_LATE,
  disputeReasonLabels,
  disputeStateLabels,
  meaningOfRuling,
  sideLabels,
  waitsForText,
} from '#shared/rules/disputes.ts'
import { nameOf } from '#shared/rules/person.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { usageError } from '#cli/exit-codes.ts'
import { printable, printableLines } from '#cli/output/printable.ts'
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

/** What an administrator rules by, beside the dispute. */
type Grounds = Omit<AdministeredDispute, 'dispute'>

/** A dispute, for one of its sides or else, with its grounds, for an administrator, whose reading both sides see. */
const read = async ({ api }: Session, id: string): Promise<{ dispute: Dispute; grounds?: Grounds }> => {
  const params = { id }
  try {
    return { dispute: (await api.disputes.get({ params })).data }
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error
    const { dispute, ...grounds } = (await api.disputes.administer({ params })).data
    return { dispute, grounds }
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

/** A heading and its lines; nothing without lines. */
const part = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`\n${title}:`, ...lines.map(printableLines)] : []

const groundsOf = ({ terms, rounds, feed, entries }: Grounds): string[] => [
  ...part('Terms', [
    terms.description,
    ...terms.doneWhen.map((line) => `- ${line}`),
    `Reviewed within ${terms.reviewDays} days, paid within ${terms.payDays} days after that.`,
  ]),
  ...rounds.flatMap(({ round, createdAt, state, note, links, files, answer }) =>
    part(`Handed in, round ${round}, ${createdAt.slice(0, 10)}, ${state}`, [
      ...[note, ...links, ...files.map(({ name, size }) => `${name} (${size} bytes)`)],
      ...(answer === '' ? [] : [`Answer: ${answer}`]),
    ]),
  ),
  ...part(
    'Talk since the offer',
    feed.flatMap(({ comment }) =>
      comment && !comment.isDeleted ? [`${comment.author ? nameOf(comment.author) : 'Somebody'}: ${comment.body}`] : [],
    ),
  ),
  ...part(
    'Ledger',
    entries.map(
      ({ kind, amountCents, currency, createdAt }) =>
        `${createdAt.slice(0, 10)} ${kind} ${rewardText(amountCents, currency)}`,
    ),
  ),
]

/** Prints a dispute, with what it is ruled by for an administrator. */
export const showDispute = async (id: string, options: GlobalOptions): Promise<void> => {
  const { dispute, grounds } = await read(await open(options), id)
  if (options.json) return printJson({ ...asJson(dispute), ...grounds })
  for (const line of [...linesOf(dispute), ...(grounds ? groundsOf(grounds) : [])]) printLine(line)
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
    const { dispute, ...grounds } = (await api.disputes.administer({ params })).data
    const money = (cents: number) => rewardText(cents, dispute.currency)
    const meaning = meaningOfRuling(dispute, amountCents)
    if (!meaning) throw usageError(`Give an amount from ${money(dispute.paidCents)} to ${money(dispute.mostCents)}.`)
    for (const lines of [...linesOf(dispute), ...groundsOf(grounds)]) lines.split('\n').forEach(say)
    const { dueCents, releasedCents, givenUpCents, paidCents } = meaning
    const parts = `${money(dueCents)} due, ${money(releasedCents)} released, ${money(givenUpCents)} given up, ${money(paidCents)} paid already`
    if (!(await confirm(`${printable(dispute.title)}: ${parts}.\nRule ${money(amountCents)}?`)))
      return say('Nothing is ruled.')
  }
  const { data } = await api.disputes.rule({ params, body: { amountCents, text } })
  if (options.json) return printJson(asJson(data))
  if (!options.quiet) say(`${printable(data.title)} is ruled: ${rewardText(amountCents, data.currency)}.`)
}
