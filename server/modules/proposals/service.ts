import { PROPOSAL_DAYS, PROPOSALS_MAX, type Proposal } from '#shared/contract/proposals.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import { decimalsOf } from '#shared/rules/money.ts'
import { rewardText } from '#shared/rules/reward-money.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { boundedList, oneMoreThan } from '#server/http/bounded-list.ts'
import { conflict, forbidden, HttpError, invalid, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import { requireScope } from '#server/http/policies.ts'
import type { Input } from '#server/http/services.ts'
import { type ClaimRow, findClaim, findForActor } from '../claims/service.ts'
import { agreeOn, findDueOf, forgive } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { completeByAgreement } from '../tasks/service.ts'
import * as repository from './repository.ts'
import type { ProposalRow } from './repository.ts'

/**
 * Proposals of another amount than was promised. All that changes one holds the project's row first, so that of two
 * proposals, two answers, or an answer and the clock at once one takes effect.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'>
type Side = Proposal['side']

const toProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  claimID: row.claim_id,
  side: row.side,
  amountCents: row.amount_cents,
  currency: row.currency,
  text: row.text,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
})

type Kind = `proposal.${'made' | 'accepted' | 'refused' | 'withdrawn' | 'expired'}`
const eventOf = (kind: Kind, claim: ClaimRow, row: ProposalRow, actorID: string | null) => ({
  kind,
  actorID,
  projectID: claim.project_id,
  taskID: claim.task_id,
  subjectID: claim.user_id,
  data: {
    proposalID: row.id,
    claimID: claim.id,
    side: row.side,
    amountCents: row.amount_cents,
    currency: row.currency,
  },
})

/**
 * The claim, and on which side of it the viewer is; a holder is never on the side of the managers. Errors: 404 for anybody but
 * its holder and members, 403 for other members, and for a manager's access token without the scope `manage`.
 */
const findSide = async (
  db: DbOrTx,
  viewer: Viewer,
  claimID: string,
  context: Pick<RequestContext, 'scopes'>,
): Promise<{ claim: ClaimRow; side: Side }> => {
  const { claim, isHolder, isManager } = await findForActor(db, viewer, claimID)
  if (isHolder) return { claim, side: 'holder' }
  if (!isManager) throw forbidden('Only who has this task, owners and admins agree on its reward.')
  requireScope(context, 'manage')
  return { claim, side: 'managers' }
}

/** The most that can be proposed: what was promised, or what is still owed. Errors: 409 where nothing can be. */
const mostOf = async (tx: Tx, claim: ClaimRow): Promise<number> => {
  const { amountCents } = claim.terms
  if (amountCents === null) throw conflict('CONFLICT', 'There is no offer for this task.')
  if (claim.state === 'active') {
    if (claim.first_hand_in_at === null) throw conflict('CONFLICT', 'Nothing has been handed in yet.')
    return amountCents
  }
  const owed = claim.state === 'finished' ? await findDueOf(tx, claim) : 0
  if (owed === 0) throw conflict('CONFLICT', 'Nothing is owed for this any more.')
  return owed
}

/** Ends one whose time is over: by the clock, or by the next one. */
const expire = async (
  tx: Tx,
  now: Date,
  { claim, row, by }: { claim: ClaimRow; row: ProposalRow; by: string | null },
): Promise<void> => {
  await repository.endProposal(tx, row.id, { state: 'expired', by, now })
  await tell(tx, now, eventOf('proposal.expired', claim, row, by))
}

/** Ends the proposal that waits, where there is one, since a ruling decides. The project's row is held to be changed. */
export const endProposalOf = async (
  tx: Tx,
  now: Date,
  { claim, by }: { claim: ClaimRow; by: string },
): Promise<void> => {
  const row = await repository.findOpen(tx, claim.id)
  if (row) await expire(tx, now, { claim, row, by })
}

/**
 * Proposes another amount. A repeat with its key answers the same proposal. Errors: 404 for strangers, 403 for other
 * members; 409 before the first hand-in, where nothing is owed any more, and with the open one while there is one; 422 for
 * an amount above what was promised or is owed.
 */
const makeProposal = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: claimID }, body: { amountCents, text, idempotencyKey: key } }: Input<'proposals.make'>,
  context: RequestContext,
): Promise<Proposal> =>
  withTx(db, async (tx) => {
    const known = await findSide(tx, viewer, claimID, context)
    await holdProjectToChange(tx, known.claim.project_id)
    // Read again, since it may have changed while the transaction waited.
    const [{ claim, side }, earlier, open] = await Promise.all([
      findSide(tx, viewer, claimID, context),
      repository.findByKey(tx, { claimID, madeBy: viewer.userID, key }),
      repository.findOpen(tx, claimID),
    ])
    if (earlier && (earlier.amount_cents !== amountCents || earlier.text !== text))
      throw conflict('CONFLICT', 'This idempotency key was used for another proposal.')
    if (earlier) return toProposal(earlier)
    const most = await mostOf(tx, claim)
    const currency = claim.terms.currency ?? 'USD'
    if (amountCents > most) throw invalid('amountCents', `At most ${rewardText(most, currency)} can be proposed.`)
    if (decimalsOf(currency) === 0 && amountCents % 100 !== 0)
      throw invalid('amountCents', `Please enter whole units of ${currency}.`)
    const now = clock.now()
    if (open && open.ends_at > now)
      throw new HttpError(409, 'CONFLICT', 'Another proposal waits for its answer.', { newer: toProposal(open) })
    if (open) await expire(tx, now, { claim, row: open, by: viewer.userID })
    const id = await repository.insertProposal(tx, {
      ...{ claim_id: claimID, side, made_by: viewer.userID, amount_cents: amountCents, text },
      ...{ ends_at: daysAfter(now, PROPOSAL_DAYS), key, now },
    })
    const made = await requireProposal(tx, id)
    await tell(tx, now, eventOf('proposal.made', claim, made, viewer.userID))
    return toProposal(made)
  })

const requireProposal = async (db: DbOrTx, id: string): Promise<ProposalRow> => {
  const row = await repository.findProposal(db, id)
  if (!row) throw notFound('There is no such proposal.')
  return row
}

const endings = {
  accept: { state: 'accepted', by: 'the other side', word: 'Only the other side can accept this.' },
  refuse: { state: 'refused', by: 'the other side', word: 'Only the other side can refuse this.' },
  withdraw: { state: 'withdrawn', by: 'its own side', word: 'Only the side that made this can withdraw it.' },
} as const
const answered: Readonly<Record<Proposal['state'], string>> = {
  open: 'Its time is over.',
  accepted: 'This proposal was accepted.',
  refused: 'This proposal was refused.',
  withdrawn: 'This proposal was withdrawn.',
  expired: 'Nobody has answered this proposal in time.',
}

/**
 * Ends a proposal. Errors: 404 for strangers, 403 for the wrong side and for other members; 409 for one that was answered or
 * is over, and for accepting more than is owed by now.
 */
const end =
  (act: keyof typeof endings) =>
  (
    { db, clock }: Deps,
    viewer: Viewer,
    { params: { id } }: { params: { id: string } },
    context: RequestContext,
  ): Promise<Proposal> =>
    withTx(db, async (tx) => {
      const known = await requireProposal(tx, id)
      // Before the lock, too, so that a stranger makes nobody wait.
      await findSide(tx, viewer, known.claim_id, context)
      await holdProjectToChange(tx, known.project_id)
      const [{ claim, side }, row] = await Promise.all([
        findSide(tx, viewer, known.claim_id, context),
        requireProposal(tx, id),
      ])
      const { state, by, word } = endings[act]
      if ((row.side === side) !== (by === 'its own side')) throw forbidden(word)
      const now = clock.now()
      if (row.state !== 'open' || row.ends_at <= now) throw conflict('CONFLICT', answered[row.state])
      // First, so that records find an accepted amount of 0 when the entries are written.
      await repository.endProposal(tx, id, { state, by: viewer.userID, now })
      if (act === 'accept') await agree(tx, now, { claim, row, by: viewer.userID })
      await tell(tx, now, eventOf(`proposal.${state}`, claim, row, viewer.userID))
      return toProposal(await requireProposal(tx, id))
    })

/** The amount takes effect: before acceptance the claim is finished with it, after it what is owed is lowered to it. */
const agree = async (
  tx: Tx,
  now: Date,
  { claim, row, by }: { claim: ClaimRow; row: ProposalRow; by: string },
): Promise<void> => {
  const { amount_cents: amountCents } = row
  if (amountCents > (await mostOf(tx, claim))) throw conflict('CONFLICT', 'Less than this is owed by now.')
  if (claim.state === 'finished') return forgive(tx, now, { claim, amountCents, by })
  await agreeOn(tx, claim.id, amountCents)
  await completeByAgreement(tx, now, { taskID: claim.task_id, by })
}

const AT_ONCE = 200
/** Ends proposals that nobody has answered in time, without effect. Each by one process, however late. */
export const runProposalClock = async ({ db, clock }: Deps): Promise<void> => {
  for (;;) {
    const found = await repository.findOver(db, clock.now(), AT_ONCE)
    for (const { id, claim_id: claimID, project_id: projectID } of found)
      await withTx(db, async (tx) => {
        await holdProjectToChange(tx, projectID)
        const row = await requireProposal(tx, id)
        const claim = await findClaim(tx, claimID)
        if (row.state === 'open' && claim) await expire(tx, clock.now(), { claim, row, by: null })
      })
    if (found.length < AT_ONCE) return
  }
}

export const proposals = {
  list: async ({ db }: Deps, viewer: Viewer, { params: { id } }: Input<'proposals.list'>) => {
    const { isHolder, isManager } = await findForActor(db, viewer, id)
    if (!isHolder && !isManager) throw notFound('There is no such claim.')
    const rows = await repository.findOfClaim(db, id, oneMoreThan(PROPOSALS_MAX))
    return boundedList(rows.map(toProposal), PROPOSALS_MAX, 'proposals')
  },
  make: makeProposal,
  accept: end('accept'),
  refuse: end('refuse'),
  withdraw: end('withdraw'),
}
