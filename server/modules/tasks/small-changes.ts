import type { Task } from '#shared/contract/index.ts'
import { whyNotField } from '#shared/rules/task-fields.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { conflict, forbidden, notFound, stale } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { unknownStage } from './hold-stage.ts'
import { type Gap, type Place, setRank } from './order-repository.ts'
import { gapAt, rankAt, rankIn } from './ordering.ts'
import { findTaskOfParty } from './party-repository.ts'
import { findTask } from './repository.ts'
import { findStages } from './stages-repository.ts'
import { fieldsOf } from './saving.ts'
import {
  CHANGED_MEANWHILE,
  changeFound,
  requireMayWrite,
  standingTo,
  toTask,
  unknownTask,
  updateTask,
} from './changes.ts'

/**
 * Changes that do not depend on a task's newest state: they ask for no version, and another person's change does not
 * make them stale.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'>

/**
 * Ticks or unticks a line of 'Done when' in the task's latest state, so that two people can tick at once. Errors: 404,
 * also for a line that is gone; 403 for a member who is not the assignee, and once a guest's task is finished; 409 when others keep changing it.
 */
export const tickLine = (
  deps: Deps,
  viewer: Viewer,
  { params: { id, lineID }, body: { isDone } }: Input<'tasks.tick'>,
): Promise<Task> =>
  changeFound(
    deps,
    viewer,
    id,
    (found) => {
      requireMayWrite(found)
      const reason = whyNotField('tick', standingTo(found, viewer))
      if (reason !== null) throw forbidden(reason)
      const before = fieldsOf(found)
      if (!before.doneWhen.some((line) => line.id === lineID)) throw notFound('This line is no longer there.')
      const doneWhen = before.doneWhen.map((line) => (line.id === lineID ? { ...line, isDone } : line))
      return { after: { ...before, doneWhen }, isSignOfWork: true }
    },
    findTaskOfParty,
  )

const MOVED_MEANWHILE = 'Somebody else has moved this task meanwhile. Please look at the board again.'

type Order = Input<'tasks.order'>['body']
const placeOf = ({ rank, afterID, beforeID }: Order): Place | 'top' => {
  if (rank !== undefined) return { rank }
  if (afterID !== undefined) return { afterID }
  return beforeID === undefined ? 'top' : { beforeID }
}

/** The status to which a task is moved: that of its new stage. Errors: 422 for a stage of another project or status. */
const statusOf = async ({ db }: Deps, projectID: string, { status, stageID }: Order): Promise<number | undefined> => {
  if (stageID === undefined || stageID === null) return status
  const stage = (await findStages(db, projectID)).find(({ id }) => id === stageID)
  if (!stage || (status !== undefined && status !== stage.status)) throw unknownStage('stageID')
  return stage.status
}

/**
 * Places a task in its column, or moves it to a place in another one. A place alone makes no new version. `version` and
 * `from` (a rank) restrict it to a task that still has them. Errors: 404 for anybody but members; 409 when the
 * neighbour, or the task itself, has left the column; 422 for a stage of another project; those of moving.
 */
export const orderTask = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id }, body }: Input<'tasks.order'>,
): Promise<Task> => {
  const { version, from, stageID } = body
  const place = placeOf(body)
  const found = await findTask(deps.db, id, viewer.userID)
  if (!found) throw unknownTask()
  const status = await statusOf(deps, found.project_id, body)
  const isOther =
    (status !== undefined && status !== found.status) || (stageID !== undefined && stageID !== found.stageID)
  if (isOther) return updateTask(deps, viewer, id, { status, stageID, place, version })
  if (place === 'top') return toTask(found)
  if (version !== undefined && version !== found.version) throw stale(CHANGED_MEANWHILE, toTask(found))
  if (from !== undefined && from !== found.rank) throw stale(MOVED_MEANWHILE, toTask(found))
  const column = { projectID: found.project_id, status: found.status, taskID: id }
  const isHere = await withTx(deps.db, async (tx) => {
    const gap = 'rank' in place ? null : await gapAt(tx, column, place)
    const isWithin = ({ after, before }: Gap) =>
      (after === null || after < found.rank) && (before === null || found.rank < before)
    if (gap && isWithin(gap)) return true
    const wanted = gap ? rankIn(gap) : await rankAt(tx, column, place)
    if (wanted === found.rank) return true
    if (!(await setRank(tx, column, wanted, from ?? null))) return false
    const about = { actorID: viewer.userID, projectID: found.project_id, taskID: id }
    await record(tx, deps.clock.now(), { kind: 'task.ordered', ...about, data: {} })
    return true
  })
  if (!isHere) throw conflict('CONFLICT', MOVED_MEANWHILE)
  const placed = await findTask(deps.db, id, viewer.userID)
  if (!placed) throw unknownTask()
  return toTask(placed)
}
