import type { DoneWhenLine, TaskPriority } from '../contract/task-fields.ts'
import type { ProjectRole } from '../contract/common.ts'
import { isManager } from './membership.ts'
import type { TaskFields } from './task-changes.ts'

/** The fields that a task has beyond the first release. */
export type MoreFields = {
  /** A day, YYYY-MM-DD. */
  dueOn: string | null
  priority: TaskPriority
  labelIDs: readonly number[]
  estimateHours: number | null
  doneWhen: readonly DoneWhenLine[]
  fileIDs: readonly string[]
  blockedByIDs: readonly string[]
}
export type AllFields = TaskFields & MoreFields
export const moreFields = [
  'dueOn',
  'priority',
  'labelIDs',
  'estimateHours',
  'doneWhen',
  'fileIDs',
  'blockedByIDs',
] as const satisfies ReadonlyArray<keyof MoreFields>

export const noMoreFields: MoreFields = {
  dueOn: null,
  priority: 'none',
  labelIDs: [],
  estimateHours: null,
  doneWhen: [],
  fileIDs: [],
  blockedByIDs: [],
}

/** Somebody's part in a task of their project. The creator is the person who made it. */
export type Standing = { role: ProjectRole; isCreator: boolean; isAssignee: boolean }

/** Owner and admin may change every field; these members may, too. */
type Who = 'whom it concerns' | 'nobody else' | 'its assignee'
const whoElse: Readonly<Record<keyof MoreFields | 'tick', Who>> = {
  dueOn: 'whom it concerns',
  priority: 'whom it concerns',
  labelIDs: 'whom it concerns',
  estimateHours: 'whom it concerns',
  doneWhen: 'nobody else',
  fileIDs: 'nobody else',
  blockedByIDs: 'nobody else',
  tick: 'its assignee',
}

const names: Readonly<Record<keyof MoreFields | 'tick', string>> = {
  dueOn: 'the due date',
  priority: 'the priority',
  labelIDs: 'the labels',
  estimateHours: 'the estimate',
  doneWhen: 'the lines of “Done when”',
  fileIDs: 'the files of a task',
  blockedByIDs: 'what blocks a task',
  tick: 'lines',
}

/** Why somebody may not change a field of a task, or tick its lines; null when they may. Server and screens both say this. */
export const whyNotField = (
  field: keyof MoreFields | 'tick',
  { role, isCreator, isAssignee }: Standing,
): string | null => {
  if (isManager(role)) return null
  const who = whoElse[field]
  if (who === 'its assignee') return isAssignee ? null : 'Only owners, admins and the assignee can tick lines.'
  if (who === 'whom it concerns')
    return isCreator || isAssignee
      ? null
      : `Only owners, admins, the task’s creator and its assignee can change ${names[field]}.`
  return `Only owners and admins can change ${names[field]}.`
}

/** The line that says who may change what is read as text; null for who may change everything. */
export const whoMayChange = ({ role, isCreator, isAssignee }: Standing): string | null => {
  if (isManager(role)) return null
  return isCreator || isAssignee
    ? 'Only owners and admins can change the description, the assignee, “Done when”, the files and what blocks the task.'
    : 'Only owners and admins can change these; the task’s creator and its assignee also the due date, priority, labels and estimate.'
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at])
const isSameLines = (a: readonly DoneWhenLine[], b: readonly DoneWhenLine[]): boolean =>
  a.length === b.length &&
  a.every(({ id, text, isDone }, at) => id === b[at]?.id && text === b[at].text && isDone === b[at].isDone)
const inOrder = <T extends string | number>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))

const isSame: { readonly [K in keyof MoreFields]: (a: MoreFields[K], b: MoreFields[K]) => boolean } = {
  dueOn: (a, b) => a === b,
  priority: (a, b) => a === b,
  // Of labels and tasks that block one, the order says nothing.
  labelIDs: (a, b) => isSameList(inOrder(a), inOrder(b)),
  estimateHours: (a, b) => a === b,
  doneWhen: isSameLines,
  fileIDs: isSameList,
  blockedByIDs: (a, b) => isSameList(inOrder(a), inOrder(b)),
}
const differs = <K extends keyof MoreFields>(field: K, a: MoreFields, b: MoreFields): boolean =>
  !isSame[field](a[field], b[field])

/** The fields in which two states of a task differ. */
export const changedMoreFields = (a: MoreFields, b: MoreFields): Array<keyof MoreFields> =>
  moreFields.filter((field) => differs(field, a, b))

/** What a task has of these fields, whether its host knows them or not. */
export const moreFieldsOf = (task: { readonly [K in keyof MoreFields]?: MoreFields[K] | undefined }): MoreFields => ({
  dueOn: task.dueOn ?? null,
  priority: task.priority ?? 'none',
  labelIDs: task.labelIDs ?? [],
  estimateHours: task.estimateHours ?? null,
  doneWhen: task.doneWhen ?? [],
  fileIDs: task.fileIDs ?? [],
  blockedByIDs: task.blockedByIDs ?? [],
})
