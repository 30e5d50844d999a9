import type { OwnWork, WorkRow } from '#shared/contract/index.ts'
import { nameOf } from '#shared/rules/person.ts'
import { today } from '#shared/rules/today.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions } from '#cli/context.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'

const sections: ReadonlyArray<[keyof OwnWork, string]> = [
  ['now', 'Now'],
  ['next', 'Next'],
  ['waiting', 'Waiting'],
  ['waitingForMe', 'Waiting for me'],
]

/** A row as scripts read it; these fields stay. */
const asJson = ({ kind, id, project, task, person, reasons, since, answerBy }: WorkRow) => ({
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
})

const textOf = ({ kind, project, task, person }: WorkRow): string => {
  if (!task) return person ? `${nameOf(person)} applied to ${project.title}` : `your application to ${project.title}`
  const due = task.dueOn === null ? '' : `, due ${task.dueOn}`
  const by = kind === 'submission' && person ? `, handed in by ${nameOf(person)}` : ''
  return `#${task.taskId} ${task.title} (${project.title}${by}${due})`
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
