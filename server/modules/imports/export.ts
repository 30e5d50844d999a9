import { Readable } from 'node:stream'
import type { ExportedProject } from '../../../shared/contract/index.ts'
import { csvField } from '../../../shared/rules/csv.ts'
import { safeFileName } from '../../../shared/rules/file-name.ts'
import { taskStatusLabel } from '../../../shared/rules/statuses.ts'
import { accessOf } from '../../access/access.ts'
import { requireMember } from '../../access/policy.ts'
import type { AppDeps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import type { Viewer } from '../../http/handlers.ts'
import { OutgoingFile } from '../../http/transfer.ts'
import { findAllComments } from '../comments/service.ts'
import { findAllTasks, findLabels } from '../tasks/service.ts'

type ExportedTask = ExportedProject['tasks'][number]

/** Everything that there is of a project's tasks, column by column from the top. */
const readProject = async (db: AppDeps['db'], projectID: string, title: string): Promise<ExportedProject> => {
  const [rows, labels, said] = await Promise.all([
    findAllTasks(db, projectID),
    findLabels(db, projectID),
    findAllComments(db, projectID),
  ])
  const nameOf = new Map(labels.map(({ id, name }) => [id, name]))
  const numberOf = new Map(rows.map(({ id, task_number }) => [id, task_number]))
  const commentsOn = new Map<string, ExportedTask['comments']>()
  for (const { task_id, author_username, body, created_at } of said) {
    const earlier = commentsOn.get(task_id) ?? []
    commentsOn.set(task_id, [...earlier, { author: author_username, body, createdAt: created_at.toISOString() }])
  }
  return {
    format: 'project-tasks',
    version: 1,
    project: { title },
    labels: labels.map(({ name, colour }) => ({ name, colour })),
    tasks: rows.map((row) => ({
      number: row.task_number,
      title: row.title,
      description: row.description,
      status: row.status,
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
      comments: commentsOn.get(row.id) ?? [],
    })),
  }
}

/** The columns of the CSV; the import of CSV knows these names. */
const columns: ReadonlyArray<[string, (task: ExportedTask) => string | number]> = [
  ['Number', ({ number }) => number],
  ['Title', ({ title }) => title],
  // A task that was added by its title alone has that as description, too; an import makes the same of an empty cell.
  ['Description', ({ title, description }) => (description === title ? '' : description)],
  ['Status', ({ status }) => taskStatusLabel(status)],
  ['Assignee', ({ assignee }) => assignee ?? ''],
  ['Due date', ({ dueOn }) => dueOn ?? ''],
  ['Priority', ({ priority }) => (priority === 'none' ? '' : priority)],
  ['Labels', ({ labels }) => labels.join(', ')],
  ['Estimate (hours)', ({ estimateHours }) => estimateHours ?? ''],
  ['Done when', ({ doneWhen }) => doneWhen.map(({ text, isDone }) => `[${isDone ? 'x' : ' '}] ${text}`).join('\n')],
  ['Blocked by', ({ blockedBy }) => blockedBy.join(', ')],
  ['Created by', ({ createdBy }) => createdBy ?? ''],
  ['Created at', ({ createdAt }) => createdAt],
  ['Changed at', ({ updatedAt }) => updatedAt],
  ['Comments', ({ comments }) => comments.length],
]
const csvOf = (tasks: readonly ExportedTask[]): string =>
  [columns.map(([name]) => name), ...tasks.map((task) => columns.map(([, valueOf]) => csvField(valueOf(task))))]
    .map((fields) => `${fields.join(',')}\r\n`)
    .join('')

/** A byte order mark, by which spreadsheets know that the file is UTF-8. */
const MARK = '\ufeff'

/** All tasks of a project as a file. Errors: 404, 403 for anybody but members. */
export const exportTasks = async (
  { db }: Pick<AppDeps, 'db'>,
  viewer: Viewer,
  projectID: string,
  format: 'csv' | 'json',
): Promise<OutgoingFile> => {
  const access = await accessOf(db, projectID, viewer.userID)
  requireMember(access)
  if (!access) throw notFound('Project not found')
  const project = await readProject(db, projectID, access.project.title)
  const text = format === 'csv' ? `${MARK}${csvOf(project.tasks)}` : `${JSON.stringify(project, null, 2)}\n`
  const bytes = Buffer.from(text)
  return new OutgoingFile({
    name: `${safeFileName(access.project.title.replace(/[/\\]/g, ' '))}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
    size: bytes.byteLength,
    stream: Readable.from([bytes]),
  })
}
