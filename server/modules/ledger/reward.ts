import { REWARD_ENTRIES_MAX } from '#shared/contract/rewards.ts'
import type { RewardOfTask } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { rewardState } from '#shared/rules/reward-state.ts'
import { takeActOf } from '#shared/rules/why-not-take.ts'
import type { AppDeps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { findClaim, findStop, termsOf, whyNot } from '../claims/service.ts'
import { toBlocker } from './claim-rewards.ts'
import { findDisputedAmounts, whyNotDispute } from './disputable.ts'
import { findTaskFacts, type TaskFactsRow, toFacts } from './facts-repository.ts'
import { findEntries } from './reading-repository.ts'
import { toEntry } from './reading.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** The payment that its payee can answer. */
const unansweredOf = ({ payments }: TaskFactsRow): string | null =>
  payments.findLast(({ confirmedAt, missingAt }) => confirmedAt === null && missingAt === null)?.id ?? null

/** Texts and numbers that are promised: to the holder, or to who takes the task now. */
const termsIn = (row: TaskFactsRow): RewardOfTask['terms'] =>
  row.terms ??
  termsOf(
    { ...row, id: row.task_id, dueOn: row.due_on, status: row.task_status, open_round: null },
    row.offer ?? undefined,
  )

/** Why the viewer cannot take a task that nobody has; null when they can. */
const whyNotOf = async ({ db }: Deps, row: TaskFactsRow, viewer: Viewer, now: Date): Promise<string | null> => {
  const offer = row.closed_at === null && row.offer ? row.offer : undefined
  const act = takeActOf({ offer: offer ? { ...offer, minTier: null, isRewarded: true } : null })
  if (!act) return null
  const { task_id: id, project_id, task_status: status } = row
  const holder = row.assigned_to_id === null ? null : 'Somebody'
  const task = { id, project_id, status, assigned_to_name: null, assigned_to_username: holder }
  return (await whyNot(db, task, offer, { userID: viewer.userID, now, act }))?.text ?? null
}

/**
 * The state of a task's reward, what it waits for, its terms and its entries; null for a task without an offer. Who is
 * neither a member nor a guest of it reads state and terms of a task that the market lists for everybody. Errors: 404 for anybody else.
 */
const getReward = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id } }: Input<'rewards.get'>,
): Promise<RewardOfTask | null> => {
  const { db, clock, config } = deps
  const now = clock.now()
  const row = await findTaskFacts(db, id, viewer.userID)
  const isParty = row !== undefined && row.role !== null
  if (!row || (!isParty && !row.is_open_to_all)) throw notFound('Task not found')
  const isOpen = row.claim_id === null && row.closed_at === null
  const [stop, whyNotText, entries] = await Promise.all([
    isOpen ? findStop(db, row.project_id, now) : undefined,
    row.claim_id === null ? whyNotOf(deps, row, viewer, now) : null,
    isParty ? entriesOf(deps, row, viewer) : [],
  ])
  const facts = toFacts(row, now, {
    status: row.project_status,
    isArchived: row.is_archived,
    isPaused: row.is_paused,
    waitingRounds: row.waiting_rounds,
    reviewQueueMax: row.review_queue_max,
    isStopped: stop !== undefined,
  })
  const reward = rewardState(facts)
  if (!reward) return null
  const { state, blocker } = reward
  const isSide = isManager(row.role) || (row.holder_id !== null && row.holder_id === viewer.userID)
  const mayDispute = isSide && config.disputes !== 'off' && whyNotDispute(row, now) === null
  return {
    taskID: id,
    state,
    blocker: isParty ? toBlocker(blocker) : null,
    mode: row.closed_at === null ? row.mode : null,
    terms: termsIn(row),
    claimID: isParty ? row.claim_id : null,
    disputeID: isSide ? row.dispute_id : null,
    mayDispute,
    mostCents: mayDispute ? await mostOf(deps, row) : null,
    paymentID: isParty ? unansweredOf(row) : null,
    owner: isParty ? row.owner : null,
    holder: isParty ? row.holder : null,
    actor: isParty ? row.actor : null,
    whyNot: whyNotText,
    entries,
  }
}

/** The most that a dispute about the claim can ask for. */
const mostOf = async ({ db }: Deps, { claim_id: id }: TaskFactsRow): Promise<number | null> => {
  const claim = id === null ? undefined : await findClaim(db, id)
  return claim ? (await findDisputedAmounts(db, claim)).mostCents : null
}

/** Entries about the task: all for owner and admin, else those that name the viewer. */
const entriesOf = async ({ db }: Deps, row: TaskFactsRow, { userID }: Viewer) => {
  const own = isManager(row.role) ? undefined : userID
  const query = { projectID: row.project_id, taskID: row.task_id, userID: own, from: undefined, to: undefined }
  return (await findEntries(db, { ...query, after: null, limit: REWARD_ENTRIES_MAX })).map(toEntry)
}

export const rewards = { get: getReward }
