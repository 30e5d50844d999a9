import { v7 as uuidv7 } from 'uuid'
import type { Task } from '#shared/contract/index.ts'
import type { NewOffer } from '#shared/contract/offers.ts'
import type { BulkChange, BulkOutcome } from '#shared/contract/task-bulk.ts'
import type { AppDeps } from '#server/deps.ts'
import { HttpError, stale } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { offers } from '../ledger/service.ts'
import { notifyOfAssigned } from '../notifications/service.ts'
import { CHANGED_MEANWHILE, getTask, unknownTask, updateTask } from './changes.ts'
import { orderTask } from './small-changes.ts'
import { deleteTask } from './trash.ts'
import { findOwnProjects } from './trash-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
type Outcome = Omit<BulkOutcome, 'id'>

const done = (task: Task | null): Outcome => ({ isDone: true, task, code: null, reason: null })

/** Whether a task is already as the change would make it. */
const isAsWanted = (task: Task, change: BulkChange): boolean => {
  if ('isDeleted' in change || 'offer' in change) return false
  if ('addLabelID' in change) return task.labelIDs?.includes(change.addLabelID) === true
  if ('removeLabelID' in change) return task.labelIDs?.includes(change.removeLabelID) !== true
  return Object.entries(change).every(([field, value]) => task[field as 'status'] === value)
}

/** The error's part of an outcome; throws what is no refusal of this one task. */
const refusal = (error: unknown, change: BulkChange): Outcome => {
  if (!(error instanceof HttpError) || error.status >= 500) throw error
  const newer = (error.newer ?? null) as Task | null
  // The call may be a repeat whose first answer was lost: then it changed these tasks itself.
  if (newer && isAsWanted(newer, change)) return done(newer)
  return { isDone: false, task: newer, code: error.code, reason: error.details?.[0]?.message ?? error.message }
}

type Offering = { id: string; version: number | undefined; offer: NewOffer }
/** Sets the offer of a task; the one that it has already is no change. Errors: those of `offers.set`, 409 for another version of the task. */
const offerOne = async (deps: Deps, viewer: Viewer, { id, version, offer }: Offering): Promise<Task> => {
  const before = await getTask(deps, viewer, id)
  if (version !== undefined && version !== before.version) throw stale(CHANGED_MEANWHILE, before)
  await offers.set(deps, viewer, { params: { id }, body: offer })
  return getTask(deps, viewer, id)
}

/**
 * Makes one change to many tasks of a project, in order, each by its single call: that call's rules and event, its own
 * transaction. Several notices to one person are joined. A call that ends early can be repeated. Answers in the order
 * of `ids`. Errors: 429 for the whole call.
 */
export const changeMany = async (
  deps: Deps,
  viewer: Viewer,
  { body: { ids, versions, change } }: Input<'tasks.bulk'>,
): Promise<BulkOutcome[]> => {
  await requireWithin(deps.db, deps.clock.now(), limitOf('bulk', viewer.userID))
  const known = await findOwnProjects(deps.db, ids, viewer.userID)
  const projectID = known[0]?.project_id
  const own = new Map(known.filter((task) => task.project_id === projectID).map((task) => [task.id, task]))
  const batchID = ids.length > 1 ? uuidv7() : undefined
  const changeOne = async (id: string, version: number | undefined): Promise<Outcome> => {
    const found = own.get(id)
    if (!found) throw unknownTask()
    if ('stageID' in change)
      return done(await orderTask(deps, viewer, { params: { id }, body: { stageID: change.stageID, version } }))
    if ('offer' in change) return done(await offerOne(deps, viewer, { id, version, offer: change.offer }))
    if (!('isDeleted' in change)) return done(await updateTask(deps, viewer, id, { ...change, version }))
    if (!found.isTrashedByThem) await deleteTask(deps, viewer, id, { version, batchID })
    return done(null)
  }
  const since = deps.clock.now()
  const outcomes: BulkOutcome[] = []
  for (const [at, id] of ids.entries()) {
    const outcome = await changeOne(id, versions?.[at]).catch((error: unknown) => refusal(error, change))
    outcomes.push({ id, ...outcome })
  }
  if ('assignedToID' in change && projectID !== undefined)
    await notifyOfAssigned(deps.db, { by: viewer.userID, projectID, taskIDs: ids, since })
  return outcomes
}
