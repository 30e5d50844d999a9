import { type Due, DUES_PAGE_MAX, PAID_DUES_MAX } from '#shared/contract/dues.ts'
import { nameOf } from '#shared/rules/person.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { CliError, exitCode, usageError } from '#cli/exit-codes.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'
import { canAsk, confirm } from '#cli/terminal.ts'

/** A due as scripts read it; these fields stay. */
const asJson = (due: Due) => ({
  claimID: due.claimID,
  taskID: due.taskID,
  number: due.taskId,
  title: due.title,
  username: due.person.username,
  name: due.person.name,
  amountCents: due.amountCents,
  currency: due.currency,
  since: due.since,
  payBy: due.payBy,
  isLate: due.isLate,
})
type Row = ReturnType<typeof asJson>

const columns: ReadonlyArray<Column<Row>> = [
  { title: 'TASK', name: 'number', text: ({ number }) => (number === null ? '' : `#${number}`) },
  { title: 'TITLE', name: 'title', text: ({ title }) => title },
  { title: 'PERSON', name: 'username', text: ({ username }) => username },
  { title: 'AMOUNT', name: 'amountCents', text: ({ amountCents, currency }) => rewardText(amountCents, currency) },
  { title: 'PAY BY', name: 'payBy', text: ({ payBy }) => payBy.slice(0, 10) },
  { title: 'LATE', name: 'isLate', text: ({ isLate }) => (isLate ? 'yes' : '') },
]

const open = (options: GlobalOptions): Promise<Session> => openSessionFor(options, 'rewards', 'rewards')

/** All that a project owes, the earliest pay date first. */
const readDues = async ({ api }: Session, id: string, isLate: boolean): Promise<Due[]> => {
  const dues: Due[] = []
  let cursor: string | null = null
  do {
    const query = { limit: DUES_PAGE_MAX, ...(isLate && { late: 'true' as const }), ...(cursor !== null && { cursor }) }
    const page = await api.dues.list({ params: { id }, query })
    dues.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null)
  return dues
}

/** Prints what a project owes. */
export const listDues = async (
  project: string,
  { late = false, ...options }: GlobalOptions & { late?: boolean },
): Promise<void> => {
  const rows = (await readDues(await open(options), project, late)).map(asJson)
  if (options.json) return printJson({ data: rows })
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  if (rows.length > 0) printLine(formatTable(columns, rows, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say(late ? 'Nothing is late.' : 'Nobody is owed anything.')
}

const wordsOf = ({ title, person, amountCents, currency, ...due }: Due): string =>
  `#${due.taskId} ${printable(title)}: ${rewardText(amountCents, currency)} to ${printable(nameOf(person))}`

type PayOptions = GlobalOptions & { method?: string; note?: string; yes?: boolean }

/** Records what is owed for tasks as paid. Errors: CliError with the exit code 4 for a task for which nothing is owed. */
export const payDues = async (
  project: string,
  numbers: readonly number[],
  { method, note, yes, ...options }: PayOptions,
): Promise<void> => {
  const wanted = [...new Set(numbers)]
  if (wanted.length > PAID_DUES_MAX) throw usageError(`At most ${PAID_DUES_MAX} tasks are recorded at once.`)
  const session = await open(options)
  const dues = await readDues(session, project, false)
  const found = wanted.map((number) => {
    const due = dues.find((one) => Number(one.taskId) === number)
    if (!due) throw new CliError(`Nothing is owed for task #${number}.`, exitCode.refused)
    return due
  })
  const isAsked = !yes && canAsk()
  if (isAsked && !(await confirm(`${found.map(wordsOf).join('\n')}\nRecord as paid?`)))
    return say('Nothing is recorded.')
  const { data } = await session.api.dues.pay({
    params: { id: project },
    body: {
      ...{ taskIDs: found.map(({ taskID }) => taskID), idempotencyKey: crypto.randomUUID() },
      ...(method !== undefined && { method }),
      ...(note !== undefined && { note }),
    },
  })
  if (options.json)
    return printJson({
      data: data.map(({ id, task, username, amountCents, currency }) => ({
        id,
        number: task?.taskId ?? null,
        username,
        amountCents,
        currency,
      })),
    })
  if (!options.quiet) for (const due of found) say(`${wordsOf(due)} is recorded as paid.`)
}
