import { fold } from '#shared/contract/fold.ts'
import { generateNKeysBetween } from 'fractional-indexing'
import { v7 as uuidv7 } from 'uuid'
import {
  type ImportedTask,
  type LabelColour,
  labelColours,
  LABELS_MAX,
  type Stage,
  taskPriorities,
} from '#shared/contract/index.ts'
import { firstInCircle } from '#shared/rules/import/circles.ts'
import { stageOf as stageInList } from '#shared/rules/stages.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { holdMembers } from '#server/access/locks.ts'
import type { Tx } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'
import { invalid } from '#server/http/errors.ts'
import { withdrawTaskNotices, notifyOfAssigned, notifyAll } from '../notifications/service.ts'
import { isStarted } from './credit.ts'
import {
  addBlockers,
  deleteUntouched,
  findBlockers,
  findGapsBelow,
  findTopRanks,
  type Gap,
  insertImported,
} from './import-repository.ts'
import { numbered, type Written } from './import-numbers.ts'
import { findLabels, holdLabelsOf, insertLabel } from './labels-repository.ts'
import { holdColumn } from './order-repository.ts'
import { findStages } from './stages-repository.ts'

type Colours = ReadonlyArray<{ name: string; colour: LabelColour }>
type ToImport = {
  projectID: string
  by: string
  labels: Colours
  tasks: readonly ImportedTask[]
  /** How many tasks all parts have together; undefined where nobody says. */
  total?: number | undefined
  numbers?: Written | undefined
  /** The IDs of the tasks of earlier parts of the same import, in their order. */
  earlierTasks: readonly string[]
}

/** The numbers of the labels by their names, folded; makes those that the project does not have. Errors: 422. */
const labelsFor = async (
  tx: Tx,
  now: Date,
  { projectID, by, labels, tasks }: ToImport,
): Promise<Map<string, number>> => {
  await holdLabelsOf(tx, projectID)
  const numbers = new Map((await findLabels(tx, projectID)).map(({ id, name }) => [fold(name), id]))
  const wanted = new Map<string, string>()
  for (const name of tasks.flatMap(({ labels: names = [] }) => names))
    if (!wanted.has(fold(name))) wanted.set(fold(name), name)
  for (const [key, name] of wanted) {
    if (numbers.has(key)) continue
    if (numbers.size >= LABELS_MAX) throw invalid('tasks', `A project has at most ${LABELS_MAX} labels.`)
    const given = labels.find((label) => fold(label.name) === key)?.colour
    const colour = given ?? labelColours[numbers.size % labelColours.length] ?? 'grey'
    const { id } = await insertLabel(tx, projectID, { name, colour })
    numbers.set(key, id)
    await record(tx, now, { kind: 'project.labels', actorID: by, projectID, data: { labelID: id } })
  }
  return numbers
}

/** Ranks at the top of each task's column, or below the earlier tasks of the import, in the order of the list. */
const ranksFor = async (tx: Tx, { projectID, tasks, earlierTasks }: ToImport): Promise<string[]> => {
  const columns = [...new Set(tasks.map(({ status }) => status))].toSorted()
  for (const status of columns) await holdColumn(tx, { projectID, status, taskID: projectID })
  const tops = await findTopRanks(tx, projectID)
  const gaps = earlierTasks.length === 0 ? new Map<number, Gap>() : await findGapsBelow(tx, projectID, earlierTasks)
  const left = new Map(
    columns.map((status) => {
      const count = tasks.filter((task) => task.status === status).length
      const { above, below } = gaps.get(status) ?? { above: null, below: tops.get(status) ?? null }
      return [status, generateNKeysBetween(above, below, count)]
    }),
  )
  return tasks.map(({ status }) => left.get(status)?.shift() ?? '')
}

const requireAssignees = async (tx: Tx, projectID: string, tasks: readonly ImportedTask[]): Promise<void> => {
  const wanted = [...new Set(tasks.flatMap(({ assignedToID }) => assignedToID ?? []))]
  if (wanted.length === 0) return
  const held = await holdMembers(tx, projectID, wanted)
  const at = tasks.findIndex(({ assignedToID }) => assignedToID !== undefined && !held.has(assignedToID))
  if (at >= 0) throw invalid(`tasks.${at}.assignedToID`, 'Only members of the project can be assigned.')
}

/** The stage that a task names; undefined where it names none. Errors: 422 for one that the project does not have. */
const namedStage = (stages: readonly Stage[], { stage: name, status }: ImportedTask, at: number): Stage | undefined => {
  if (name === undefined || name === null) return undefined
  const found = stages.find((stage) => fold(stage.name) === fold(name) && stage.status === status)
  if (!found) throw invalid(`tasks.${at}.stage`, 'There is no such stage of this status in the project.')
  return found
}
const toldStage = (stage: Stage | undefined) => stage && { stage: { id: stage.id, name: stage.name } }

/**
 * Errors: 422 for tasks that block each other, or are blocked by one that is not there. Earlier tasks are asked only where one of them is
 * to wait for a task of this part: else none of them can be in a circle.
 */
const requireNoCircle = async (tx: Tx, { tasks, earlierTasks }: ToImport): Promise<void> => {
  const before = earlierTasks.length
  const waits = tasks.some(({ blocks = [] }) => blocks.length > 0)
  const known = waits ? await findBlockers(tx, earlierTasks) : new Map<string, readonly string[]>()
  const placeOf = new Map(earlierTasks.map((id, at) => [id, at]))
  const graph = [
    ...earlierTasks.map((id) => (known.get(id) ?? []).flatMap((one) => placeOf.get(one) ?? [])),
    ...tasks.map(({ blockedBy = [] }) => [...blockedBy]),
  ]
  for (const [at, { blocks = [] }] of tasks.entries())
    for (const place of blocks) {
      if (place >= before) throw invalid(`tasks.${at}.blocks`, 'Only tasks of earlier parts are named here.')
      graph[place]?.push(before + at)
    }
  const circle = firstInCircle(graph)
  if (circle !== null)
    throw invalid(
      `tasks.${Math.max(0, circle - before)}.blockedBy`,
      'A task is blocked by one that is not there, or these block each other.',
    )
}

/**
 * Adds tasks in order at the top of their columns, with one notice for each assignee. Returns their IDs in this order, and the texts of
 * their comments.
 * Errors: 422 for an assignee who is no member, a stage that the project does not have, too many labels for the project, and tasks that block each other.
 */
export const importTasks = async (
  tx: Tx,
  now: Date,
  toImport: ToImport,
): Promise<{ ids: string[]; comments: Array<{ taskID: string; body: string }> }> => {
  const { projectID, by, earlierTasks } = toImport
  await requireNoCircle(tx, toImport)
  await requireAssignees(tx, projectID, toImport.tasks)
  const labels = await labelsFor(tx, now, toImport)
  const { first, tasks } = await numbered(tx, toImport)
  const stages = await findStages(tx, projectID)
  const stageOf = tasks.map((task, at) => namedStage(stages, task, at))
  const ranks = await ranksFor(tx, toImport)
  const ids = tasks.map(() => uuidv7())
  const idOfPlace = [...earlierTasks, ...ids]
  const rows = tasks.map((task, at) => ({
    id: ids[at] ?? '',
    title: task.title,
    description: task.description,
    status: task.status,
    assigned_to_id: task.assignedToID ?? null,
    due_on: task.dueOn ?? null,
    priority: taskPriorities.indexOf(task.priority ?? 'none'),
    estimate_hours: task.estimateHours ?? null,
    label_ids: [...new Set((task.labels ?? []).flatMap((name) => labels.get(fold(name)) ?? []))],
    done_when: (task.doneWhen ?? []).map((line) => ({ id: uuidv7(), ...line })),
    blocked_by_ids: [...new Set(task.blockedBy ?? [])].flatMap((place) => idOfPlace[place] ?? []),
    stage_id: stageOf[at]?.id ?? null,
    comment_count: task.comments?.length ?? 0,
    rank: ranks[at] ?? '',
    started: isStarted(task.status),
    completed: task.status === taskStatus.completed,
  }))
  await insertImported(tx, { projectID, by, now, first }, rows)
  const waiting = tasks.flatMap(({ blocks = [] }, at) =>
    blocks.map((place) => ({ id: idOfPlace[place] ?? '', blocker: ids[at] ?? '' })),
  )
  if (waiting.length > 0) await addBlockers(tx, waiting)
  const created = rows.map(({ id, status, assigned_to_id, stage_id }) => ({
    kind: 'task.created' as const,
    actorID: by,
    projectID,
    taskID: id,
    subjectID: assigned_to_id,
    data: { status, ...toldStage(stageInList(stages, { status, stageID: stage_id })) },
  }))
  await notifyAll(tx, now, created)
  await notifyOfAssigned(tx, { by, projectID, taskIDs: ids, since: now })
  const comments = tasks.flatMap(({ comments: said = [] }, at) => said.map((body) => ({ taskID: ids[at] ?? '', body })))
  return { ids, comments }
}

type ToTakeBack = {
  projectID: string
  importID: string
  by: string
  taskIDs: readonly string[]
  /** Those that the import itself has changed since they came, once for each time. */
  waitingIDs: readonly string[]
}

/** Puts those of the tasks into Trash that nobody has touched since they came. Returns their number. */
export const takeBackTasks = async (
  tx: Tx,
  now: Date,
  { projectID, importID, by, ...which }: ToTakeBack,
): Promise<number> => {
  const deleted = await deleteUntouched(tx, { ...which, by, now })
  const events = deleted.map(({ id, assigned_to_id }) => ({
    kind: 'task.deleted' as const,
    actorID: by,
    projectID,
    taskID: id,
    subjectID: assigned_to_id,
    data: { importID },
  }))
  await notifyAll(tx, now, events)
  await withdrawTaskNotices(
    tx,
    projectID,
    deleted.map(({ id }) => id),
  )
  return deleted.length
}
