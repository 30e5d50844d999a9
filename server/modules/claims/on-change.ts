import { daysAfter, leaseAfterSign } from '#shared/rules/lease.ts'
import type { ClaimTerms, ProjectRole } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import type { Tx } from '#server/db/pool.ts'
import { together } from '#server/db/together.ts'
import type { NewEvent } from '#server/events/record.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import { tell } from '../notifications/service.ts'
import { answersOf, closingApplications, mailAnswers } from './applications.ts'
import { isDisputed } from './disputes-repository.ts'
import { endDispute, requireNoDispute } from './disputed.ts'
import { holdLease, noteHandIn, reviveClaim, setLease } from './lease-repository.ts'
import * as repository from './repository.ts'
import type { ClaimKind, ClaimRow, MadeOffer, OfferRow } from './repository.ts'

/** What a task is before a change of it, as far as its claim depends on that. */
export type ClaimedTask = {
  id: string
  project_id: string
  status: number
  assigned_to_id: string | null
  open_round: number | null
  title: string
  description: string
  done_when: ReadonlyArray<{ text: string }>
  dueOn: string | null
}
type After = { status: number; assignedToID: string | null }
/** Who acts; nobody for the clock. */
export type ClaimActor = { userID: string | null; role: ProjectRole }
/** Offer, active claim and last finished claim of a task; the project's row is locked where there is any. */
export type HeldClaim = {
  offer: MadeOffer | undefined
  active: ClaimRow | undefined
  finished: Awaited<ReturnType<typeof repository.findFinished>>
  /** Whether a dispute about the active claim is open. */
  isDisputed: boolean
}

export const PROPOSE = 'Propose an amount instead.'

/** Null for a task that has no offer and never had a claim; that costs one look. */
export const holdClaim = async (tx: Tx, task: { id: string; project_id: string }): Promise<HeldClaim | null> => {
  if (!(await repository.hasOfferOrClaim(tx, task.id))) return null
  await holdProjectToChange(tx, task.project_id)
  const [active, offer, finished] = await Promise.all([
    repository.holdActive(tx, task.id),
    repository.findOffer(tx, task.id),
    repository.findFinished(tx, task.id),
  ])
  return {
    ...{ active, offer, finished },
    isDisputed: active !== undefined && (await isDisputed(tx, active.id)),
  }
}

/** How somebody comes to a task that nobody holds, under its offer as it is with the project's row locked. */
export type Taking = { kind: ClaimKind; key: string | null; offer: MadeOffer | undefined }

/** What `holdClaim` would find of a task that may be taken (`whyNotTake`), without asking for it again. */
export const claimTaken = ({ offer }: Taking): HeldClaim => ({
  offer,
  active: undefined,
  finished: undefined,
  isDisputed: false,
})

/** The texts and numbers of a task as somebody takes it. */
export const termsOf = (task: ClaimedTask, offer: OfferRow | undefined): ClaimTerms => ({
  amountCents: offer?.amount_cents ?? null,
  currency: offer?.currency ?? null,
  leaseDays: offer?.lease_days ?? null,
  reviewDays: offer?.review_days ?? null,
  payDays: offer?.pay_days ?? null,
  aiRule: offer?.ai_rule ?? null,
  title: task.title,
  description: task.description,
  doneWhen: task.done_when.map(({ text }) => text),
  dueOn: task.dueOn,
})

/** A whole lease from now on; null for a claim that has none. */
const freshLease = ({ kind, terms }: Pick<ClaimRow, 'kind' | 'terms'>, now: Date): Date | null =>
  kind === 'assigned' || terms.leaseDays === null ? null : daysAfter(now, terms.leaseDays)

/** Whether something was handed in under an amount, which only an agreement on another amount ends. */
export const isHandedIn = (claim: ClaimRow): boolean =>
  claim.first_hand_in_at !== null && claim.terms.amountCents !== null

/**
 * Refuses what a claim or an offer does not allow. Errors: 409 for leaving Completed once something was due, for Under
 * Review without a hand-in, and for rejecting or reassigning after the first hand-in; 403 for a member who rejects a
 * task that somebody holds, and for an admin who completes a rewarded task of their own. While a dispute is open only a manager's acceptance in full goes on.
 */
export const requireClaimAllows = (
  { offer, active, finished, isDisputed }: HeldClaim,
  task: ClaimedTask,
  { after, by, isHandIn, isAgreed }: { after: After; by: ClaimActor; isHandIn: boolean; isAgreed: boolean },
): void => {
  const isMoved = after.status !== task.status
  const isReassigned = after.assignedToID !== task.assigned_to_id
  if (task.status === taskStatus.completed && finished?.pay_by && (isMoved || isReassigned)) {
    const { holder, owed_cents: owed, is_paid: isPaid, terms } = finished
    const owedText = `${holder} is owed ${rewardText(owed, terms.currency ?? 'USD')} for this. Propose another amount.`
    const endText = isPaid ? `${holder} was paid for this.` : 'Nothing is owed for this any more: it stays completed.'
    throw conflict('CONFLICT', owed > 0 ? owedText : endText)
  }
  const isOwn = by.userID !== null && by.userID === after.assignedToID && by.role !== 'owner'
  const cents = active?.terms.amountCents ?? offer?.amount_cents ?? 0
  // Both sides have said yes to what is agreed.
  if (isOwn && cents > 0 && isMoved && after.status === taskStatus.completed && !isAgreed)
    throw forbidden('Somebody else accepts what you do for a reward.')
  if (offer && isMoved && after.status === taskStatus.underReview && !isHandIn)
    throw conflict('CONFLICT', 'This task comes to Under Review when it is handed in.')
  if (!active) return
  const isAccepted = after.status === taskStatus.completed && by.userID !== null && isManager(by.role)
  if ((isMoved && !isAccepted) || isReassigned || isHandIn) requireNoDispute(isDisputed)
  const isRejected = isMoved && after.status === taskStatus.rejected
  if (isRejected && !isManager(by.role)) throw forbidden('Only owners and admins can reject a task that somebody has.')
  if ((isRejected || isReassigned) && isHandedIn(active)) throw conflict('CONFLICT', PROPOSE)
}

type Change = {
  after: After
  by: ClaimActor
  now: Date
  isHandIn: boolean
  /** Whether the change closes the round that waited. */
  isRoundClosed: boolean
  /** How the new assignee comes to the task, where nobody assigns it to them. */
  taking?: Taking | undefined
  /** Events of the change that are written together with that of the claim. */
  untold?: readonly NewEvent[]
}

const about = (task: ClaimedTask, holderID: string, by: ClaimActor) => ({
  actorID: by.userID,
  projectID: task.project_id,
  taskID: task.id,
  subjectID: holderID,
})

/** Ends a claim with an event of its own. */
export const endClaim = async (
  tx: Tx,
  task: ClaimedTask,
  claim: ClaimRow,
  by: ClaimActor,
  now: Date,
): Promise<void> => {
  await repository.endClaim(tx, claim.id, { state: 'ended', now })
  await tell(tx, now, { kind: 'claim.ended', ...about(task, claim.user_id, by), data: { claimID: claim.id } })
}

/** Makes the claim of a new assignee, and answers the applications to the task. */
export const makeClaim = async (
  tx: Tx,
  task: ClaimedTask,
  offer: MadeOffer | undefined,
  holderID: string,
  { by, now, taking, untold = [] }: Pick<Change, 'by' | 'now' | 'taking' | 'untold'>,
): Promise<ClaimRow> => {
  const { kind, key } = taking ?? { kind: 'assigned' as const, key: null }
  const terms = termsOf(task, offer)
  const place = { project_id: task.project_id, task_id: task.id, user_id: holderID }
  const inserting = repository.insertingClaim({
    ...place,
    kind,
    terms,
    lease_until: freshLease({ kind, terms }, now),
    reads_since: offer?.made_at ?? null,
    key,
    now,
  })
  const answered = { taskID: task.id, projectID: task.project_id, holderID, by: by.userID }
  const [[claim], closed] = await together(tx, inserting, closingApplications(now, answered))
  if (!claim) throw new Error('The claim is not there.')
  const made: NewEvent = { kind: 'claim.made', ...about(task, holderID, by), data: { claimID: claim.id, kind } }
  await tell(tx, now, ...untold, made, ...answersOf(closed, answered))
  await mailAnswers(tx, now, closed)
  return claim
}

/** The claim is finished; what was promised is written as due by the caller. */
const finish = async (tx: Tx, task: ClaimedTask, claim: ClaimRow, { by, now }: Change): Promise<ClaimRow> => {
  const { amountCents, payDays } = claim.terms
  const payBy = amountCents && payDays !== null ? daysAfter(now, payDays) : null
  // Accepted in full, or agreed on.
  await endDispute(tx, claim, { state: 'agreed', by: by.userID, now })
  await repository.endClaim(tx, claim.id, { state: 'finished', now, payBy })
  await tell(tx, now, { kind: 'claim.finished', ...about(task, claim.user_id, by), data: { claimID: claim.id } })
  return claim
}

/**
 * What a change of a task does to its claim, in the transaction of the change and after the task is written: taken,
 * assigned, handed in, answered, completed, rejected, given to somebody else, or taken out of Completed. Answers the claim
 * that is finished by it.
 */
export const followChange = async (
  tx: Tx,
  { offer, active, finished }: HeldClaim,
  task: ClaimedTask,
  change: Change,
): Promise<ClaimRow | undefined> => {
  const { after, by, now } = change
  let claim = active
  if (after.assignedToID !== task.assigned_to_id) {
    if (claim) await endClaim(tx, task, claim, by, now)
    const isForClaim = after.assignedToID !== null && (offer !== undefined || change.taking !== undefined)
    claim =
      isForClaim && after.assignedToID !== null
        ? await makeClaim(tx, task, offer, after.assignedToID, change)
        : undefined
  } else if (!claim && task.status === taskStatus.completed && after.status <= taskStatus.inProgress && finished)
    // Nothing was due for it: it goes on as it was.
    if (finished.user_id === after.assignedToID && finished.pay_by === null)
      await reviveClaim(tx, finished.id, freshLease(finished, now))
  if (!claim) return undefined
  const isMoved = after.status !== task.status
  if (isMoved && after.status === taskStatus.completed) return finish(tx, task, claim, change)
  if (isMoved && after.status === taskStatus.rejected) await endClaim(tx, task, claim, by, now)
  else if (change.isHandIn) await noteHandIn(tx, claim.id, now)
  else if (change.isRoundClosed) await setLease(tx, claim.id, freshLease(claim, now))
  else if (isMoved && claim === active && by.userID === claim.user_id) await pushLease(tx, claim, now)
  return undefined
}

const pushLease = async (tx: Tx, claim: ClaimRow, now: Date): Promise<void> => {
  const { claimed_at: claimedAt, lease_until: leaseUntil, terms } = claim
  if (leaseUntil === null || terms.leaseDays === null) return
  const pushed = leaseAfterSign({ claimedAt, leaseUntil, leaseDays: terms.leaseDays }, now)
  if (pushed && pushed > leaseUntil) await setLease(tx, claim.id, pushed)
}

/** A comment, a file or a tick by the person who has the task, which shows that they work on it. */
export const noteSignOfWork = async (tx: Tx, taskID: string, userID: string, now: Date): Promise<void> => {
  const claim = await holdLease(tx, taskID, userID)
  if (claim) await pushLease(tx, claim, now)
}

/**
 * The claim that ends when the task is deleted, if any. Errors: 409 naming who works on a task with an offer, or who is owed
 * something for it.
 */
export const holdForDeletion = async (
  tx: Tx,
  task: { id: string; project_id: string; assigned_to_name: string | null; assigned_to_username: string | null },
): Promise<ClaimRow | undefined> => {
  const held = await holdClaim(tx, task)
  const { active, finished } = held ?? {}
  const holder = task.assigned_to_name ?? task.assigned_to_username ?? 'Somebody'
  if (active && active.terms.amountCents !== null) throw conflict('CONFLICT', `${holder} works on this.`)
  if (finished && finished.owed_cents > 0) {
    const owed = rewardText(finished.owed_cents, finished.terms.currency ?? 'USD')
    throw conflict('CONFLICT', `${finished.holder} is owed ${owed} for this.`)
  }
  return active
}
