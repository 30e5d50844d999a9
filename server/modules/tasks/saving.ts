import type { EventStage } from '#shared/contract/events/event.ts'
import type { Stage } from '#shared/contract/index.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import type { ReviewAct } from '#shared/rules/review.ts'
import { stageOf } from '#shared/rules/stages.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { AllFields } from '#shared/rules/task-fields.ts'
import type { MemberAccess } from '#server/access/access.ts'
import { holdAssignee } from '#server/access/locks.ts'
import type { Tx } from '#server/db/pool.ts'
import type { NewEvent } from '#server/events/record.ts'
import { HttpError, invalid } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import {
  type ClaimActor,
  type ClaimRow,
  claimTaken,
  followChange,
  hasOfferOrClaim,
  holdClaim,
  noteSignOfWork,
  requireClaimAllows,
  type Taking,
} from '../claims/service.ts'
import { followOffer, requirePayable } from '../ledger/service.ts'
import { mailAtOnce, tell } from '../notifications/service.ts'
import { addLines } from '../reputation/service.ts'
import {
  type HandIn,
  type HandInKey,
  openRound,
  roundAfter,
  type RoundOfClaim,
  settleReview,
} from '../submissions/service.ts'
import { eventsOf, linesOf } from './change-events.ts'
import { decideCredit, isStarted } from './credit.ts'
import { holdStage } from './hold-stage.ts'
import { assignmentMail } from './mails.ts'
import { moreOf, requireReferences } from './more-fields.ts'
import type { Place } from './order-repository.ts'
import { rankAt } from './ordering.ts'
import { changeTask, type TaskRow, TOP } from './repository.ts'

export type FoundTask = TaskRow & MemberAccess

export const fieldsOf = (row: TaskRow): AllFields => ({
  title: row.title,
  description: row.description,
  status: row.status,
  assignedToID: row.assigned_to_id,
  ...moreOf(row),
})

/**
 * What a change makes of a task. `stageID` names a stage of the new status, null its first one; without it the task stays in
 * its stage, or is in the first one of its new status (the trigger `tasks_shown`). `place` is its place in the column of
 * its status: by default where it is, or at the top of a new column.
 */
export type TaskDecision = {
  after: AllFields
  stageID?: number | null | undefined
  place?: Place | 'top' | undefined
  /** Its place where `topRanks` has given it one. */
  rank?: string
  step?: ReviewStep
  /** How the new assignee comes to the task, where nobody assigns it to them. */
  taking?: Taking | undefined
  /** Set for a tick, which shows that the assignee works on the task. */
  isSignOfWork?: true
}

/** How often the task is read again when others change it between our reading and writing. */
export const TRIES = 10

/** What a change is to the task's review, where the change alone does not say it. */
export type ReviewStep =
  { act: Exclude<ReviewAct, 'submit'>; text?: string } | { act: 'submit'; round: number; handIn: HandIn & HandInKey }

/** Who changes a task; the clock is nobody, and acts as an owner. */
const changerOf = (viewer: Pick<Viewer, 'userID'> | null, { role }: FoundTask): ClaimActor =>
  viewer ? { userID: viewer.userID, role } : { userID: null, role: 'owner' }

/** The change as its task's claim sees it; null where the claim is not concerned. */
const claimChangeOf = (found: FoundTask, { after, step, taking }: TaskDecision) => {
  const isConcerned = after.status !== found.status || after.assignedToID !== found.assigned_to_id || step !== undefined
  return isConcerned ? { after, isHandIn: step?.act === 'submit', taking } : null
}

/**
 * Writes the change in a transaction when the task is still as it was found; undefined when somebody else changed it
 * first. A round of a review that the change ends gets its answer in the same transaction, and the task's claim follows.
 */
export const saveIn = async (
  tx: Tx,
  now: Date,
  viewer: Pick<Viewer, 'userID'> | null,
  found: FoundTask,
  decision: TaskDecision,
): Promise<TaskRow | undefined> => {
  const { after, stageID, place, step } = decision
  const { project_id: projectID, id: taskID } = found
  const by = changerOf(viewer, found)
  const claimChange = claimChangeOf(found, decision)
  const held = claimChange && (decision.taking ? claimTaken(decision.taking) : await holdClaim(tx, found))
  const hasNewFile = after.fileIDs.some((id) => !found.file_ids.includes(id))
  if ((decision.isSignOfWork || hasNewFile) && by.userID !== null) await noteSignOfWork(tx, taskID, by.userID, now)
  if (held) {
    requireClaimAllows(held, found, { ...claimChange, by, isAgreed: step?.act === 'agree' })
    await requirePayable(tx, now, found, { offer: held.offer, after })
  }
  const isCompleted = after.status === taskStatus.completed
  const change = {
    id: found.id,
    version: found.version,
    title: after.title,
    description: after.description,
    status: after.status,
    assigneeID: after.assignedToID,
    now,
    startedAt: found.started_at ?? (isStarted(after.status) ? now : null),
    completedAt: isCompleted ? (found.completed_at ?? now) : null,
    more: after,
    openRound: step?.act === 'submit' ? step.round : roundAfter(found, after),
    stageID,
  }
  const round = change.openRound === found.open_round ? null : (change.openRound ?? found.open_round)
  const newAssignee = after.assignedToID !== found.assigned_to_id ? after.assignedToID : null
  const stages = stageID === undefined ? [] : await holdStage(tx, { projectID, status: after.status, stageID })
  const [credit] = await Promise.all([
    // What both sides have agreed on counts as accepted by the managers, also when its holder said yes last.
    decideCredit(tx, now, found, after, step?.act === 'agree' ? null : by.userID),
    // Who takes a task under an offer need not be a member.
    newAssignee !== null && !decision.taking && requireAssignee(tx, projectID, newAssignee),
    requireReferences(tx, { projectID, taskID }, fieldsOf(found), after),
  ])
  const rank =
    decision.rank ??
    (place === 'top' ? TOP : place ? await rankAt(tx, { projectID, status: after.status, taskID }, place) : null)
  const saved = await changeTask(tx, { ...change, credit: credit.after?.amount ?? 0 }, rank)
  if (!saved) return undefined
  const [left, reached] = [found, { status: after.status, stageID }].map((one) => stageOf(stages, one))
  const events = eventsOf(found, fieldsOf(found), after, by.userID, {
    round,
    isOverLimit: credit.isOverLimit,
    isOfClaim: decision.taking !== undefined || viewer === null || step?.act === 'agree',
    stage: saved.stage_now,
    staged: left?.id === reached?.id ? null : { from: nameOf(left), to: nameOf(reached) },
  })
  // Who claims a task hears nothing of these themselves, and it gives no reputation: they are written with the claim's event.
  const untold = decision.taking?.kind === 'claimed' && newAssignee !== null ? events : []
  if (untold.length === 0) {
    const ids = await tell(tx, now, ...events)
    const eventOf = (kind: NewEvent['kind']) => ids[events.findIndex((event) => event.kind === kind)] ?? ''
    await addLines(tx, now, linesOf(found, after, credit, eventOf))
  }
  if (step?.act === 'submit' && by.userID !== null)
    await openRound(tx, found, { ...step.handIn, ...roundOf(held?.active, now), round: step.round, by: by.userID, now })
  else if (step?.act !== 'submit') await settleReview(tx, found, { after, by, now, ...step })
  const isRoundClosed = found.open_round !== null && change.openRound === null
  if (held) {
    const finished = await followChange(tx, held, found, { ...claimChange, by, now, isRoundClosed, untold })
    await followOffer(tx, now, found, { offer: held.offer, finished, after, by: by.userID })
  }
  const [looked, announced] = await Promise.allSettled([
    !held && claimChange && hasOfferOrClaim(tx, taskID),
    // Who asked for the task hears of it by the answer to that.
    newAssignee !== null && viewer && !decision.taking && announce(tx, viewer, taskID, newAssignee, now),
  ])
  if (looked.status === 'rejected') throw looked.reason
  // Before a limit that is full: the change is decided again.
  if (looked.value) throw new ClaimCame()
  if (announced.status === 'rejected') throw announced.reason
  return saved
}

/** A round handed in under an offer is to be answered by a date. */
const roundOf = (claim: ClaimRow | undefined, now: Date): RoundOfClaim => {
  const days = claim?.terms.reviewDays ?? null
  const reviewBy = days === null ? null : daysAfter(now, days)
  return { claimID: claim?.id ?? null, reviewBy, aiRule: claim?.terms.aiRule ?? null }
}

/** An offer or a claim came between the look for them and the change, which is to be decided again. */
export class ClaimCame extends HttpError {
  constructor() {
    super(409, 'CONFLICT', 'Somebody else is changing this task. Please try again.')
  }
}

const nameOf = (stage: Stage | undefined): EventStage | undefined => stage && { id: stage.id, name: stage.name }

/**
 * Queues a mail to the new assignee, unless they took the task themselves; to be called last in a transaction. Errors: 429,
 * since each task given to others means a mail.
 */
export const announce = async (
  tx: Tx,
  viewer: Pick<Viewer, 'userID'>,
  taskID: string,
  userID: string,
  now: Date,
): Promise<void> => {
  if (userID === viewer.userID) return
  const mail = [assignmentMail, { taskID, userID, byID: viewer.userID }] as const
  await Promise.all([
    requireWithin(tx, now, limitOf('assign', viewer.userID)),
    mailAtOnce(tx, now, { from: viewer.userID, to: userID }, mail),
  ])
}

export const requireAssignee = async (tx: Tx, projectID: string, userID: string): Promise<void> => {
  if (!(await holdAssignee(tx, projectID, userID)))
    throw invalid('assignedToID', 'Only members of the project can be assigned.')
}
