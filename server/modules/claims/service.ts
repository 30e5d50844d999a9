import { RUNNING_CLAIMS_MAX, type RunningClaim } from '#shared/contract/claims.ts'
import type { Claim } from '#shared/contract/index.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { isManager } from '#shared/rules/membership.ts'
import { accessOf, memberAccessOf } from '#server/access/access.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { requireMember } from '#server/access/policy.ts'
import { type DbOrTx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { readPlace, writePlace } from '#server/http/place-cursor.ts'
import type { Input } from '#server/http/services.ts'
import { tell } from '../notifications/service.ts'
import { setLease } from './lease-repository.ts'
import * as repository from './repository.ts'
import type { ClaimRow, ShownClaim } from './repository.ts'

/**
 * Claims: who has a task, on which terms and until when. What a change of the task does to its claim is in on-change.ts,
 * who may take one in why-not.ts. The calls that change task and claim together are in the tasks module.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'>

const text = (moment: Date | null) => moment?.toISOString() ?? null
export const toClaim = (row: ShownClaim): Claim => ({
  id: row.id,
  taskID: row.task_id,
  userID: row.user_id,
  kind: row.kind,
  state: row.state,
  terms: row.terms,
  claimedAt: row.claimed_at.toISOString(),
  leaseUntil: text(row.lease_until),
  firstHandInAt: text(row.first_hand_in_at),
  extendedAt: text(row.extended_at),
  endedAt: text(row.ended_at),
  because: row.because,
  reviewBy: text(row.review_by),
  payBy: text(row.pay_by),
  task:
    row.task_number !== null && row.task_title !== null && row.task_status !== null
      ? { taskId: String(row.task_number), title: row.task_title, status: row.task_status }
      : null,
  project: { id: row.project_id, title: row.project_title },
})

const unknownClaim = () => notFound('There is no such claim.')

/** The claim that the person has made of the task under this key. */
export const findTaken = async (db: DbOrTx, mine: repository.TakenBy): Promise<Claim | undefined> => {
  const { rows } = await repository.takenBy(mine).execute(db)
  return rows[0] && toClaim(rows[0])
}

/** A claim as its holder and managers read it. Errors: 404 for anybody else. */
export const getClaim = async (db: DbOrTx, viewer: Viewer, id: string): Promise<Claim> => {
  const row = await repository.findShown(db, id, viewer.userID)
  if (!row) throw unknownClaim()
  return toClaim(row)
}

/** The viewer's own claims, newest first. Errors: 422 for a cursor that is not ours. */
const listClaims = async (
  { db }: Deps,
  { userID }: Viewer,
  { query: { state, projectID, number, cursor, limit } }: Input<'claims.list'>,
): Promise<{ data: Claim[]; nextCursor: string | null }> => {
  const after = cursor === undefined ? null : readPlace(cursor)
  const rows = await repository.findOwn(db, {
    userID,
    state: state ?? null,
    of: { projectID: projectID ?? null, number: number ?? null },
    after,
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    data: page.map(toClaim),
    nextCursor: last ? writePlace({ time: last.claimed_at.toISOString(), id: last.id }) : null,
  }
}

/** Who has tasks of a project, for its members. Errors: 404, 403 for others. */
const listRunning = async (
  { db }: Deps,
  { userID }: Viewer,
  { params: { id } }: Input<'claims.running'>,
): Promise<RunningClaim[]> => {
  requireMember(await accessOf(db, id, userID))
  return (await repository.findRunning(db, id, RUNNING_CLAIMS_MAX)).map((row) => ({
    id: row.id,
    taskID: row.task_id,
    taskId: String(row.task_number),
    title: row.title,
    holder: { id: row.holder_id, username: row.username, name: row.name },
    leaseUntil: text(row.lease_until),
    reviewBy: text(row.review_by),
    mayTakeBack: row.may_take_back,
  }))
}

/** The claim that a person acts on. Errors: 404 for anybody but its holder and members of its project. */
export const findForActor = async (
  db: DbOrTx,
  { userID }: Viewer,
  id: string,
): Promise<{ claim: ClaimRow; isHolder: boolean; isManager: boolean }> => {
  const claim = await repository.findClaim(db, id)
  const access = claim && (await memberAccessOf(db, claim.project_id, userID))
  const isHolder = claim?.user_id === userID
  if (!claim || (!isHolder && !access)) throw unknownClaim()
  return { claim, isHolder, isManager: access !== undefined && isManager(access.role) }
}

export const ONLY_HOLDER = 'Only who has this task may do that.'

/**
 * The holder takes as long again as the offer had, once. Errors: 404; 403 for anybody but the holder; 409 for a claim that
 * has ended, has no lease, was handed in or extended.
 */
const extendClaim = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id }, body: { reason } }: Input<'claims.extend'>,
): Promise<Claim> => {
  await withTx(db, async (tx) => {
    const known = await findForActor(tx, viewer, id)
    if (!known.isHolder) throw forbidden(ONLY_HOLDER)
    await holdProjectToChange(tx, known.claim.project_id)
    const claim = await repository.holdActive(tx, known.claim.task_id)
    if (claim?.id !== id) throw conflict('CONFLICT', 'This claim has ended.')
    const { leaseDays } = claim.terms
    if (claim.first_hand_in_at !== null) throw conflict('CONFLICT', 'What was handed in is not extended.')
    if (claim.extended_at !== null) throw conflict('CONFLICT', 'This was extended before.')
    if (claim.lease_until === null || leaseDays === null) throw conflict('CONFLICT', 'This has no day to put off.')
    const now = clock.now()
    await setLease(tx, id, daysAfter(claim.lease_until, leaseDays), { extended_at: now, because: reason })
    const about = { actorID: viewer.userID, projectID: claim.project_id, taskID: claim.task_id }
    await tell(tx, now, { kind: 'claim.extended', ...about, subjectID: claim.user_id, data: { claimID: id } })
  })
  return getClaim(db, viewer, id)
}

export const claims = {
  list: listClaims,
  running: listRunning,
  extend: extendClaim,
}

export { answerApplications } from './applications.ts'
export { endDispute, requireNoDispute } from './disputed.ts'
export { isDisputed, stopTime } from './disputes-repository.ts'
export { taskAnswerMail } from './mails.ts'
export {
  type ClaimActor,
  claimTaken,
  endClaim,
  followChange,
  holdClaim,
  holdForDeletion,
  isHandedIn,
  makeClaim,
  noteSignOfWork,
  PROPOSE,
  requireClaimAllows,
  type Taking,
  termsOf,
} from './on-change.ts'
export {
  type ClaimRow,
  endClaim as markEnded,
  findActiveIDs,
  findClaim,
  findOwnCopy,
  findOffer,
  hasOfferOrClaim,
  hasTaken,
  holdActive,
  holdActiveOf,
  offerOf,
  type OfferRow,
  takenBy,
} from './repository.ts'
export { findDueLeases, noteWarned } from './lease-repository.ts'
export { factsOf, findStop, findStopped } from './facts-repository.ts'
export { requireNoStop } from './stop.ts'
export { refusalTo, whyNot, whyNotAll, whyNotApplying, whyNotBy, whyNotGiving } from './why-not.ts'
