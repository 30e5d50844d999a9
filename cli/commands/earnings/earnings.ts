import type { Due } from '#shared/contract/dues.ts'
import { type ComingReward, EARNINGS_PAGE_MAX, type EarningsLine } from '#shared/contract/earnings.ts'
import type { RewardState } from '#shared/contract/reward-states.ts'
import { csvText } from '#shared/rules/csv.ts'
import { statementText, statementTimes } from '#shared/rules/earnings-file.ts'
import { answeredSentence, heldUpSentence } from '#shared/rules/reward-sentence.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { today } from '#shared/rules/today.ts'
import { openSessionFor } from '#cli/capability.ts'
import type { GlobalOptions, Session } from '#cli/context.ts'
import { usageError } from '#cli/exit-codes.ts'
import { printCsv, printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'

type Options = GlobalOptions & { csv?: boolean; year?: number; from?: string; to?: string }

/** A row of earnings as scripts read it; these fields stay. */
type Row = {
  kind: 'owed' | 'coming' | 'by me' | EarningsLine['kind']
  isLate: boolean
  /** The state of its reward; null for what was paid, and from older servers. */
  state: RewardState | null
  /** What keeps it from being paid or accepted, in words; empty for nothing but time. */
  waits: string
  project: string
  task: string
  amountCents: number
  currency: string
  date: string | null
  paymentID: string | null
  /** Who is owed what one's own projects owe; null in other rows. */
  person: string | null
}

const reader = () => ({ locale: 'en-US', zone: Intl.DateTimeFormat().resolvedOptions().timeZone, now: new Date() })

const ofDue =
  (kind: 'owed' | 'by me') =>
  (due: Due): Row => ({
    kind,
    isLate: due.isLate,
    state: due.reward?.state ?? null,
    waits: heldUpSentence(due, reader()) ?? '',
    project: due.project.title,
    task: due.title,
    amountCents: due.amountCents,
    currency: due.currency,
    date: due.waitsForPayee ? null : due.payBy,
    paymentID: null,
    person: kind === 'by me' ? due.person.username : null,
  })
const ofComing = (one: ComingReward): Row => ({
  kind: 'coming',
  isLate: false,
  state: one.reward?.state ?? null,
  waits: one.reward ? answeredSentence(one.reward, { ...reader(), currency: one.currency }) : '',
  project: one.project.title,
  task: one.title,
  amountCents: one.amountCents,
  currency: one.currency,
  date: one.by,
  paymentID: null,
  person: null,
})
const ofLine = (line: EarningsLine): Row => ({
  kind: line.kind,
  isLate: false,
  state: null,
  waits: '',
  project: line.project.title,
  task: line.task ?? '',
  amountCents: line.amountCents,
  currency: line.currency,
  date: line.at,
  paymentID: line.paymentID,
  person: null,
})

const money = ({ amountCents, currency }: Pick<Row, 'amountCents' | 'currency'>): string =>
  `${amountCents < 0 ? '-' : ''}${rewardText(Math.abs(amountCents), currency)}`

const paidColumns: ReadonlyArray<Column<Row>> = [
  { title: 'WHAT', name: 'kind', text: ({ kind, isLate }) => (isLate ? `${kind}, late` : kind) },
  { title: 'DAY', name: 'date', text: ({ date }) => (date === null ? '' : today(new Date(date))) },
  { title: 'AMOUNT', name: 'amountCents', text: money },
  { title: 'PROJECT', name: 'project', text: ({ project }) => project },
  { title: 'TASK', name: 'task', text: ({ task }) => task },
]
const columns: typeof paidColumns = [
  ...paidColumns,
  { title: 'TO', name: 'person', text: ({ person }) => person ?? '' },
  { title: 'WAITS FOR', name: 'waits', text: ({ waits }) => waits },
]

const open = (options: GlobalOptions): Promise<Session> => openSessionFor(options, 'payouts', 'earnings')

const requireOneForm = ({ csv = false, json }: Options): void => {
  if (csv && json) throw usageError('Choose one of --csv and --json.')
}

const printTable = async (shown: typeof paidColumns, rows: readonly Row[], { color }: GlobalOptions): Promise<void> => {
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  if (rows.length > 0) printLine(formatTable(shown, rows, { isColorful: color, room: terminalWidth() }))
}

const printSums = (sums: ReadonlyArray<{ currency: string; receivedCents: number }>): void => {
  for (const { currency, receivedCents } of sums)
    say(`${currency}: ${money({ amountCents: receivedCents, currency })} received.`)
}

/** Prints what is owed to the caller, what is coming, what was paid, and what their projects owe. */
export const listEarnings = async (options: Options): Promise<void> => {
  requireOneForm(options)
  const { api } = await open(options)
  const { owedToMe, owedByMe } = (await api.dues.own({})).data
  const rows: Row[] = []
  let cursor: string | null = null
  let first: Awaited<ReturnType<typeof api.earnings.list>> | undefined
  do {
    const page = await api.earnings.list({ query: { limit: EARNINGS_PAGE_MAX, ...(cursor !== null && { cursor }) } })
    first ??= page
    rows.push(...page.data.lines.map(ofLine))
    cursor = page.nextCursor
  } while (cursor !== null)
  rows.unshift(...owedToMe.map(ofDue('owed')), ...first.data.coming.map(ofComing))
  rows.push(...owedByMe.map(ofDue('by me')))
  if (options.json) return printJson({ data: { rows, sums: first.data.sums } })
  if (options.csv) {
    const cells = rows.map((row) => [
      row.kind,
      row.date ?? '',
      row.amountCents / 100,
      row.currency,
      row.project,
      row.task,
      row.person ?? '',
    ])
    return printCsv(csvText([['Kind', 'Time', 'Amount', 'Currency', 'Project', 'Task', 'To'], ...cells]))
  }
  await printTable(columns, rows, options)
  if (owedToMe.length === 0) say('Nothing is owed to you. Open tasks show what they pay.')
  printSums(first.data.sums)
}

/** Prints all that was paid to the caller, in a year, between two days, or ever. */
export const printStatement = async (options: Options): Promise<void> => {
  requireOneForm(options)
  const { year, from, to } = options
  if (year !== undefined && (from ?? to) !== undefined) throw usageError('Choose --year, or --from and --to.')
  const { api } = await open(options)
  const { data } = await api.earnings.statement({ query: statementTimes({ year, from, to }) })
  if (options.json) return printJson({ data })
  if (options.csv) return printCsv(statementText(data.lines))
  await printTable(paidColumns, data.lines.map(ofLine), options)
  if (data.lines.length === 0) say('Nothing was paid to you in this time.')
  printSums(data.sums)
}
