import { isApiError } from '#shared/api-client/api-error.ts'
import type { Api } from '#shared/api-client/client-call.ts'
import type { Task } from '#shared/contract/index.ts'
import { type AllFields, moreFieldsOf } from '#shared/rules/task-fields.ts'
import type { LoggedChange } from './undo-log.ts'
import { notePlace, noteVersion, ownRank, ownVersion, stageIn } from './undo-log.ts'

type Tasks = Pick<Api['tasks'], 'update' | 'order' | 'restore'>
type Edit = Parameters<Tasks['update']>[0]['body']

const fieldsOf = (task: Task): AllFields => {
  const { title, description, status, assignedToID } = task
  return { title, description, status, assignedToID, ...moreFieldsOf(task) }
}
/** The fields of the act as they were before it. */
const editOf = ({ before, fields }: LoggedChange): Edit => {
  const values = fieldsOf(before)
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}

type Order = Parameters<Tasks['order']>[0]['body']
/** Places a task in a stage, or in the first one of its status where that stage is gone. */
const putInStage = async (tasks: Tasks, { id, status }: Task, body: Order): Promise<Task> => {
  try {
    return (await tasks.order({ params: { id }, body })).data
  } catch (error) {
    if (!isApiError(error) || error.status !== 422 || !body.stageID) throw error
    return (await tasks.order({ params: { id }, body: { ...body, status, stageID: null } })).data
  }
}

/**
 * Reverses what an act has done to one task, with ordinary calls based on the version in which the act left it, so that
 * a task changed by somebody else since is refused (409). Resolves with the task as it is then.
 */
export const takeBack = async (tasks: Tasks, change: LoggedChange): Promise<Task> => {
  const { before, after, fields } = change
  const params = { id: before.id }
  if (!after) {
    const { data } = await tasks.restore({ params, body: {} })
    noteVersion(data)
    return data
  }
  const from = ownRank(change)
  let version = ownVersion(change)
  const edit = editOf(change)
  const noteBack = (data: Task): Task => {
    notePlace({ ...after, rank: from }, data)
    return data
  }
  const stageID = stageIn(before)
  if (fields.length === 0 && stageID === stageIn(after))
    return noteBack((await tasks.order({ params, body: { rank: before.rank, from } })).data)
  if (fields.length === 0) {
    const placed = noteBack(await putInStage(tasks, before, { rank: before.rank, stageID, version }))
    noteVersion(placed)
    return placed
  }
  if ((before.status !== after.status || stageID !== stageIn(after)) && before.rank) {
    const body = { rank: before.rank, status: before.status, version, ...(stageID !== stageIn(after) && { stageID }) }
    const placed = noteBack(await putInStage(tasks, before, body))
    noteVersion(placed)
    delete edit.status
    if (Object.keys(edit).length === 0) return placed
    version = placed.version
  }
  const { data } = await tasks.update({ params, body: { ...edit, version } })
  noteVersion(data)
  return data
}
