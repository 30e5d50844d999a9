import { nameOf } from '#shared/rules/person.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { Tx } from '#server/db/pool.ts'
import type { NewEvent } from '#server/events/record.ts'
import { conflict } from '#server/http/errors.ts'
import { type ClaimRow, type OfferRow, requireNoStop } from '../claims/service.ts'
import { tell } from '../notifications/service.ts'
import { closeOfferOf, requireNoOwner } from './offers.ts'
import * as repository from './repository.ts'

/** A task as it was before a change, and what the change makes of it. */
type Changed = { id: string; project_id: string; status: number; assigned_to_id: string | null }
type After = { status: number; assignedToID: string | null }

/**
 * Refuses to give a task with a reward to an owner of its project, or to anybody while a due of one of the owners is long
 * late; the project's row is held to be changed. Errors: 409.
 */
export const requirePayable = async (
  tx: Tx,
  now: Date,
  task: Changed,
  { offer, after }: { offer: OfferRow | undefined; after: After },
): Promise<void> => {
  const { assignedToID } = after
  if (!offer || offer.amount_cents === 0 || assignedToID === null || assignedToID === task.assigned_to_id) return
  await requireNoOwner(tx, task.project_id, assignedToID)
  await requireNoStop(tx, task.project_id, now)
}

type Due = { taskID: string; claim: ClaimRow; amountCents: number; by: string | null }

/**
 * Moves what a finished claim is worth from reserved to due, and frees what is reserved beyond it. Nothing else writes a due.
 * The project's row is held to be changed.
 */
const writeDue = async (tx: Tx, now: Date, { taskID, claim, amountCents, by }: Due): Promise<void> => {
  const { project_id: projectID, user_id: userID } = claim
  const currency = claim.terms.currency ?? 'USD'
  const reserved = `reserved:${taskID}`
  const rest = (await repository.balanceOf(tx, { projectID, account: reserved, currency })) - amountCents
  const about = { actorID: by, projectID, taskID }
  const data = { amountCents, currency, claimID: claim.id }
  const freed: NewEvent[] =
    rest > 0 ? [{ kind: 'reward.released', ...about, data: { amountCents: rest, currency } }] : []
  const [dueID = '', freedID = ''] = await tell(
    tx,
    now,
    { kind: 'reward.due', ...about, subjectID: userID, data },
    ...freed,
  )
  const common = { projectID, taskID, currency, from: reserved, now, claimID: claim.id, userID }
  await repository.insertEntries(tx, [
    { ...common, kind: 'due', to: `due:${claim.id}`, cents: amountCents, eventID: dueID },
    ...(rest > 0 ? [{ ...common, kind: 'release' as const, to: 'budget', cents: rest, eventID: freedID }] : []),
  ])
}

type Ended = {
  offer: OfferRow | undefined
  /** The claim that the change has finished. */
  finished: ClaimRow | undefined
  after: After
  by: string | null
}

/**
 * What a change of a task does to its offer, after task and claim are written: a finished claim is owed what it promised;
 * the offer of a task that is rejected, or completed without a claim that the offer was promised to, is closed. An offer
 * of 0 stays, since its claim is active again when the task leaves Completed; one on which 0 was agreed does not.
 */
export const followOffer = async (
  tx: Tx,
  now: Date,
  task: Changed,
  { offer, finished, after, by }: Ended,
): Promise<void> => {
  const taskID = task.id
  const amountCents = finished?.terms.amountCents ?? null
  if (finished && amountCents) return writeDue(tx, now, { taskID, claim: finished, amountCents, by })
  if (!offer || after.status === task.status) return
  const isCompleted = after.status === taskStatus.completed
  const isKept = isCompleted && amountCents === 0 && offer.amount_cents === 0
  if (after.status === taskStatus.rejected || (isCompleted && !isKept))
    await closeOfferOf(tx, now, { taskID, projectID: task.project_id, by })
}

/** Refuses to delete a project in which somebody is owed something, or has handed in under an offer. Errors: 409. */
export const requireNothingOwed = async (tx: Tx, projectID: string): Promise<void> => {
  const dues = await repository.findDues(tx, { projectID })
  const waiting = await repository.findHandedIn(tx, projectID)
  const reasons = [
    ...dues.map((due) => `${nameOf(due)} is owed ${rewardText(due.cents, due.currency)}.`),
    ...waiting.map(
      (one) => `${nameOf(one)} has handed in${one.cents > 0 ? ` for ${rewardText(one.cents, one.currency)}` : ''}.`,
    ),
  ]
  if (reasons.length > 0) throw conflict('CONFLICT', reasons.join(' '))
}

/** Closes all offers of a project that is deleted, and frees what they reserve. Its claims have ended. */
export const closeProjectOffers = async (
  tx: Tx,
  now: Date,
  { projectID, by }: { projectID: string; by: string },
): Promise<void> => {
  for (const taskID of await repository.findOfferedIDs(tx, projectID))
    await closeOfferOf(tx, now, { taskID, projectID, by })
}
