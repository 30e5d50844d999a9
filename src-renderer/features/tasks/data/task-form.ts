import { z } from 'zod'
import { contract, type Stage, type Task } from '#shared/contract/index.ts'
import { type AllFields, changedMoreFields, moreFields } from '#shared/rules/task-fields.ts'
import { stageInForm } from './columns.ts'
import { bodyOfMore, fieldsOfMore, moreForm, moreValuesOf } from './more-form.ts'
import { assigneeName } from './task-rules.ts'

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
export type TaskFieldName = keyof TaskFormValues

/** How the fields of an open task are saved, each by itself. */
export type FieldSaving = {
  /** Saves what was chosen, or is to be saved by a key or a button. */
  save: (...names: TaskFieldName[]) => Promise<void>
  /** Saves what was typed in a field that is left. */
  leave: (name: TaskFieldName) => void
}

/** A member may not change the description, so its errors are not shown to them. */
export const taskFormOfMember = taskForm.extend({ description: z.string() })

/** The fields that show the server's errors about them; all other errors are shown above the form. */
export const shownErrors = ['title', 'description', 'status'] as const

export const valuesOf = (task: Task, stages: readonly Stage[]): TaskFormValues => ({
  title: task.title,
  description: task.description,
  status: task.status,
  stageID: stageInForm(stages, task),
  assignee: task.assignedToID ? { id: task.assignedToID, username: assigneeName(task) } : null,
  ...moreValuesOf(task),
})
export const fieldsOf = (values: TaskFormValues): AllFields => {
  const { title: name, description: text, status, stageID: _stage, assignee, ...more } = values
  return { title: name, description: text, status, assignedToID: assignee?.id ?? null, ...fieldsOfMore(more) }
}

const fieldNames = ['title', 'description', 'status', 'assignedToID'] as const
/** The names of the fields that differ between two states of the form. */
export const changedFields = (before: TaskFormValues, after: TaskFormValues): Array<keyof AllFields> => {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...fieldNames.filter((field) => was[field] !== is[field]), ...changedMoreFields(was, is)]
}

/** What is sent of the stage: nothing where the task stays in it, or comes to the first one of its new status by itself. */
const stageChange = (before: TaskFormValues, { status, stageID }: TaskFormValues) =>
  stageID === (status === before.status ? before.stageID : null) ? {} : { stageID }

/** What is sent to make one state of the form of the other. */
export const changesOf = (before: TaskFormValues, after: TaskFormValues) => {
  const changed = changedFields(before, after)
  const fields = fieldsOf(after)
  return {
    ...Object.fromEntries(fieldNames.filter((field) => changed.includes(field)).map((field) => [field, fields[field]])),
    ...bodyOfMore(
      fields,
      moreFields.filter((field) => changed.includes(field)),
    ),
    ...stageChange(before, after),
  }
}
