import { z } from 'zod'
import {
  contract,
  ESTIMATE_MAX,
  ESTIMATE_MIN,
  type Task,
  type TaskPriority,
  taskPriorities,
} from '#shared/contract/index.ts'
import { whyNoDay } from '#lib/read-day.ts'
import { changedMoreFields, type MoreFields, moreFieldsOf, noMoreFields } from '#shared/rules/task-fields.ts'

/** A line of 'Done when' as it is edited; a new one has no ID yet. Ticks are saved by themselves and are no part of it. */
export type EditedLine = { id?: string | undefined; text: string }

const ESTIMATE_TEXT = `Please enter ${ESTIMATE_MIN} to ${ESTIMATE_MAX} hours.`
const hoursOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))
const { estimateHours } = contract.tasks.create.body.shape

/**
 * The fields beyond the first release. Lists are text (JSON) in the form, because the form keeps typed values field by
 * field when a newer task arrives, and a list is one field.
 */
export const moreForm = {
  dueOn: z.string().superRefine((text, context) => {
    const message = whyNoDay(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  }),
  priority: z.enum(taskPriorities),
  estimate: z.string().refine((text) => estimateHours.safeParse(hoursOf(text)).success, ESTIMATE_TEXT),
  labels: z.string(),
  lines: z.string(),
  files: z.string(),
  blockers: z.string(),
}
export type MoreValues = {
  dueOn: string
  priority: TaskPriority
  estimate: string
  labels: string
  lines: string
  files: string
  blockers: string
}
export type ListName = 'labels' | 'lines' | 'files' | 'blockers'

export const writeList = (items: readonly unknown[]): string => JSON.stringify(items)
/** What a list of the form says; the form writes it itself, so that it is what it was written as. */
export const readList = <T>(text: string): T[] => JSON.parse(text) as T[]

const valuesOfFields = (fields: MoreFields): MoreValues => ({
  dueOn: fields.dueOn ?? '',
  priority: fields.priority,
  estimate: fields.estimateHours === null ? '' : String(fields.estimateHours),
  labels: writeList(fields.labelIDs),
  lines: writeList(fields.doneWhen.map(({ id, text }) => ({ id, text }))),
  files: writeList(fields.fileIDs),
  blockers: writeList(fields.blockedByIDs),
})
export const noMoreValues: MoreValues = valuesOfFields(noMoreFields)
export const moreValuesOf = (task: Task): MoreValues => valuesOfFields(moreFieldsOf(task))

/** The fields that the form says. Empty lines are none. */
export const fieldsOfMore = (values: MoreValues): MoreFields => ({
  dueOn: values.dueOn || null,
  priority: values.priority,
  estimateHours: hoursOf(values.estimate),
  labelIDs: readList(values.labels),
  doneWhen: readList<EditedLine>(values.lines)
    .map(({ id = '', text }) => ({ id, text: text.trim(), isDone: false }))
    .filter(({ text }) => text !== ''),
  fileIDs: readList(values.files),
  blockedByIDs: readList(values.blockers),
})

type Body = z.input<typeof contract.tasks.update.body>
export type MoreChanges = Pick<Body, keyof MoreFields>

/** What is sent for these fields of the form. A line that stays is sent without its tick, which it then keeps. */
export const bodyOfMore = (fields: MoreFields, names: ReadonlyArray<keyof MoreFields>): MoreChanges => {
  const all: Required<MoreChanges> = {
    ...fields,
    labelIDs: [...fields.labelIDs],
    fileIDs: [...fields.fileIDs],
    blockedByIDs: [...fields.blockedByIDs],
    doneWhen: fields.doneWhen.map(({ id, text }) => ({ ...(id && { id }), text })),
  }
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}

/** What is sent for a new task: only what is set. */
export const bodyOfNew = (values: MoreValues): MoreChanges => {
  const fields = fieldsOfMore(values)
  return bodyOfMore(fields, changedMoreFields(noMoreFields, fields))
}
