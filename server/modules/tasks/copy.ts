import { type ImportedTask, IMPORT_MAX } from '#shared/contract/imports.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { Tx } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'
import { invalid } from '#server/http/errors.ts'
import { importTasks } from './import.ts'
import { findLabels, insertLabel } from './labels-repository.ts'
import { countStages, findStages, writeStages } from './stages-repository.ts'
import { findTasksToCopy } from './repository.ts'
import { copyTemplates } from './templates.ts'

/**
 * Copies a project's labels, stages, templates and tasks into a project without any. Tasks start afresh: with the first
 * status, in their stage where it is one of that, unassigned, no line ticked, no due date. Rejected tasks and those in Trash are left out. Errors: 422 for more tasks
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
  const stages = await findStages(tx, fromID)
  const copies = stages.map((stage, at) => ({ ...stage, id: at + 1 }))
  if (stages.length > 0) {
    await countStages(tx, toID, stages.length)
    await writeStages(tx, toID, copies)
    const told = copies.map(({ id, name, status }) => ({ id, name, status }))
    await record(tx, now, { kind: 'project.stages', actorID: by, projectID: toID, data: { version: 1, stages: told } })
  }
  const stageOf = new Map(stages.map(({ id }, at) => [id, at + 1]))
  await copyTemplates(tx, now, { fromID, toID, by }, labelOf, stageOf)
  const rows = await findTasksToCopy(tx, fromID, IMPORT_MAX + 1)
  if (rows.length === 0) return
  if (rows.length > IMPORT_MAX)
    throw invalid('id', `A project with more than ${IMPORT_MAX.toLocaleString('en-US')} tasks cannot be duplicated.`)
  const nameOf = new Map(labels.map(({ id, name }) => [id, name]))
  const stageNameOf = new Map(stages.map(({ id, name }) => [id, name]))
  const placeOf = new Map(rows.map(({ id }, at) => [id, at]))
  const tasks = rows.map((row): ImportedTask => ({
    title: row.title,
    description: row.description,
    status: taskStatus.assigned,
    stage: row.status === taskStatus.assigned ? stageNameOf.get(row.stageID ?? 0) : null,
    priority: row.priority,
    estimateHours: row.estimate_hours,
    labels: row.labelIDs.flatMap((id) => nameOf.get(id) ?? []),
    doneWhen: row.done_when.map(({ text }) => ({ text, isDone: false })),
    blockedBy: row.blocked_by_ids.flatMap((id) => placeOf.get(id) ?? []),
  }))
  await importTasks(tx, now, { projectID: toID, by, labels: [], tasks, earlierTasks: [] })
}
