import type { z } from 'zod'
import type { newTask } from '../contract/task.ts'

/** The values in the Create Task dialog. */
export type TaskDraft = {
  title: string
  description: string
  projectID: string
  /** Null sends no status, and the server chooses one. */
  status: number | null
  /** The person picked from the suggestions; text that was only typed names nobody. */
  assignee: { id: string } | string | null
  /** The fields beyond the first release that are set. */
  more?: Partial<z.input<typeof newTask>>
  /** The same for each try of one task; only servers of the second release take it. */
  key?: string | undefined
}

/**
 * The body that creates a task. It has an assignee only when one was picked from the suggestions, a status only when
 * one was chosen.
 */
export const newTaskBody = ({
  title,
  description,
  projectID,
  status,
  assignee,
  more,
  key,
}: TaskDraft): z.input<typeof newTask> => ({
  ...more,
  title: title.trim(),
  description: description.trim(),
  projectID,
  ...(status !== null && { status }),
  ...(key !== undefined && { idempotencyKey: key }),
  ...(assignee !== null && typeof assignee === 'object' && { assignedToID: assignee.id }),
})
