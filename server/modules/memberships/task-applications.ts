import { v7 as uuidv7 } from 'uuid'
import type { Rejection } from '#shared/contract/index.ts'
import type { Application } from '#shared/contract/letters.ts'
import { decideAnswer } from '#shared/rules/membership.ts'
import { holdInOrder } from '#server/access/locks.ts'
import { accessOf } from '#server/access/access.ts'
import { applicationAccess } from '#server/access/letters.ts'
import { noteActivity } from '#server/access/members.ts'
import { requireVisible } from '#server/access/policy.ts'
import { findTaskApplication, insertTaskApplication } from '#server/access/requests.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { factsOf, findOffer, refusalTo, taskAnswerMail, whyNotBy } from '../claims/service.ts'
import { tell } from '../notifications/service.ts'
import { findTaskToTake, giveToApplicant, TRIES } from '../tasks/service.ts'
import { findRequest } from './clock-repository.ts'
import { alreadyEnded } from './decisions.ts'
import { requireApplication, toApplication } from './letters.ts'
import { closeRequest } from './repository.ts'

/** Applications to tasks: requests that leave a person's access to the project as it is. */

type Deps = Pick<AppDeps, 'db' | 'clock'>

/**
 * Applies to an open task. A repeat with its key answers the same application. What is counted is read under the locks of the
 * person and of the project's row. Errors: 404 for a task without an offer, or of a hidden project, unless the person is a
 * member; 403 and 409 with the reason of `whyNotTake`; 409 for a second open application.
 */
export const applyToTask = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: taskID }, body: { letter, idempotencyKey: key } }: Input<'claims.apply'>,
): Promise<Application> => {
  const { userID } = viewer
  const mine = { taskID, userID, key }
  return withTx(db, async (tx) => {
    const answer = async (id: string) => toApplication(await requireApplication(tx, id, userID))
    const [earlier, known] = await Promise.all([findTaskApplication(tx, mine), findTaskToTake(tx, taskID, userID)])
    if (earlier !== undefined) return answer(earlier)
    const unknown = () => notFound('Task not found')
    if (!known) throw unknown()
    const { project_id: projectID } = known
    const [id, now] = [uuidv7(), clock.now()]
    const about = { tasks: [{ id: taskID, project_id: projectID }], userID, now }
    // Read again behind the locks. The application is written behind all that decides, and taken back where that refuses it.
    const [, found, parallel, offer, facts, isNew, application] = await Promise.all([
      holdInOrder(tx, { takerID: userID, projectID, accessID: userID, isToChange: false, memberIDs: [userID] }),
      findTaskToTake(tx, taskID, userID),
      findTaskApplication(tx, mine),
      findOffer(tx, taskID),
      factsOf(about).execute(tx),
      insertTaskApplication(tx, { ...mine, id, projectID, letter: letter || null, now }),
      applicationAccess(tx, id, userID),
    ])
    if (!found) throw unknown()
    if (parallel !== undefined) return answer(parallel)
    const why = whyNotBy(facts.rows[0], { task: found, offer, act: 'apply' }, now)
    if (why) throw refusalTo(why)
    if (!isNew || !application) throw conflict('CONFLICT', 'You have already applied for this task.')
    await tell(tx, now, { kind: 'request.applied', ...aboutOf(projectID, id, userID), actorID: userID, data: {} })
    return toApplication(application)
  })
}

const aboutOf = (projectID: string, requestID: string, userID: string) => ({ projectID, requestID, subjectID: userID })

type Answer = {
  projectID: string
  requestID: string
  taskID: string
  applicant: { userID: string; name: string }
  accept: boolean
  /** What the applicant reads; of a rejected application alone. */
  rejection: Rejection
}

/** Locks what an answer depends on: more for an approval, which gives the applicant a task. */
const hold = async (tx: Tx, viewer: Viewer, { projectID, applicant: { userID }, accept }: Answer): Promise<void> => {
  const memberIDs = [viewer.userID, userID]
  await holdInOrder(tx, {
    ...(accept && { takerID: userID }),
    projectID,
    accessID: userID,
    isToChange: accept,
    memberIDs,
  })
}

/** Answers an open application to a task once. False when the task was changed by somebody else first. */
const answerIn = async (tx: Tx, now: Date, viewer: Viewer, answer: Answer): Promise<boolean> => {
  const { projectID, requestID, taskID, applicant, accept, rejection } = answer
  const isSelf = viewer.userID === applicant.userID
  const [, actor, request] = await Promise.all([
    hold(tx, viewer, answer),
    accessOf(tx, projectID, viewer.userID),
    findRequest(tx, requestID),
  ])
  // The applicant may withdraw whatever has become of the project.
  if (!isSelf) requireVisible(actor)
  const isPending = request?.isPending === true
  const pending = isPending ? ('application' as const) : null
  const outcome = decideAnswer({ isSelf, actorRole: actor?.role ?? null, pending, accept })
  if (outcome === 'forbidden') throw forbidden()
  const ended = () => alreadyEnded(tx, { projectID, userID: applicant.userID, requestID })
  if (outcome === 'conflict') throw await ended()
  const says = rejection.reason ? 'reason' : rejection.text ? 'text' : null
  if (says && outcome !== 'reject') throw invalid(says, 'Only a rejected application has a reason.')
  if (!isSelf) await noteActivity(tx, projectID, viewer.userID, now)
  if (outcome === 'approve') return giveToApplicant(tx, now, viewer, { taskID, applicant })
  if (!(await closeRequest(tx, { requestID, outcome, answeredBy: viewer.userID, rejection, now }))) throw await ended()
  const kind = outcome === 'withdraw' ? ('request.withdrawn' as const) : ('request.rejected' as const)
  await tell(tx, now, { kind, ...aboutOf(projectID, requestID, applicant.userID), actorID: viewer.userID, data: {} })
  if (outcome === 'reject') await enqueue(tx, taskAnswerMail, { requestID }, now)
  return true
}

/**
 * Answers an application to a task: the applicant withdraws it; an owner or admin rejects it, or approves it, which gives the
 * applicant the task and answers all others. Errors: 404; 403 for who may never answer so; 409 when it is not open, with its
 * outcome, or with the reason why the applicant may not have the task; 422 for a reason with anything but a rejection.
 */
export const answerTaskApplication = async ({ db, clock }: Deps, viewer: Viewer, answer: Answer): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries++)
    if (await withTx(db, (tx) => answerIn(tx, clock.now(), viewer, answer))) return
  throw conflict('CONFLICT', 'Somebody else is changing this task. Please try again.')
}
