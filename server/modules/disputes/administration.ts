import { type AdministeredDispute, type Dispute, DISPUTE_FEED_MAX, DISPUTES_MAX } from '#shared/contract/disputes.ts'
import { REWARD_ENTRIES_MAX } from '#shared/contract/rewards.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { boundedList, oneMoreThan } from '#server/http/bounded-list.ts'
import { conflict, forbidden, invalid } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { type ClaimRow, endDispute, findClaim } from '../claims/service.ts'
import { readFeedOfOffer } from '../comments/service.ts'
import { agreeOn, findDisputedAmounts, findEntriesOfTask, forgive } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { endProposalOf } from '../proposals/service.ts'
import { findRoundsOfClaim } from '../submissions/service.ts'
import { completeByAgreement } from '../tasks/service.ts'
import { eventOf, requireDispute, requireOpen, requireWhole } from './finding.ts'
import * as repository from './repository.ts'
import type { DisputeRow } from './repository.ts'
import { toDispute, toListed } from './shapes.ts'

/** What administrators do with disputes: they read one, and nothing else of its project, and rule it. */

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** Errors: 404; 403 for an administrator who is on one of the sides, or belongs to the project. */
const findForRuler = async (db: DbOrTx, { userID }: Viewer, id: string): Promise<DisputeRow> => {
  const row = await requireDispute(db, id)
  if (await repository.isInvolved(db, row, userID))
    throw forbidden('You belong to this project: another administrator has to rule.')
  return row
}

const requireClaim = async (db: DbOrTx, { claim_id: claimID }: DisputeRow): Promise<ClaimRow> => {
  const claim = await findClaim(db, claimID)
  if (!claim) throw new Error('The claim of a dispute is not there.')
  return claim
}

/** Task, terms, rounds, feed since the offer, statements and entries. Both sides see that it was read. Errors: those of `findForRuler`. */
const readAsAdministrator = ({ db, clock }: Deps, viewer: Viewer, { params: { id } }: Input<'disputes.administer'>) =>
  withTx(db, async (tx): Promise<AdministeredDispute> => {
    const row = await findForRuler(tx, viewer, id)
    const now = clock.now()
    await repository.insertReading(tx, id, viewer.userID, now)
    await tell(tx, now, eventOf('dispute.read', row, viewer.userID, row.side))
    const claim = await requireClaim(tx, row)
    const task = await repository.findTask(tx, row.task_id)
    const { task_id: taskID, project_id: projectID, holder_id: userID } = row
    const since = await repository.findOfferedSince(tx, row.claim_id)
    const about = { taskID, projectID, userID, claimID: row.claim_id, since }
    return {
      dispute: await toDispute(tx, row, { side: null, now }),
      task: task
        ? {
            taskId: String(task.task_number),
            title: task.title,
            description: task.description,
            doneWhen: task.done_when.map(({ text, isDone }) => ({ text, isDone })),
            dueOn: task.due_on,
            status: task.status,
          }
        : null,
      terms: claim.terms,
      rounds: await findRoundsOfClaim(tx, row.claim_id),
      feed: await readFeedOfOffer(tx, about, DISPUTE_FEED_MAX),
      entries: await findEntriesOfTask(tx, { projectID, taskID }, REWARD_ENTRIES_MAX),
    }
  })

/** The amount takes effect as one that both sides have agreed on does. The project's row is held to be changed. */
const takeEffect = async (
  tx: Tx,
  now: Date,
  { claim, amountCents, paidCents, by }: { claim: ClaimRow; amountCents: number; paidCents: number; by: string },
): Promise<void> => {
  if (claim.state === 'finished') return forgive(tx, now, { claim, amountCents: amountCents - paidCents, by })
  await agreeOn(tx, claim.id, amountCents)
  await completeByAgreement(tx, now, { taskID: claim.task_id, by })
}

/**
 * Rules a dispute. Errors: those of `findForRuler`; 409 while a side can still state, and once it has ended; 422 for less than
 * was paid, and for more than can be asked.
 */
const ruleDispute = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id }, body: { amountCents, text } }: Input<'disputes.rule'>,
): Promise<Dispute> =>
  withTx(db, async (tx) => {
    const known = await findForRuler(tx, viewer, id)
    await holdProjectToChange(tx, known.project_id)
    const row = await findForRuler(tx, viewer, id)
    requireOpen(row)
    if (row.state === 'stating') throw conflict('CONFLICT', 'The other side can still say what happened.')
    const claim = await requireClaim(tx, row)
    const { mostCents, paidCents } = await findDisputedAmounts(tx, claim)
    const [least, most] = [paidCents, mostCents].map((cents) => rewardText(cents, row.currency))
    if (amountCents < paidCents || amountCents > mostCents)
      throw invalid('amountCents', `Please enter an amount from ${least} to ${most}.`)
    requireWhole('amountCents', amountCents, row.currency)
    const now = clock.now()
    const by = viewer.userID
    await endDispute(tx, claim, { state: 'ruled', by, now, ruling: { amountCents, text } })
    await endProposalOf(tx, now, { claim, by })
    await takeEffect(tx, now, { claim, amountCents, paidCents, by })
    return toDispute(tx, await requireDispute(tx, id), { side: null, now })
  })

/** The calls of disputes that administrators make. */
export const disputesInAdministration = {
  queue: async ({ db, clock }: Deps) => {
    const rows = await repository.findAll(db, oneMoreThan(DISPUTES_MAX))
    return boundedList(
      rows.map((row) => toListed(row, clock.now())),
      DISPUTES_MAX,
      'disputes',
    )
  },
  administer: readAsAdministrator,
  rule: ruleDispute,
}
