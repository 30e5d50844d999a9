import { exportedProject } from '#shared/contract/imports.ts'
import { taskStatusLabel } from '../statuses.ts'
import { type DraftTask, type Drafts, UnreadableImport } from './drafts.ts'

/** Whether a JSON value looks like one that our export has written. */
export const isExported = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'project-tasks'

/** The tasks of an exported project, as they were. Errors: UnreadableImport. */
export const draftsOfProject = (value: unknown): Drafts => {
  const read = exportedProject.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new UnreadableImport(`This export cannot be read: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const tasks = read.data.tasks.map((task, at): DraftTask => ({
    line: at + 1,
    where: `Task ${task.number}`,
    key: String(task.number),
    title: task.title,
    description: task.description,
    status: taskStatusLabel(task.status),
    assignees: task.assignee === null ? [] : [task.assignee],
    dueOn: task.dueOn ?? null,
    priority: task.priority ?? 'none',
    estimateHours: task.estimateHours ?? null,
    labels: task.labels ?? [],
    doneWhen: task.doneWhen ?? [],
    blockedBy: task.blockedBy.map(String),
    comments: task.comments.map(
      ({ author, body, createdAt }) => `**${author ?? 'Somebody'}** wrote on ${createdAt.slice(0, 10)}:\n\n${body}`,
    ),
    unread: [],
  }))
  return { tasks, problems: [], labels: read.data.labels }
}
