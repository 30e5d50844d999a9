import { z } from 'zod'
import { contract } from '../../../shared/contract/index.ts'

const { title, description } = contract.tasks.create.body.shape

/** What both dialogs hold: the contract's fields, with the assignee as the person that was picked. */
export const taskForm = z.object({
  title,
  description,
  status: z.int(),
  assignee: z.object({ id: z.string(), username: z.string() }).nullable(),
})
export type TaskFormValues = z.output<typeof taskForm>

/** Who may not change the description is not asked to mend it. */
export const taskFormOfMember = taskForm.extend({ description: z.string() })

/** The fields that show what the server says is wrong with them; all else is shown above the form. */
export const shownErrors = ['title', 'description', 'status'] as const
