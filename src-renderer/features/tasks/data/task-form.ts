import { z } from 'zod'
import { contract } from '#shared/contract/index.ts'
import { moreForm } from './more-form.ts'

const { title, description } = contract.tasks.create.body.shape

/** The fields of both dialogs: the contract's, with the assignee as the picked person, and those beyond the first release. */
export const taskForm = z.object({
  title,
  description,
  status: z.int(),
  /** Null for the first stage of the status, and where it has none. */
  stageID: z.int().nullable(),
  assignee: z.object({ id: z.string(), username: z.string() }).nullable(),
  ...moreForm,
})
export type TaskFormValues = z.output<typeof taskForm>

/** A member may not change the description, so its errors are not shown to them. */
export const taskFormOfMember = taskForm.extend({ description: z.string() })

/** The fields that show the server's errors about them; all other errors are shown above the form. */
export const shownErrors = ['title', 'description', 'status'] as const
