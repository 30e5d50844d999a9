import { beginningOf } from '#shared/rules/membership.ts'
import { holdAccessChanges, holdProject } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { tell, notifyAll } from '../notifications/service.ts'
import { deleteProject } from '../projects/service.ts'
import {
  closeRequestsOf,
  expireRequest,
  findRequest,
  findTimed,
  noteReminded,
  prolongRequest,
  type TimedRequest,
} from './clock-repository.ts'
import { withManagedRequest } from './managed-request.ts'
import { deleteMarksOf } from './private-marks-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const AT_ONCE = 200

const aboutOf = ({ id, projectID, userID }: TimedRequest) => ({ projectID, requestID: id, subjectID: userID })

/** Acts on one due request: closes it, or reminds of it. A concurrent answer comes before or after. */
const actOn = async (tx: Tx, request: TimedRequest, now: Date): Promise<void> => {
  const { id, projectID, userID, kind } = request
  await holdAccessChanges(tx, projectID, userID)
  await holdProject(tx, projectID)
  const about = { actorID: null, ...aboutOf(request) }
  if (await expireRequest(tx, id, now))
    await tell(tx, now, { kind: 'request.expired', ...about, data: { request: beginningOf(kind), because: 'time' } })
  else if (await noteReminded(tx, id, now))
    await tell(tx, now, { kind: 'request.reminded', ...about, data: { request: beginningOf(kind) } })
}

/**
 * Closes requests whose time is over, and reminds of others at half time and on the last day. Processes may run this in
 * parallel; what one leaves undone, the next does. Errors: the first one, after every request was tried.
 */
export const runDecisionClock = async ({ db, clock }: Deps): Promise<void> => {
  const failures: unknown[] = []
  for (;;) {
    const now = clock.now()
    const found = await findTimed(db, now, AT_ONCE)
    for (const request of found)
      try {
        await withTx(db, (tx) => actOn(tx, request, now))
      } catch (error) {
        // What is wrong with one request keeps no other waiting.
        failures.push(error)
      }
    if (failures.length > 0) throw failures[0]
    if (found.length < AT_ONCE) return
  }
}

/**
 * Postpones a request's answer date, once, and notifies the other side. Errors: 404 for who may not know of the
 * request, 403 for anybody but owner and admin, 409 for a request that is answered or was postponed before.
 */
export const prolong = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id }, body: { reason } }: Input<'requests.prolong'>,
): Promise<{ answerBy: string }> => {
  return withManagedRequest(db, viewer, id, async (tx, known) => {
    const now = clock.now()
    const dates = await prolongRequest(tx, { id, reason, now })
    if (!dates) {
      const request = await findRequest(tx, id)
      throw conflict(
        'CONFLICT',
        request?.isPending && request.isProlonged
          ? 'The answer date can be moved only once.'
          : 'There is no open request any more. Please reload.',
      )
    }
    const [from, to] = [dates.from.toISOString(), dates.to.toISOString()]
    await tell(tx, now, { kind: 'request.prolonged', actorID: viewer.userID, ...aboutOf(known), data: { from, to } })
    await noteActivity(tx, known.projectID, viewer.userID, now)
    return { answerBy: to }
  })
}

/** Closes the open requests of a project in the transaction that deletes it, and tells the people whom they are about. */
const closeRequests = async (
  tx: Tx,
  { projectID, by, now }: { projectID: string; by: string; now: Date },
): Promise<void> => {
  const closed = await closeRequestsOf(tx, projectID, now)
  await deleteMarksOf(tx, projectID)
  const events = closed.map((request) => ({
    kind: 'request.expired' as const,
    actorID: by,
    ...aboutOf(request),
    data: { request: beginningOf(request.kind), because: 'deletion' as const },
  }))
  await notifyAll(tx, now, events)
}

/** Deletes a project with what people have asked of it. Errors: 404, 403 for anybody but an owner. */
export const removeProject = async (deps: Deps, viewer: Viewer, { params }: Input<'projects.remove'>) => {
  await deleteProject(deps, viewer, params.id, closeRequests)
  return { message: 'The project was deleted.' }
}
