import type { Stage, Task } from '#shared/contract/index.ts'
import type { AiUse } from '#shared/contract/task-offer.ts'
import { stageOf } from '#shared/rules/stages.ts'
import { taskStatus, taskStatusLabel } from '#shared/rules/statuses.ts'
import { openSessionFor, requireCapability } from '#cli/capability.ts'
import { openSession, type GlobalOptions, type Session } from '#cli/context.ts'
import { CliError, usageError } from '#cli/exit-codes.ts'
import { printable } from '#cli/output/printable.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import type { Column } from '#cli/output/table.ts'
import { findStage, stagesIfAny } from '../projects/stages.ts'
import { type TaskStatusWord, taskStatusWords } from '#cli/words.ts'

const numberOf: Readonly<Record<TaskStatusWord, number>> = {
  assigned: taskStatus.assigned,
  'in-progress': taskStatus.inProgress,
  'under-review': taskStatus.underReview,
  completed: taskStatus.completed,
}

/** The status that was typed. Errors: CliError (usage) when there is none of that name. */
export const toStatusWord = (typed: string): TaskStatusWord => {
  const status = taskStatusWords.find((one) => one === typed)
  if (!status) throw usageError(`There is no status "${typed}": choose from ${taskStatusWords.join(', ')}.`)
  return status
}

/** A task as scripts read it; these fields stay. The stage is null where its status has none. */
const asJson = (task: Task, stages: readonly Stage[]) => ({
  id: task.id,
  number: task.taskId,
  projectID: task.projectID,
  title: task.title,
  description: task.description,
  status: taskStatusLabel(task.status),
  assignee: task.assignedToUsername ?? null,
  dueOn: task.dueOn ?? null,
  priority: task.priority ?? 'none',
  updatedAt: task.updatedAt,
  stage: stageOf(stages, task)?.name ?? null,
})
type Row = ReturnType<typeof asJson>

const columns: ReadonlyArray<Column<Row>> = [
  { title: '#', name: 'number', text: ({ number }) => number },
  { title: 'TITLE', name: 'title', text: ({ title }) => title },
  { title: 'STATUS', name: 'status', text: ({ status }) => status },
  { title: 'ASSIGNEE', name: 'assignee', text: ({ assignee }) => assignee ?? '' },
  { title: 'DUE', name: 'dueOn', text: ({ dueOn }) => dueOn ?? '' },
  { title: 'ID', name: 'id', text: ({ id }) => id },
]

const stageColumn: Column<Row> = { title: 'STAGE', name: 'stage', text: ({ stage }) => stage ?? '' }

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The ID of the task that was named by its ID, or by its number in a project. Errors: CliError (usage, or none such). */
export const findTaskID = async ({ api }: Session, named: string, project: string | undefined): Promise<string> => {
  if (ID.test(named)) return named
  const number = Number(named.replace(/^#/, ''))
  if (!Number.isInteger(number) || number < 1)
    throw usageError(`"${named}" is neither the ID nor the number of a task.`)
  if (project === undefined) throw usageError(`Name the project of task ${number} with --project.`)
  let cursor: string | null | undefined
  do {
    const query = { limit: 1000, ...(cursor && { cursor }) }
    const page = await api.tasks.byProject({ params: { projectId: project }, query })
    const found = page.data.find((task) => Number(task.taskId) === number)
    if (found) return found.id
    cursor = page.nextCursor
  } while (cursor)
  throw new CliError(`The project has no task ${number}.`)
}

type Options = GlobalOptions & { project?: string }
type ListOptions = GlobalOptions & { project: string; status?: TaskStatusWord; stage?: string; csv?: boolean }

const readTasks = async ({ api }: Session, project: string, status: number | undefined): Promise<Task[]> => {
  const tasks: Task[] = []
  let cursor: string | null | undefined
  do {
    const query = { limit: 1000, ...(cursor && { cursor }), ...(status !== undefined && { status }) }
    const page = await api.tasks.byProject({ params: { projectId: project }, query })
    tasks.push(...page.data)
    cursor = page.nextCursor
  } while (cursor)
  return tasks
}

/** Prints the tasks of a project, last changed first; with `stage` only those of that stage. */
export const listTasks = async ({ project, status, stage, ...options }: ListOptions): Promise<void> => {
  if (options.json && options.csv) throw usageError('Choose one of --json and --csv.')
  const session = await openSession(options)
  const wanted = stage === undefined ? undefined : await findStage(session, project, stage)
  const ofStatus = status ? numberOf[status] : wanted?.status
  const [tasks, stages] = await Promise.all([readTasks(session, project, ofStatus), stagesIfAny(session, project)])
  const rows = tasks
    .filter((task) => !wanted || stageOf(stages, task)?.id === wanted.id)
    .map((task) => asJson(task, stages))
  if (options.json) return printJson({ data: rows })
  const { formatCsv, formatTable, terminalWidth } = await import('#cli/output/table.ts')
  // Columns that scripts know keep their places.
  if (options.csv) return printLine(formatCsv([...columns, stageColumn], rows))
  const shown = stages.length > 0 ? columns.toSpliced(3, 0, stageColumn) : columns
  if (rows.length > 0) printLine(formatTable(shown, rows, { isColorful: options.color, room: terminalWidth() }))
  else if (!options.quiet) say('There are no tasks.')
}

/** Prints what a command has made of a task. What is done is not called failed because the names of stages cannot be read. */
const print = async (session: Session, task: Task, options: GlobalOptions, said: string): Promise<void> => {
  if (options.json) return printJson(asJson(task, await stagesIfAny(session, task.projectID).catch(() => [])))
  if (!options.quiet) say(said)
}

/** Prints one task. */
export const showTask = async (named: string, { project, ...options }: Options): Promise<void> => {
  const session = await openSession(options)
  const { data } = await session.api.tasks.get({ params: { id: await findTaskID(session, named, project) } })
  const task = asJson(data, await stagesIfAny(session, data.projectID))
  if (options.json) return printJson(task)
  const facts = [task.status, task.stage, task.assignee ?? 'nobody', task.dueOn && `due ${task.dueOn}`]
    .filter(Boolean)
    .join(' · ')
  printLine([`#${task.number} ${task.title}`, facts, '', task.description].map(printable).join('\n'))
}

type CreateOptions = GlobalOptions & {
  project: string
  title: string
  description: string
  stage?: string
  key?: string
}

/** Creates a task in a project, in its stage of that name. With a key that an earlier run has used, it prints the task of that run. */
export const createTask = async (asked: CreateOptions): Promise<void> => {
  const { project, title, description, stage: name, key, ...options } = asked
  const session = await openSession(options)
  if (key !== undefined) await requireCapability(session, 'tasks2', 'keys of tasks')
  const stage = name === undefined ? undefined : await findStage(session, project, name)
  const body = {
    ...{ projectID: project, title, description },
    ...(stage && { status: stage.status, stageID: stage.id }),
    ...(key !== undefined && { idempotencyKey: key }),
  }
  const { data } = await session.api.tasks.create({ body })
  await print(session, data, options, `Task #${data.taskId} is created.`)
}

/** Moves a task to another status. A task that has changed since is moved all the same: the status is all that is set. */
export const moveTask = async (
  named: string,
  status: TaskStatusWord,
  { project, ...options }: Options,
): Promise<void> => {
  const session = await openSession(options)
  const id = await findTaskID(session, named, project)
  const { data } = await session.api.tasks.update({ params: { id }, body: { status: numberOf[status] } })
  await print(session, data, options, `Task #${data.taskId} is ${taskStatusLabel(data.status)}.`)
}

/** Moves a task to a stage of its board, named by its name. */
export const stageTask = async (named: string, name: string, { project, ...options }: Options): Promise<void> => {
  const session = await openSession(options)
  const id = await findTaskID(session, named, project)
  const params = { id }
  const projectID = project ?? (await session.api.tasks.get({ params })).data.projectID
  const stage = await findStage(session, projectID, name)
  const { data } = await session.api.tasks.order({ params, body: { stageID: stage.id } })
  await print(session, data, options, `Task #${data.taskId} is in ${printable(stage.name)}.`)
}

/** Writes a comment on a task. */
export const commentTask = async (
  named: string,
  { project, text, ...options }: Options & { text: string },
): Promise<void> => {
  const session = await openSessionFor(options, 'talk', 'comments')
  const id = await findTaskID(session, named, project)
  const { data } = await session.api.comments.create({
    params: { id },
    body: { body: text, idempotencyKey: crypto.randomUUID() },
  })
  if (options.json) return printJson({ id: data.id, taskID: id })
  if (!options.quiet) say('The comment is written.')
}

/** Hands a task in for review. */
export const submitTask = async (
  named: string,
  { project, note = '', link = [], aiUse, ...options }: Options & { note?: string; link?: string[]; aiUse?: AiUse },
): Promise<void> => {
  const session = await openSessionFor(options, 'review', 'hand-ins')
  const id = await findTaskID(session, named, project)
  const { data } = await session.api.submissions.create({
    params: { id },
    body: { note, links: link, ...(aiUse && { aiUse }), idempotencyKey: crypto.randomUUID() },
  })
  await print(session, data.task, options, `Task #${data.task.taskId} is handed in for review.`)
}
