import type { Report, ReportDecision, ReportState } from '#shared/contract/reports.ts'
import { reportedLabel, reportReasonLabels, reportStateLabels } from '#shared/rules/reports.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'
import { canAsk, confirm } from '#cli/terminal.ts'

/** A report as scripts read it; these fields stay. */
const asJson = (report: Report) => ({
  id: report.id,
  kind: report.kind,
  part: report.part,
  thing: report.thing && { id: report.thing.id, title: report.thing.title, isHidden: report.thing.isHidden },
  reported: report.reported?.username ?? null,
  reporter: report.reporter?.username ?? null,
  reason: report.reason,
  text: report.text,
  createdAt: report.createdAt,
  state: report.state,
  decision: report.decision,
  decisionText: report.decisionText,
  appealText: report.appealText,
  isGranted: report.isGranted,
  others: report.others.length,
})
type Row = ReturnType<typeof asJson>

const columns: ReadonlyArray<Column<Row>> = [
  { title: 'KIND', name: 'kind', text: reportedLabel },
  { title: 'THING', name: 'thing', text: ({ thing }) => thing?.title ?? 'Gone' },
  { title: 'REASON', name: 'reason', text: ({ reason }) => reportReasonLabels[reason] },
  { title: 'STATE', name: 'state', text: ({ state }) => reportStateLabels[state] },
  { title: 'BY', name: 'reporter', text: ({ reporter }) => reporter ?? '' },
  { title: 'ID', name: 'id', text: ({ id }) => id },
]

const open = (options: GlobalOptions): Promise<Session> => openSessionFor(options, 'reports', 'reports')

/** Prints what waits for a decision, or the reports of a state, the oldest first. */
export const listReports = async ({ state, ...options }: GlobalOptions & { state?: ReportState }): Promise<void> => {
  const { api } = await open(options)
  const rows: Row[] = []
  let cursor: string | null | undefined
  do {
    const page = await api.reports.queue({ query: { ...(state && { state }), ...(cursor && { cursor }) } })
    rows.push(...page.data.map(asJson))
    cursor = page.nextCursor
  } while (cursor)
  if (options.json) return printJson({ data: rows })
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  if (rows.length > 0) printLine(formatTable(columns, rows, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say('There is no report.')
}

const acts = { dismiss: 'Dismiss the report, or grant the appeal?', hide: 'Hide it?', suspend: 'Suspend the person?' }

/** Decides a report, for an administrator; asks before hiding and suspending on a terminal. Errors: ApiError. */
export const decideReport = async (
  id: string,
  decision: ReportDecision,
  { text, yes, ...options }: GlobalOptions & { text: string; yes?: boolean },
): Promise<void> => {
  const { api } = await open(options)
  if (decision !== 'dismiss' && !yes && canAsk() && !(await confirm(acts[decision]))) return say('Nothing is decided.')
  const { data } = await api.reports.decide({ params: { id }, body: { decision, text } })
  if (options.json) return printJson(asJson(data))
  if (!options.quiet) say(`${printable(data.thing?.title ?? 'It')}: ${reportStateLabels[data.state].toLowerCase()}.`)
}
