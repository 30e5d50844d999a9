import type { TaskPriority } from '#shared/contract/task-fields.ts'
import { taskStatusLabel } from '../statuses.ts'
import type { DraftComment, Note, Refusal } from './drafts.ts'
import type { Plan } from './plan.ts'

/** A plan as scripts read it; these fields stay. */
export type ShownPlan = {
  kind: string
  tasks: Array<{
    title: string
    description: string
    status: string
    stage: string | null
    priority: TaskPriority
    dueOn: string | null
    estimateHours: number | null
    labels: readonly string[]
    assignee: string | null
    doneWhen: ReadonlyArray<{ text: string; isDone: boolean }>
    comments: ReadonlyArray<DraftComment>
  }>
  notes: Note[]
  refused: Refusal[]
}

export const showPlan = (kind: string, { tasks, notes, refused }: Plan): ShownPlan => ({
  kind,
  tasks: tasks.map(({ sent, draft, assignee, comments }) => ({
    title: sent.title,
    description: sent.description,
    status: taskStatusLabel(sent.status),
    stage: draft.stage,
    priority: sent.priority ?? 'none',
    dueOn: sent.dueOn ?? null,
    estimateHours: sent.estimateHours ?? null,
    labels: sent.labels ?? [],
    assignee: assignee?.username ?? null,
    doneWhen: sent.doneWhen ?? [],
    comments: comments.map(({ author, on, body }) => ({ author, on, body })),
  })),
  notes,
  refused,
})
