import { type Dispute, DISPUTES_MAX, STATE_DAYS } from '#shared/contract/disputes.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { NO_DISPUTES } from '#shared/rules/offer-terms.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { isLate, type Side } from '#shared/rules/reward-state.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { boundedList, oneMoreThan } from '#server/http/bounded-list.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import { requireScope } from '#server/http/policies.ts'
import type { Input } from '#server/http/services.ts'
import type { Config } from '#server/settings/config.ts'
import { type ClaimRow, endDispute, findForActor, stopTime } from '../claims/service.ts'
import { findDisputedAmounts, findTaskFacts, whyNotDispute } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { eventOf, requireDispute, requireOpen, requireWhole, unknownDispute } from './finding.ts'
import * as repository from './repository.ts'
import { beginRuling } from './ruling-begins.ts'
import { partOf, toDispute, toListed } from './shapes.ts'

/**
 * Disputes, as their two sides have them; administration.ts has what administrators do, clock.ts what time does. All that
 * changes one holds the project's row first, so that of a ruling, an agreement and a withdrawal at once one takes effect.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'> & { config: Pick<Config, 'disputes'> }
type Scopes = Pick<RequestContext, 'scopes'>

/**
 * The claim, and on which side of it the viewer is. Errors: 404 for anybody but its holder and members, 403 for other members,
 * and for a manager's access token without the scope `manage`.
 */
const findSide = async (
  db: DbOrTx,
  viewer: Viewer,
  claimID: string,
  context: Scopes,
): Promise<{ claim: ClaimRow; side: Side }> => {
  const { claim, isHolder, isManager } = await findForActor(db, viewer, claimID)
  if (isHolder) return { claim, side: 'holder' }
  if (!isManager) throw forbidden('Only who has this task, owners and admins dispute it.')
  requireScope(context, 'manage')
  return { claim, side: 'managers' }
}

const readFiles = async (tx: Tx, taskID: string, fileIDs: readonly string[]) => {
  const ids = [...new Set(fileIDs)]
  const files = await repository.findFilesOfTask(tx, taskID, ids)
  if (files.length < ids.length) throw invalid('fileIDs', 'Attach a file to the task first.')
  return files
}

/** The claim of a task that the viewer disputes. Errors: 404 for strangers, 403 for other members; 409 where there is nothing to dispute. */
const findDisputable = async (tx: Tx, viewer: Viewer, taskID: string, context: Scopes, now: Date) => {
  const facts = await findTaskFacts(tx, taskID, viewer.userID)
  if (!facts || (facts.claim_id === null && facts.role === null)) throw notFound('Task not found')
  const found = facts.claim_id === null ? null : await findSide(tx, viewer, facts.claim_id, context)
  const why = whyNotDispute(facts, now)
  if (why !== null || !found) throw conflict('CONFLICT', why ?? 'Nothing has been handed in yet.')
  return found
}

/**
 * Opens a dispute: the time of lease and review stops. Errors: 404 for strangers, and where the server has none; 403 for other
 * members; 409 before the first hand-in, for what is paid or not late, and for a second one in the life of the claim; 422 for
 * more than was promised or due, and for files of anything else.
 */
const openDispute = (
  { db, clock, config }: Deps,
  viewer: Viewer,
  { params: { id: taskID }, body: { reason, text, askCents, fileIDs } }: Input<'disputes.open'>,
  context: RequestContext,
): Promise<Dispute> => {
  if (config.disputes === 'off') throw notFound(NO_DISPUTES)
  return withTx(db, async (tx) => {
    const now = clock.now()
    const known = await findDisputable(tx, viewer, taskID, context, now)
    await holdProjectToChange(tx, known.claim.project_id)
    // Read again, since it may have changed while the transaction waited.
    const { claim, side } = await findDisputable(tx, viewer, taskID, context, now)
    const { mostCents } = await findDisputedAmounts(tx, claim)
    const currency = claim.terms.currency ?? 'USD'
    if (askCents > mostCents) throw invalid('askCents', `At most ${rewardText(mostCents, currency)} can be asked.`)
    requireWhole('askCents', askCents, currency)
    const files = await readFiles(tx, taskID, fileIDs)
    const made = { claimID: claim.id, side, by: viewer.userID, reason, askCents, mostCents }
    const payBy = isLate(claim.pay_by, now) ? null : claim.pay_by
    const disputeID = await repository.insertDispute(tx, { ...made, stateBy: daysAfter(now, STATE_DAYS), payBy, now })
    await stopTime(tx, claim.id)
    await repository.insertStatement(tx, { disputeID, side, part: 1, by: viewer.userID, text, files, now })
    const row = await requireDispute(tx, disputeID)
    await tell(tx, now, eventOf('dispute.opened', row, viewer.userID, side))
    return toDispute(tx, row, { side, now })
  })
}

/** Holds a dispute for an act of one of its sides. Errors: 404 for strangers, 403 for other members. */
const holdForSide = async (tx: Tx, viewer: Viewer, id: string, context: Scopes) => {
  const known = await requireDispute(tx, id)
  // Before the lock, too, so that a stranger makes nobody wait.
  await findSide(tx, viewer, known.claim_id, context)
  await holdProjectToChange(tx, known.project_id)
  const [side, row] = await Promise.all([findSide(tx, viewer, known.claim_id, context), requireDispute(tx, id)])
  return { ...side, row }
}

/**
 * One side says what happened. Errors: 404 for strangers, 403 for other members; 409 once it has ended, and for a side that
 * has said all; 422 for files of anything else than the task.
 */
const stateDispute = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id }, body: { text, fileIDs } }: Input<'disputes.state'>,
  context: RequestContext,
): Promise<Dispute> =>
  withTx(db, async (tx) => {
    const { row, side } = await holdForSide(tx, viewer, id, context)
    const now = clock.now()
    requireOpen(row)
    const part = partOf(row, { side, statements: await repository.findStatements(tx, id), now })
    if (part === null) throw conflict('CONFLICT', 'Your side has said what it can. The administrators rule now.')
    const files = await readFiles(tx, row.task_id, fileIDs)
    await repository.insertStatement(tx, { disputeID: id, side, part, by: viewer.userID, text, files, now })
    await tell(tx, now, eventOf('dispute.stated', row, viewer.userID, side))
    if (part === 1) await beginRuling(tx, id, now)
    return toDispute(tx, await requireDispute(tx, id), { side, now })
  })

/** The side that opened it takes it back. Errors: 404 for strangers; 403 for the other side and other members; 409 once it has ended. */
const withdrawDispute = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id } }: Input<'disputes.withdraw'>,
  context: RequestContext,
): Promise<Dispute> =>
  withTx(db, async (tx) => {
    const { row, side, claim } = await holdForSide(tx, viewer, id, context)
    if (side !== row.side) throw forbidden('Only the side that opened this can withdraw it.')
    requireOpen(row)
    const now = clock.now()
    await endDispute(tx, claim, { state: 'withdrawn', by: viewer.userID, now })
    return toDispute(tx, await requireDispute(tx, id), { side, now })
  })

export const disputes = {
  open: openDispute,
  list: async ({ db, clock }: Deps, { userID }: Viewer) => {
    const rows = await repository.findOf(db, userID, oneMoreThan(DISPUTES_MAX))
    return boundedList(
      rows.map((row) => toListed(row, clock.now())),
      DISPUTES_MAX,
      'disputes',
    )
  },
  get: async ({ db, clock }: Deps, viewer: Viewer, { params: { id } }: Input<'disputes.get'>) => {
    const row = await requireDispute(db, id)
    const { isHolder, isManager } = await findForActor(db, viewer, row.claim_id)
    if (!isHolder && !isManager) throw unknownDispute()
    return toDispute(db, row, { side: isHolder ? 'holder' : 'managers', now: clock.now() })
  },
  state: stateDispute,
  withdraw: withdrawDispute,
}

export { runDisputeClock } from './clock.ts'
