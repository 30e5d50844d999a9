import type { z } from 'zod'
import type { newTask } from '../contract/tasks.ts'

/** What the Create Task dialog holds. */
export type TaskDraft = {
  title: string
  description: string
  projectID: string
  /** Null sends none, and the server chooses. */
  status: number | null
  /** Who was picked from the suggestions; text that was only typed names nobody. */
  assignee: { id: string } | string | null
}

/** The body that creates a task: an assignee is sent only when picked from suggestions, a status only when chosen. */
export const newTaskBody = ({
  title,
  description,
  projectID,
  status,
  assignee,
}: TaskDraft): z.input<typeof newTask> => ({
  title: title.trim(),
  description: description.trim(),
  projectID,
  ...(status !== null && { status }),
  ...(assignee !== null && typeof assignee === 'object' && { assignedToID: assignee.id }),
})
