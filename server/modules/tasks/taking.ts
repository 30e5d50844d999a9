import type { Claim } from '#shared/contract/index.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { holdProjectToChange, sendLocks } from '#server/access/locks.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import { together } from '#server/db/together.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { countingUnless, requireCounted } from '#server/limits/limits.ts'
import {
  type ClaimRow,
  endDispute,
  factsOf,
  findForActor,
  findOffer,
  findOwnCopy,
  findTaken,
  getClaim,
  hasTaken,
  holdActive,
  isDisputed,
  isHandedIn,
  markEnded,
  offerOf,
  ONLY_HOLDER,
  PROPOSE,
  refusalTo,
  requireNoDispute,
  takenBy,
  toClaim,
  whyNotBy,
  whyNotGiving,
} from '../claims/service.ts'
import { tell } from '../notifications/service.ts'
import { workerOf } from '../records/service.ts'
import { type Actor, findOwnRounds, settleReview } from '../submissions/service.ts'
import { eventsOf } from './change-events.ts'
import { unknownTask } from './changes.ts'
import { taskToTake } from './party-repository.ts'
import { changeTask, findTask, findTasks, type TaskRow } from './repository.ts'
import { fieldsOf, saveIn, TRIES } from './saving.ts'

/** The calls that change a task together with its claim. */

type Deps = Pick<AppDeps, 'db' | 'clock'>

const tooBusy = () => conflict('CONFLICT', 'Somebody else is changing this task. Please try again.')

type Mine = { taskID: string; userID: string; key: string }
/** What decides whether a person takes a task: the task, a claim that they have made of it by the same key, offer, facts. */
const readTaking = async (db: DbOrTx, now: Date, mine: Mine, projectID: string) => {
  const { taskID, userID } = mine
  const asked = { tasks: [{ id: taskID, project_id: projectID }], userID, now }
  const [[found], [taken], [offer], [facts]] = await together(
    db,
    taskToTake(taskID, userID),
    takenBy(mine),
    offerOf(taskID),
    factsOf(asked),
  )
  if (!found) throw unknownTask()
  if (taken) return { taken: toClaim(taken), found, offer }
  const why = whyNotBy(facts, { task: found, offer, act: 'claim' }, now)
  if (why) throw refusalTo(why)
  return { taken: undefined, found, offer }
}

/** Counts a try to take a task, unless it is a repeat. Answers the claim of that, or in which project the task is. */
const lookAtTask = async ({ db, clock }: Deps, mine: Mine): Promise<{ taken?: Claim; projectID: string }> => {
  const now = clock.now()
  const limit = limitOf('claim', mine.userID)
  const [[taken], [count], [known]] = await together(
    db,
    takenBy(mine),
    countingUnless(now, limit, hasTaken(mine)),
    taskToTake(mine.taskID, mine.userID),
  )
  if (taken) return { taken: toClaim(taken), projectID: taken.project_id }
  requireCounted(now, limit, count)
  if (!known) throw unknownTask()
  const { project_id: projectID } = known
  const isOpen = known.status === taskStatus.assigned && known.assigned_to_id === null
  // Who comes after somebody else has it is answered without waiting for the locks of those who came in time.
  const repeated = isOpen ? undefined : (await readTaking(db, now, mine, projectID)).taken
  return { ...(repeated && { taken: repeated }), projectID }
}

/**
 * Takes an open task: it is In Progress, and the viewer's. A repeat with its key answers the same claim. The counts that
 * decide are read under the locks of the person and of the project's row. Errors: 404 for a task without an offer, or of a
 * hidden project, unless the person is a member; 403 and 409 with the reason of `whyNotTake`; 429, under which all tries count.
 */
const takeTask = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: taskID }, body: { idempotencyKey: key } }: Input<'claims.take'>,
): Promise<Claim> => {
  const { userID } = viewer
  const mine = { taskID, userID, key }
  const { taken: earlier, projectID } = await lookAtTask(deps, mine)
  if (earlier) return earlier
  for (let tries = 0; tries < TRIES; tries++) {
    const isDecided = await withTx(deps.db, async (tx) => {
      const locks = { takerID: userID, projectID, accessID: userID, isToChange: true, memberIDs: [userID] }
      await sendLocks(tx, locks)
      // Read again, since it may have changed while the transaction waited.
      const { taken, found, offer } = await readTaking(tx, deps.clock.now(), mine, projectID)
      if (taken) return true
      const now = deps.clock.now()
      const after = { ...fieldsOf(found), status: taskStatus.inProgress, assignedToID: userID }
      return (await saveIn(tx, now, viewer, found, { after, taking: { kind: 'claimed', key, offer } })) !== undefined
    })
    const taken = isDecided && (await findTaken(deps.db, mine))
    if (taken) return taken
  }
  throw tooBusy()
}

/**
 * Gives a task to somebody who has applied for it, which answers all applications to it; the applicant's part is locked as for
 * `takeTask`. False when somebody else changed the task first. Errors: 409 with the reason why they may not have it.
 */
export const giveToApplicant = async (
  tx: Tx,
  now: Date,
  viewer: Viewer,
  { taskID, applicant }: { taskID: string; applicant: { userID: string; name: string } },
): Promise<boolean> => {
  const found = await findTask(tx, taskID, viewer.userID)
  const offer = await findOffer(tx, taskID)
  if (!found || !offer) throw conflict('CONFLICT', 'This task is not open any more.')
  const why = await whyNotGiving(tx, found, offer, { ...applicant, now })
  if (why) throw refusalTo(why)
  const after = { ...fieldsOf(found), status: taskStatus.inProgress, assignedToID: applicant.userID }
  return (await saveIn(tx, now, viewer, found, { after, taking: { kind: 'applied', key: null, offer } })) !== undefined
}

type Opening = {
  claim: ClaimRow
  kind: 'claim.returned' | 'claim.takenBack' | 'claim.expired' | 'claim.ended'
  by: Actor
  because?: string | undefined
}
const stateOf = {
  'claim.returned': 'returned',
  'claim.takenBack': 'takenBack',
  'claim.expired': 'expired',
  'claim.ended': 'ended',
} as const

/**
 * Ends a claim, withdraws a round that waits, and makes the task Assigned to nobody, so that others can take it. The project's
 * row and the claim are locked. False when somebody else changed the task first.
 */
export const openAgain = async (tx: Tx, now: Date, task: TaskRow, opening: Opening): Promise<boolean> => {
  const { claim, kind, by, because } = opening
  const before = fieldsOf(task)
  const after = { ...before, status: taskStatus.assigned, assignedToID: null }
  const saved = await changeTask(
    tx,
    {
      id: task.id,
      version: task.version,
      title: after.title,
      description: after.description,
      status: after.status,
      assigneeID: null,
      now,
      startedAt: task.started_at,
      completedAt: null,
      credit: 0,
      more: after,
      openRound: null,
      stageID: undefined,
    },
    null,
  )
  if (!saved) return false
  // Only who is gone loses a task in dispute.
  await endDispute(tx, claim, { state: 'withdrawn', by: by.userID, now })
  await markEnded(tx, claim.id, { state: stateOf[kind], now, because })
  const told = { round: null, isOverLimit: false, stage: saved.stage_now, staged: null, isOfClaim: true }
  // The claim's own event tells people of it.
  await record(tx, now, ...eventsOf(task, before, after, by.userID, { ...told, round: task.open_round }))
  await settleReview(tx, task, { after, by, now })
  const about = { actorID: by.userID, projectID: task.project_id, taskID: task.id, subjectID: claim.user_id }
  await tell(tx, now, { kind, ...about, data: { claimID: claim.id } })
  return true
}

type Ending = Pick<Opening, 'kind' | 'because' | 'by'> & { require: (claim: ClaimRow, task: TaskRow) => void }
const end = async (
  deps: Deps,
  viewer: Viewer,
  claim: ClaimRow,
  { kind, by, because, require }: Ending,
): Promise<Claim> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const isDone = await withTx(deps.db, async (tx) => {
      await holdProjectToChange(tx, claim.project_id)
      const active = await holdActive(tx, claim.task_id)
      const [task] = await findTasks(tx, [claim.task_id])
      if (active?.id !== claim.id || !task) throw conflict('CONFLICT', 'This claim has ended.')
      requireNoDispute(await isDisputed(tx, claim.id))
      require(active, task)
      return openAgain(tx, deps.clock.now(), task, { claim: active, kind, by, because })
    })
    if (isDone) return getClaim(deps.db, viewer, claim.id)
  }
  throw tooBusy()
}

/**
 * The holder gives a task back. Errors: 404; 403 for anybody but the holder; 409 for a claim that has ended, and while a
 * round waits.
 */
const giveBack = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id }, body: { reason } }: Input<'claims.giveBack'>,
): Promise<Claim> => {
  const { claim, isHolder } = await findForActor(deps.db, viewer, id)
  if (!isHolder) throw forbidden(ONLY_HOLDER)
  return end(deps, viewer, claim, {
    kind: 'claim.returned',
    by: { userID: viewer.userID, role: 'member' },
    because: reason,
    require: (_, task) => {
      if (task.open_round !== null) throw conflict('CONFLICT', 'Withdraw what you have handed in first.')
    },
  })
}

/**
 * Owner or admin takes a task back. Errors: 404; 403 for anybody else; 409 for a claim that has ended, and after the first
 * hand-in under an offer.
 */
const takeBack = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id }, body: { reason } }: Input<'claims.takeBack'>,
): Promise<Claim> => {
  const { claim, isManager } = await findForActor(deps.db, viewer, id)
  if (!isManager) throw forbidden('Only owners and admins can take a task back.')
  return end(deps, viewer, claim, {
    kind: 'claim.takenBack',
    by: { userID: viewer.userID, role: 'admin' },
    because: reason,
    require: (active) => {
      if (isHandedIn(active)) throw conflict('CONFLICT', PROPOSE)
    },
  })
}

/**
 * A claim; who has lost it, or may not read the task any more, gets what they wrote and handed in. Errors: 404 for anybody but
 * its holder, owners and admins.
 */
const readClaim = async ({ db }: Deps, viewer: Viewer, { params: { id } }: Input<'claims.get'>) => {
  const claim = await getClaim(db, viewer, id)
  const comments = await findOwnCopy(db, id, viewer.userID)
  // The holder reads their own, too.
  const workerRecord = await workerOf(db, claim.userID)
  return { ...claim, workerRecord, copy: comments ? { comments, rounds: await findOwnRounds(db, id) } : null }
}

export const claimsInTasks = { get: readClaim, take: takeTask, giveBack, takeBack }
