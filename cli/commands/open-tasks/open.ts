import type { OpenTask, OpenTaskMode, OpenTaskPage, OpenTaskSort } from '#shared/contract/open-tasks.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { aiRuleText, disputeTerms, takersText, termsOf } from '#shared/rules/offer-terms.ts'
import { nameOf } from '#shared/rules/person.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { hasCapability, openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions } from '#cli/context.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'

type ListOptions = GlobalOptions & {
  search?: string
  skill?: string
  minReward?: number
  currency?: string
  maxHours?: number
  mode?: OpenTaskMode
  forMe?: boolean
  project?: string
  sort?: OpenTaskSort
  limit: number
}

const rewardOf = ({ amountCents, currency }: OpenTask): string =>
  amountCents > 0 ? rewardText(amountCents, currency) : 'none'

/** A task as scripts read it; these fields stay. */
const asJson = (task: OpenTask) => ({
  id: task.id,
  number: task.taskId,
  title: task.title,
  projectID: task.project.id,
  project: task.project.title,
  amountCents: task.amountCents,
  currency: task.currency,
  hours: task.hours,
  dueOn: task.dueOn,
  mode: task.mode,
  leaseDays: task.leaseDays,
  takers: task.takers,
  skills: task.skills,
  aiRule: task.aiRule,
  may: task.may,
  whyNot: task.whyNot?.text ?? null,
})

const columns: ReadonlyArray<Column<OpenTask>> = [
  { title: 'TITLE', name: 'title', text: ({ title }) => title },
  { title: 'REWARD', name: 'reward', text: rewardOf },
  { title: 'HOURS', name: 'hours', text: ({ hours }) => (hours === null ? '' : String(hours)) },
  { title: 'DUE', name: 'dueOn', text: ({ dueOn }) => dueOn ?? '' },
  { title: 'MODE', name: 'mode', text: ({ mode }) => mode },
  { title: 'WHY NOT', name: 'whyNot', text: ({ whyNot }) => whyNot?.text ?? '' },
  { title: 'ID', name: 'id', text: ({ id }) => id },
]

/** The most tasks that a call answers. */
const PAGE = 50

/** Prints open tasks: those that anybody may take or apply for, with the reason where the caller may not. */
export const listOpen = async (asked: ListOptions): Promise<void> => {
  const { search, skill, minReward, currency, maxHours, mode, forMe, project, sort, limit, ...options } = asked
  const session = await openSessionFor(options, 'claims', 'open tasks')
  const query = {
    ...(search !== undefined && { q: search }),
    ...(skill !== undefined && { skill }),
    ...(minReward !== undefined && { minCents: minReward * 100 }),
    ...(currency !== undefined && { currency }),
    ...(maxHours !== undefined && { maxHours }),
    ...(mode && { mode }),
    ...(forMe && { forMe: 'true' as const }),
    ...(project !== undefined && { projectID: project }),
    ...(sort && { sort }),
  }
  const tasks: OpenTask[] = []
  let cursor: string | null = null
  do {
    const range = { limit: Math.min(PAGE, limit - tasks.length), ...(cursor !== null && { cursor }) }
    const page = await session.api.openTasks.list({ query: { ...query, ...range } })
    tasks.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null && tasks.length < limit)
  if (options.json) return printJson({ data: tasks.map(asJson) })
  const { formatTable, terminalWidth } = await import('#cli/output/table.ts')
  if (tasks.length > 0) printLine(formatTable(columns, tasks, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say(Object.keys(query).length > 0 ? 'No open task matches.' : 'No task is open yet.')
}

const textOf = (task: OpenTaskPage, hasDisputes: boolean): string => {
  const answerBy = daysAfter(new Date(), task.answerDays).toISOString().slice(0, 10)
  const facts = [
    task.amountCents > 0 ? rewardText(task.amountCents, task.currency) : 'No reward: for reputation',
    task.hours !== null && `${task.hours} hours`,
    task.dueOn !== null && `due ${task.dueOn}`,
    task.skills.length > 0 && task.skills.join(', '),
  ].filter((fact) => fact !== false)
  return [
    task.title,
    `${task.project.title}, task #${task.taskId}${task.project.owner ? `, ${nameOf(task.project.owner)} decides` : ''}`,
    facts.join(' · '),
    '',
    task.description,
    ...(task.doneWhen.length > 0 ? ['', 'Done when', ...task.doneWhen.map((line) => `- ${line}`)] : []),
    '',
    [...termsOf(task, answerBy), ...disputeTerms(task, hasDisputes), aiRuleText[task.aiRule], takersText(task)].join(
      ' ',
    ),
    task.whyNot
      ? `You may not ${task.mode === 'apply' ? 'apply' : 'take it'}: ${task.whyNot.text}`
      : 'You may take it.',
  ].join('\n')
}

/** Prints one open task: what is to be done, its terms, and why the caller may not take it. */
export const showOpen = async (id: string, options: GlobalOptions): Promise<void> => {
  const session = await openSessionFor(options, 'claims', 'open tasks')
  const { data } = await session.api.openTasks.get({ params: { id } })
  if (options.json)
    return printJson({
      ...asJson(data),
      ...{ state: data.state, description: data.description, doneWhen: data.doneWhen },
      ...{ reviewDays: data.reviewDays, payDays: data.payDays, answerDays: data.answerDays },
    })
  printLine(printable(textOf(data, await hasCapability(session, 'disputes'))))
}
