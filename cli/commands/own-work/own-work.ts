import type { WorkRow, WorkSectionName } from '#shared/contract/index.ts'
import { nameOf } from '#shared/rules/person.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { today } from '#shared/rules/today.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions } from '#cli/context.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'

const sections: ReadonlyArray<[WorkSectionName, string]> = [
  ['now', 'Now'],
  ['next', 'Next'],
  ['waiting', 'Waiting'],
  ['waitingForMe', 'Waiting for me'],
]

/** A row as scripts read it; these fields stay. */
const asJson = ({ kind, id, project, task, person, reasons, since, answerBy, by, money, isDisputed }: WorkRow) => ({
  kind,
  id,
  projectID: project.id,
  project: project.title,
  number: task?.taskId ?? null,
  title: task?.title ?? null,
  dueOn: task?.dueOn ?? null,
  priority: task?.priority ?? null,
  person: person?.username ?? null,
  reasons,
  since,
  answerBy: answerBy ?? null,
  by,
  amountCents: money?.amountCents ?? null,
  currency: money?.currency ?? null,
  isDisputed,
})

/** What a row about money asks for; null for others. */
const moneyOf = ({ kind, money, person }: WorkRow): string | null => {
  if (!money) return null
  const amount = rewardText(money.amountCents, money.currency)
  const who = person ? nameOf(person) : 'somebody'
  if (kind === 'due') return `${amount} is owed to ${who}`
  return kind === 'payment' ? `confirm ${amount}` : `${who} proposes ${amount}`
}

const textOf = (row: WorkRow): string => {
  const { kind, project, task, person } = row
  if (!task) return person ? `${nameOf(person)} applied to ${project.title}` : `your application to ${project.title}`
  const due = task.dueOn === null ? '' : `, due ${task.dueOn}`
  const money = moneyOf(row)
  if (money) return `#${task.taskId} ${task.title} (${project.title}): ${money}`
  const by = kind === 'submission' && person ? `, handed in by ${nameOf(person)}` : ''
  const dispute = row.isDisputed ? ', in dispute' : ''
  return `#${task.taskId} ${task.title} (${project.title}${by}${due}${dispute})`
}

/** Prints what is the signed-in person's to do now and next, what they wait for, and what waits for them. */
export const printWork = async (options: GlobalOptions): Promise<void> => {
  const session = await openSessionFor(options, 'work', 'page for one’s own work')
  const { data } = await session.api.work.get({ query: { today: today() } })
  if (options.json)
    return printJson(Object.fromEntries(sections.map(([name]) => [name, data[name]?.rows.map(asJson) ?? null])))
  const shown = sections.filter(([name]) => (data[name]?.rows.length ?? 0) > 0)
  for (const [name, title] of shown)
    printLine([title, ...(data[name]?.rows ?? []).map((row) => `  ${printable(textOf(row))}`)].join('\n'))
  if (shown.length === 0 && !options.quiet) say('Nothing waits for you.')
}
