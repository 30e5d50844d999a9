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

/** Two short fields, one beside the other where there is room. */
export const sideBySide = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const
