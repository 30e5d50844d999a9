import { exportedProject } from '#shared/contract/imports.ts'
import { taskStatusLabel } from '../statuses.ts'
import { personOf } from './cells.ts'
import { readDay } from './days.ts'
import { type DraftTask, type Drafts, emptyDraft, UnreadableImport } from './drafts.ts'
import { isObject } from './json.ts'

/** Whether a JSON value looks like one that our export has written. */
export const isExported = (value: unknown): boolean => isObject(value) && value['format'] === 'project-tasks'

/** The tasks of an exported project, as they were. Errors: UnreadableImport. */
export const draftsOfProject = (value: unknown, zone?: string): Drafts => {
  const read = exportedProject.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new UnreadableImport(`This export cannot be read: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const tasks = read.data.tasks.map((task, at): DraftTask => ({
    ...emptyDraft,
    line: at + 1,
    key: String(task.number),
    title: task.title,
    description: task.description,
    status: taskStatusLabel(task.status),
    stage: task.stage ?? taskStatusLabel(task.status),
    ownStage: task.stage ?? null,
    assignees: task.assignee === null ? [] : [personOf(task.assignee)],
    dueOn: task.dueOn ?? null,
    priority: task.priority ?? 'none',
    estimateHours: task.estimateHours ?? null,
    labels: task.labels ?? [],
    doneWhen: task.doneWhen ?? [],
    blockedBy: task.blockedBy.map(String),
    comments: task.comments.map(({ author, body, createdAt }) => ({
      author,
      on: readDay(createdAt, { zone }) ?? null,
      body,
    })),
  }))
  return {
    program: 'the export',
    tasks,
    notes: [],
    refused: [],
    labels: read.data.labels,
    stages: read.data.stages ?? [],
  }
}
