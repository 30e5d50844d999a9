import { v7 as uuidv7 } from 'uuid'
import type { EventData } from '#shared/contract/events.ts'
import type { DoneWhenLine } from '#shared/contract/index.ts'
import { changedMoreFields, type MoreFields, type Standing, whyNotField } from '#shared/rules/task-fields.ts'
import type { Tx } from '#server/db/pool.ts'
import { forbidden, invalid } from '#server/http/errors.ts'
import { blocksItself, countFiles, countLabels, countTasks, holdBlocking } from './references-repository.ts'
import type { TaskRow } from './repository.ts'

type NewLine = { id?: string | undefined; text: string; isDone?: boolean | undefined }
/** The fields beyond the first release that a call may send; what it does not send stays. */
export type EditOfMore = Partial<{ [K in Exclude<keyof MoreFields, 'doneWhen'>]: MoreFields[K] | undefined }> & {
  doneWhen?: readonly NewLine[] | undefined
  /** One label more or less than the task has then. */
  addLabelID?: number | undefined
  removeLabelID?: number | undefined
}

export const moreOf = (row: TaskRow): MoreFields => ({
  dueOn: row.dueOn,
  priority: row.priority,
  labelIDs: row.labelIDs,
  estimateHours: row.estimate_hours,
  doneWhen: row.done_when,
  fileIDs: row.file_ids,
  blockedByIDs: row.blocked_by_ids,
})

/** A line that stays keeps its ID, and its tick where none is sent. */
const mergeLines = (before: readonly DoneWhenLine[], lines: readonly NewLine[]): DoneWhenLine[] =>
  lines.map(({ id = uuidv7(), text, isDone }) => ({
    id,
    text,
    isDone: isDone ?? before.find((line) => line.id === id)?.isDone ?? false,
  }))

const mergeLabels = (before: readonly number[], { labelIDs = before, addLabelID, removeLabelID }: EditOfMore) => {
  const kept = removeLabelID === undefined ? labelIDs : labelIDs.filter((id) => id !== removeLabelID)
  return addLabelID === undefined || kept.includes(addLabelID) ? kept : [...kept, addLabelID]
}

export const mergeMore = (before: MoreFields, edit: EditOfMore): MoreFields => ({
  dueOn: edit.dueOn === undefined ? before.dueOn : edit.dueOn,
  priority: edit.priority ?? before.priority,
  labelIDs: mergeLabels(before.labelIDs, edit),
  estimateHours: edit.estimateHours === undefined ? before.estimateHours : edit.estimateHours,
  doneWhen: edit.doneWhen ? mergeLines(before.doneWhen, edit.doneWhen) : before.doneWhen,
  fileIDs: edit.fileIDs ?? before.fileIDs,
  blockedByIDs: edit.blockedByIDs ?? before.blockedByIDs,
})

export const changesOfMore = changedMoreFields

/** Errors: 403 with the reason for the first of these fields that the person may not change. */
export const requireMayChange = (fields: ReadonlyArray<keyof MoreFields>, standing: Standing): void => {
  for (const field of fields) {
    const reason = whyNotField(field, standing)
    if (reason !== null) throw forbidden(reason)
  }
}

/**
 * Sees to it that what a task newly refers to is of its project, and stays there until the transaction ends; and that no task
 * blocks itself, also over others. Errors: 422.
 */
export const requireReferences = async (
  tx: Tx,
  { projectID, taskID }: { projectID: string; taskID: string },
  before: MoreFields,
  after: MoreFields,
): Promise<void> => {
  const fresh = <T>(is: readonly T[], was: readonly T[]): T[] => is.filter((item) => !was.includes(item))
  const labelIDs = fresh(after.labelIDs, before.labelIDs)
  if (labelIDs.length > 0 && (await countLabels(tx, projectID, labelIDs)) < labelIDs.length)
    throw invalid('labelIDs', 'There is no such label in this project.')
  const fileIDs = fresh(after.fileIDs, before.fileIDs)
  if (fileIDs.length > 0 && (await countFiles(tx, projectID, fileIDs)) < fileIDs.length)
    throw invalid('fileIDs', 'A task can only have files of its own project.')
  const blockers = fresh(after.blockedByIDs, before.blockedByIDs)
  if (blockers.length === 0) return
  if (blockers.includes(taskID)) throw invalid('blockedByIDs', 'A task cannot block itself.')
  await holdBlocking(tx, projectID)
  if ((await countTasks(tx, projectID, blockers)) < blockers.length)
    throw invalid('blockedByIDs', 'A task can only be blocked by tasks of its own project.')
  if (await blocksItself(tx, taskID, blockers))
    throw invalid('blockedByIDs', 'These tasks would block each other in a circle.')
}

/** What the log says of changed fields; undefined when none has changed. */
export const eventOfFields = (
  texts: readonly string[],
  before: MoreFields,
  after: MoreFields,
): EventData<'task.changed'> | undefined => {
  const fields = [...texts, ...changedMoreFields(before, after)]
  if (fields.length === 0) return undefined
  return {
    fields,
    ...(fields.includes('dueOn') && { dueOn: { from: before.dueOn, to: after.dueOn } }),
    ...(fields.includes('priority') && { priority: { from: before.priority, to: after.priority } }),
  }
}
