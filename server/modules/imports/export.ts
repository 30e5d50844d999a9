import { Readable } from 'node:stream'
import type { ExportedProject } from '#shared/contract/index.ts'
import { csvField } from '#shared/rules/csv.ts'
import { safeFileName } from '#shared/rules/file-name.ts'
import { stageOf } from '#shared/rules/stages.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { accessOf } from '#server/access/access.ts'
import { requireMember } from '#server/access/policy.ts'
import type { AppDeps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { OutgoingFile } from '#server/http/transfer.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { findComments, type Said } from '../comments/service.ts'
import { findLabels, findStages, findTaskOrder, findTasks, type TaskRow } from '../tasks/service.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
type ExportedTask = ExportedProject['tasks'][number]
/** A task without its comments, their number, and the ID of its row. */
type ExportedRow = { id: string; count: number; task: Omit<ExportedTask, 'comments'> }

/** The most tasks, of up to 20 kB each, in memory at a time. */
const TASKS_AT_ONCE = 50

/**
 * All tasks of a project, column by column from the top. Which tasks these are is asked at the beginning, and their rows are read as
 * the client takes them: so an export holds neither memory nor a connection to the database, however slowly it is taken. Errors: those
 * of somebody who is no member any more.
 */
async function* toldTasks({ db }: Deps, { userID }: Viewer, projectID: string): AsyncGenerator<ExportedRow[]> {
  const order = await findTaskOrder(db, projectID)
  const numberOf = new Map(order.map(({ id, task_number }) => [id, task_number]))
  const nameOf = new Map((await findLabels(db, projectID)).map(({ id, name }) => [id, name]))
  const stages = await findStages(db, projectID)
  const tell = (row: TaskRow): ExportedRow => ({
    id: row.id,
    count: row.comments,
    task: {
      number: row.task_number,
      title: row.title,
      description: row.description,
      status: row.status,
      ...(stages.length > 0 && { stage: stageOf(stages, row)?.name ?? null }),
      assignee: row.assigned_to_username,
      createdBy: row.created_by_username,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      dueOn: row.dueOn,
      priority: row.priority,
      estimateHours: row.estimate_hours,
      labels: row.labelIDs.flatMap((id) => nameOf.get(id) ?? []),
      doneWhen: row.done_when.map(({ text, isDone }) => ({ text, isDone })),
      // A task in Trash blocks nothing.
      blockedBy: row.blocked_by_ids.flatMap((id) => numberOf.get(id) ?? []).toSorted((a, b) => a - b),
    },
  })
  for (let from = 0; from < order.length; from += TASKS_AT_ONCE) {
    requireMember(await accessOf(db, projectID, userID))
    const ids = order.slice(from, from + TASKS_AT_ONCE).map(({ id }) => id)
    const rows = new Map((await findTasks(db, ids)).map((row) => [row.id, row]))
    yield ids.flatMap((id) => {
      const row = rows.get(id)
      return row ? [tell(row)] : []
    })
  }
}

const indented = (value: unknown, by: string): string => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)

/** A task of the JSON with its comments. */
async function* textOf({ task }: ExportedRow, said: Iterable<Said[]> | AsyncIterable<Said[]>): AsyncGenerator<string> {
  let isFirst = true
  yield `${indented(task, '    ').slice(0, -'\n    }'.length)},\n      "comments": [`
  for await (const part of said)
    for (const { author_username, body, created_at } of part) {
      const comment = { author: author_username, body, createdAt: created_at.toISOString() }
      yield `${isFirst ? '' : ','}\n        ${indented(comment, '        ')}`
      isFirst = false
    }
  yield `${isFirst ? '' : '\n      '}]\n    }`
}

/** The most comments, of up to 10 kB each, that are read at a time. */
const COMMENTS_AT_ONCE = 100

/** The tasks in groups that have not too many comments together; one that has too many is a group of its own. */
const grouped = (told: readonly ExportedRow[]): ExportedRow[][] => {
  const groups: ExportedRow[][] = []
  let left = 0
  for (const one of told) {
    if (one.count > left || groups.length === 0) {
      groups.push([])
      left = COMMENTS_AT_ONCE
    }
    groups.at(-1)?.push(one)
    left -= one.count
  }
  return groups
}

async function* commentsOf({ db }: Deps, taskID: string): AsyncGenerator<Said[]> {
  for (let after: Said | undefined; ;) {
    const part = await findComments(db, [taskID], { limit: COMMENTS_AT_ONCE, after })
    yield part
    if (part.length < COMMENTS_AT_ONCE) return
    after = part.at(-1)
  }
}

/** The JSON of the project, as `JSON.stringify` would write it all at once. */
async function* jsonOf(deps: Deps, viewer: Viewer, projectID: string, title: string): AsyncGenerator<string> {
  const labels = (await findLabels(deps.db, projectID)).map(({ name, colour }) => ({ name, colour }))
  const stages = (await findStages(deps.db, projectID)).map(({ name, status }) => ({ name, status }))
  const head = {
    format: 'project-tasks',
    version: 1,
    project: { title },
    labels,
    ...(stages.length > 0 && { stages }),
  } satisfies Partial<ExportedProject>
  yield `${JSON.stringify(head, null, 2).slice(0, -'\n}'.length)},\n  "tasks": [`
  let isFirst = true
  for await (const told of toldTasks(deps, viewer, projectID))
    for (const group of grouped(told)) {
      const isLarge = group.length === 1 && (group[0]?.count ?? 0) > COMMENTS_AT_ONCE
      const ids = group.filter(({ count }) => count > 0).map(({ id }) => id)
      const said = isLarge || ids.length === 0 ? [] : await findComments(deps.db, ids)
      for (const one of group) {
        yield `${isFirst ? '' : ','}\n    `
        isFirst = false
        yield* textOf(one, isLarge ? commentsOf(deps, one.id) : [said.filter(({ task_id }) => task_id === one.id)])
      }
    }
  yield `${isFirst ? '' : '\n  '}]\n}\n`
}

/** The columns of the CSV; the import of CSV knows these names. */
type CsvColumn = readonly [string, (told: ExportedRow) => string | number]
const stageColumn: CsvColumn = ['Stage', ({ task }) => task.stage ?? '']
const columns: readonly CsvColumn[] = [
  ['Number', ({ task }) => task.number],
  ['Title', ({ task }) => task.title],
  // A task that was added by its title alone has that as description, too; an import makes the same of an empty cell.
  ['Description', ({ task: { title, description } }) => (description === title ? '' : description)],
  ['Status', ({ task }) => taskStatusLabel(task.status)],
  ['Assignee', ({ task }) => task.assignee ?? ''],
  ['Due date', ({ task }) => task.dueOn ?? ''],
  ['Priority', ({ task }) => (task.priority === 'none' ? '' : task.priority)],
  ['Labels', ({ task }) => task.labels.join(', ')],
  ['Estimate (hours)', ({ task }) => task.estimateHours ?? ''],
  ['Done when', ({ task }) => task.doneWhen.map(({ text, isDone }) => `[${isDone ? 'x' : ' '}] ${text}`).join('\n')],
  ['Blocked by', ({ task }) => task.blockedBy.join(', ')],
  ['Created by', ({ task }) => task.createdBy ?? ''],
  ['Created at', ({ task }) => task.createdAt],
  ['Changed at', ({ task }) => task.updatedAt],
  ['Comments', ({ count }) => count],
]
const csvLine = (fields: ReadonlyArray<string | number>): string => `${fields.join(',')}\r\n`

/** A byte order mark, by which spreadsheets know that the file is UTF-8. */
const MARK = '\ufeff'

async function* csvOf(deps: Deps, viewer: Viewer, projectID: string): AsyncGenerator<string> {
  const hasStages = (await findStages(deps.db, projectID)).length > 0
  // Behind the status that it divides.
  const shown = columns.flatMap((one) => (hasStages && one[0] === 'Status' ? [one, stageColumn] : [one]))
  yield `${MARK}${csvLine(shown.map(([name]) => name))}`
  for await (const told of toldTasks(deps, viewer, projectID))
    yield told.map((one) => csvLine(shown.map(([, valueOf]) => csvField(valueOf(one))))).join('')
}

/** All tasks of a project as a file, which is made while it is sent. Errors: 404, 403 for anybody but members, 429. */
export const exportTasks = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID }, query: { format } }: Input<'imports.download'>,
): Promise<OutgoingFile> => {
  const access = await accessOf(deps.db, projectID, viewer.userID)
  requireMember(access)
  if (!access) throw notFound('Project not found')
  await requireWithin(deps.db, deps.clock.now(), limitOf('export-tasks', viewer.userID))
  const { title } = access.project
  const text = format === 'csv' ? csvOf(deps, viewer, projectID) : jsonOf(deps, viewer, projectID, title)
  return new OutgoingFile({
    name: `${safeFileName(title.replace(/[/\\]/g, ' '))}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
    stream: Readable.from(text, { objectMode: false }),
  })
}
