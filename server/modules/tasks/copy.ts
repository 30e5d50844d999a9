import { type ImportedTask, IMPORT_MAX } from '#shared/contract/imports.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { Tx } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'
import { invalid } from '#server/http/errors.ts'
import { importTasks } from './import.ts'
import { findLabels, insertLabel } from './labels-repository.ts'
import { findTasksToCopy } from './repository.ts'
import { copyTemplates } from './templates.ts'

/**
 * Copies a project's labels, templates and tasks into a project without any. Tasks start afresh: in the first column,
 * unassigned, no line ticked, no due date. Rejected tasks and those in Trash are left out. Errors: 422 for more tasks
 * than one call may make.
 */
export const copyTasks = async (
  tx: Tx,
  now: Date,
  { fromID, toID, by }: { fromID: string; toID: string; by: string },
): Promise<void> => {
  const labels = await findLabels(tx, fromID)
  const labelOf = new Map<number, number>()
  for (const { id: old, name, colour } of labels) {
    const { id } = await insertLabel(tx, toID, { name, colour })
    await record(tx, now, { kind: 'project.labels', actorID: by, projectID: toID, data: { labelID: id } })
    labelOf.set(old, id)
  }
  await copyTemplates(tx, now, { fromID, toID, by }, labelOf)
  const rows = await findTasksToCopy(tx, fromID, IMPORT_MAX + 1)
  if (rows.length === 0) return
  if (rows.length > IMPORT_MAX)
    throw invalid('id', `A project with more than ${IMPORT_MAX.toLocaleString('en-US')} tasks cannot be duplicated.`)
  const nameOf = new Map(labels.map(({ id, name }) => [id, name]))
  const placeOf = new Map(rows.map(({ id }, at) => [id, at]))
  const tasks = rows.map((row): ImportedTask => ({
    title: row.title,
    description: row.description,
    status: taskStatus.assigned,
    priority: row.priority,
    estimateHours: row.estimate_hours,
    labels: row.labelIDs.flatMap((id) => nameOf.get(id) ?? []),
    doneWhen: row.done_when.map(({ text }) => ({ text, isDone: false })),
    blockedBy: row.blocked_by_ids.flatMap((id) => placeOf.get(id) ?? []),
  }))
  await importTasks(tx, now, { projectID: toID, by, labels: [], tasks, earlierTasks: [] })
}
