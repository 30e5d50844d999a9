import type { ProjectRole } from '#shared/contract/index.ts'
import type { NewOffer, Offered, OfferBody } from '#shared/contract/offers.ts'
import { isManager } from '#shared/rules/membership.ts'
import { decimalsOf } from '#shared/rules/money.ts'
import { nameOf } from '#shared/rules/person.ts'
import { budgetIn, rewardText } from '#shared/rules/reward-money.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { holdInOrder, holdMembers } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import type { NewEvent } from '#server/events/record.ts'
import { conflict, forbidden, HttpError, invalid, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { answerApplications, makeClaim, requireNoStop } from '../claims/service.ts'
import { tell } from '../notifications/service.ts'
import * as repository from './repository.ts'
import type { NewEntry, OfferedTask, OfferRow } from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const toOffer = (row: OfferRow, projectSkills: string): NonNullable<Offered['offer']> => ({
  amountCents: row.amount_cents,
  currency: row.currency,
  mode: row.mode,
  takers: row.takers,
  minTier: row.min_tier,
  skills: row.skills.length > 0 ? row.skills : skillsList(projectSkills),
  leaseDays: row.lease_days,
  reviewDays: row.review_days,
  payDays: row.pay_days,
  aiRule: row.ai_rule,
  version: row.version,
  madeAt: row.made_at.toISOString(),
})
const toOffered = (task: OfferedTask, row: OfferRow): Offered => ({
  taskID: task.id,
  projectID: task.project_id,
  offer: row.closed_at === null ? toOffer(row, task.skills) : null,
  closedAt: row.closed_at?.toISOString() ?? null,
})

/** Holds project, membership and task, in this order, for a change of the task's offer. Errors: 404, 403. */
const holdTask = async (tx: Tx, viewer: Viewer, taskID: string): Promise<OfferedTask> => {
  const require = (task: OfferedTask | undefined): OfferedTask => {
    if (!task) throw notFound('Task not found')
    requireMaySet(task.role)
    return task
  }
  const { project_id: projectID } = require(await repository.findOfferedTask(tx, taskID, viewer.userID))
  const [, task] = await Promise.all([
    holdInOrder(tx, { projectID, isToChange: true, memberIDs: [viewer.userID] }),
    repository.findOfferedTask(tx, taskID, viewer.userID, true),
  ])
  return require(task)
}

const requireMaySet = (role: ProjectRole | undefined): void => {
  if (role === undefined || !isManager(role)) throw forbidden('Only owners and admins of the project may set rewards.')
}

/** The names of the fields of an offer that a change gives other values. */
const changedFields = (row: OfferRow | undefined, wanted: Wanted): string[] =>
  Object.entries(wanted).flatMap(([field, value]) =>
    JSON.stringify(row?.[columns[field as keyof Wanted]] ?? null) === JSON.stringify(value) ? [] : [field],
  )
const columns = {
  amountCents: 'amount_cents',
  mode: 'mode',
  takers: 'takers',
  minTier: 'min_tier',
  skills: 'skills',
  leaseDays: 'lease_days',
  reviewDays: 'review_days',
  payDays: 'pay_days',
  aiRule: 'ai_rule',
} as const
type Wanted = Record<keyof typeof columns, unknown>

/** Refuses what a running claim does not allow: the amount may only rise, and the two day counts only fall. */
const requireUnheld = (row: OfferRow, body: OfferBody, fields: readonly string[]): void => {
  const may: Readonly<Record<string, boolean>> = {
    amountCents: body.amountCents > row.amount_cents,
    reviewDays: body.reviewDays < row.review_days,
    payDays: body.payDays < row.pay_days,
  }
  if (fields.some((field) => may[field] !== true))
    throw conflict('OFFER_HELD', 'Somebody works on this task: the reward can only rise, and the days only get fewer.')
}

/** Refuses an amount beyond what is left of the budget. Errors: 409, 422. */
const requireBudget = async (tx: Tx, task: OfferedTask, more: number): Promise<void> => {
  const budget = budgetIn(task.budget, task.currency)
  if (budget === null) throw invalid('amountCents', "Say the project's budget as one number first.")
  const used = await repository.balanceOf(tx, {
    projectID: task.project_id,
    account: 'budget',
    currency: task.currency,
  })
  const left = Math.max(0, budget + used)
  if (more > left) throw conflict('BUDGET_SHORT', `Only ${rewardText(left, task.currency)} of the budget is left.`)
}

const reservedOf = (taskID: string) => `reserved:${taskID}`

/** What a change of the reserved amount is in the log and in the ledger. */
const movedReward = (task: OfferedTask, before: number, after: number): Pick<NewEntry, 'kind' | 'from' | 'to'> => {
  if (after < before) return { kind: 'release', from: reservedOf(task.id), to: 'budget' }
  return { kind: before === 0 ? 'reserve' : 'raise', from: 'budget', to: reservedOf(task.id) }
}

/** What an offer writes into the terms of a claim that runs: one that was made before the offer goes on without a lease. */
const termsIn = ({ amountCents, reviewDays, payDays, aiRule }: OfferBody, currency: string) => ({
  ...{ amountCents, currency, reviewDays, payDays, aiRule },
})

/**
 * Sets the whole offer of a task, and reserves or frees the difference in the same transaction. Who is its assignee already
 * has a claim from then on. Errors: 404 for anybody but
 * members, 403 for a member; 409 for a completed or rejected task, an older version (with the newer offer), a reward for
 * an owner, more than is left, a change that a running claim does not allow, and a late due; 422 without a budget.
 */
const setOffer = ({ db, clock }: Deps, viewer: Viewer, { params, body }: Input<'offers.set'>): Promise<Offered> =>
  withTx(db, async (tx) => offerTask(tx, clock.now(), viewer, await holdTask(tx, viewer, params.id), body))

/** Holds a project in which somebody creates a task with an offer. Errors: 403 for anybody but owner and admin. */
export const holdForOffer = async (tx: Tx, projectID: string, userID: string): Promise<void> => {
  requireMaySet((await holdInOrder(tx, { projectID, isToChange: true, memberIDs: [userID] })).get(userID))
}

/** Sets the offer of a task that the same transaction has created, after `holdForOffer`. Errors: those of `offers.set`. */
export const offerNewTask = async (
  tx: Tx,
  now: Date,
  { viewer, taskID, offer }: { viewer: Viewer; taskID: string; offer: NewOffer },
): Promise<void> => {
  const task = await repository.findOfferedTask(tx, taskID, viewer.userID)
  if (!task) throw notFound('Task not found')
  await offerTask(tx, now, viewer, task, offer)
}

/** Sets the offer of a task; its project, the viewer's membership and the task are held. */
const offerTask = async (tx: Tx, now: Date, viewer: Viewer, task: OfferedTask, body: OfferBody): Promise<Offered> => {
  const [row, claim] = await Promise.all([repository.findOffer(tx, task.id), repository.findActiveClaim(tx, task.id)])
  const open = row?.closed_at === null ? row : undefined
  if (body.version !== undefined && body.version !== row?.version)
    throw new HttpError(409, 'CONFLICT', 'Somebody else has changed this offer. Please look at it again.', {
      newer: row && toOffered(task, row),
    })
  if (task.status === taskStatus.completed || task.status === taskStatus.rejected)
    throw conflict('CONFLICT', 'A completed or rejected task takes no offer.')
  const { version: _, ...sent } = body
  const wanted = { ...sent, minTier: sent.minTier ?? null }
  if (decimalsOf(task.currency) === 0 && body.amountCents % 100 !== 0)
    throw invalid('amountCents', `Please enter whole units of ${task.currency}.`)
  const fields = changedFields(open, wanted)
  if (open && fields.length === 0) return toOffered(task, open)
  if (claim && open) requireUnheld(open, body, fields)
  const before = open?.amount_cents ?? 0
  const more = body.amountCents - before
  if (body.amountCents > 0 && task.assigned_to_id !== null)
    await requireNoOwner(tx, task.project_id, task.assigned_to_id)
  if (more > 0) await Promise.all([requireNoStop(tx, task.project_id, now), requireBudget(tx, task, more)])
  const saved: OfferRow = {
    task_id: task.id,
    project_id: task.project_id,
    amount_cents: body.amountCents,
    currency: task.currency,
    mode: body.mode,
    takers: body.takers,
    min_tier: wanted.minTier,
    skills: body.skills,
    lease_days: body.leaseDays,
    review_days: body.reviewDays,
    pay_days: body.payDays,
    ai_rule: body.aiRule,
    version: (row?.version ?? 0) + 1,
    made_by: open?.made_by ?? viewer.userID,
    made_at: open?.made_at ?? now,
    changed_at: now,
    closed_at: null,
    closed_by: null,
  }
  await repository.saveOffer(tx, saved)
  if (claim) await repository.changeTerms(tx, claim.id, termsIn(body, task.currency), saved.made_at)
  const about = {
    actorID: viewer.userID,
    projectID: task.project_id,
    taskID: task.id,
    subjectID: claim?.userID ?? null,
  }
  const { currency } = task
  const amount = { amountCents: body.amountCents, currency }
  const change: NewEvent = open
    ? {
        kind: 'offer.changed',
        ...about,
        data: { fields, ...(more !== 0 && { amountCents: { from: before, to: body.amountCents } }) },
      }
    : { kind: 'offer.made', ...about, data: amount }
  const moved = movedReward(task, before, body.amountCents)
  const reward: NewEvent[] =
    more === 0
      ? []
      : [
          {
            kind: more > 0 ? 'reward.reserved' : 'reward.released',
            ...about,
            subjectID: null,
            data: { amountCents: Math.abs(more), currency },
          },
        ]
  const [, eventID = ''] = await tell(tx, now, change, ...reward)
  const entry = {
    ...moved,
    projectID: task.project_id,
    taskID: task.id,
    cents: Math.abs(more),
    currency,
    eventID,
    now,
  }
  if (more !== 0) await repository.insertEntries(tx, [entry])
  // Nobody chooses among applicants any more.
  if (!claim && open?.mode === 'apply' && body.mode !== 'apply')
    await answerApplications(tx, now, {
      taskID: task.id,
      projectID: task.project_id,
      holderID: null,
      by: viewer.userID,
    })
  if (!claim && task.assigned_to_id !== null)
    await makeClaim(tx, task, saved, task.assigned_to_id, { by: { userID: viewer.userID, role: task.role }, now })
  await noteActivity(tx, task.project_id, viewer.userID, now)
  return toOffered(task, saved)
}

/** Refuses a reward for somebody who is an owner of the project. Errors: 409. */
export const requireNoOwner = async (tx: Tx, projectID: string, userID: string): Promise<void> => {
  if ((await holdMembers(tx, projectID, [userID])).get(userID) === 'owner')
    throw conflict('CONFLICT', 'An owner of the project cannot be paid for its tasks.')
}

/**
 * While something is reserved or due, refuses a budget that is no number, or is lowered below what is reserved, due and paid;
 * the project's row is held. Errors: 409 with that sum.
 */
export const requireBudgetFor = async (tx: Tx, projectID: string, budget: string): Promise<void> => {
  const { before, currency, bound, used } = await repository.findBound(tx, projectID)
  if (bound === 0) return
  const [wanted, present] = [budgetIn(budget, currency), budgetIn(before, currency)]
  if (wanted !== null && (wanted >= used || (present !== null && wanted >= present))) return
  throw conflict('CONFLICT', `${rewardText(used, currency)} of the budget are reserved, due or paid already.`)
}

/** Closes a task's offer and frees what it reserved. Errors: 404, 403, 409 while somebody has the task or is owed for it. */
const closeOffer = ({ db, clock }: Deps, viewer: Viewer, { params }: Input<'offers.close'>): Promise<Offered> =>
  withTx(db, async (tx) => {
    const task = await holdTask(tx, viewer, params.id)
    const now = clock.now()
    const row = await repository.findOffer(tx, task.id)
    if (!row) throw notFound('This task has no offer.')
    if (row.closed_at !== null) return toOffered(task, row)
    await closeOfferOf(tx, now, { taskID: task.id, projectID: task.project_id, by: viewer.userID })
    await noteActivity(tx, task.project_id, viewer.userID, now)
    return toOffered(task, { ...row, closed_at: now, version: row.version + 1 })
  })

/** Refuses while somebody has the task or is owed for it. Errors: 409 with the name. */
export const requireUnbound = async (tx: Tx, task: { taskID: string; projectID: string }): Promise<void> => {
  const [claim, [due]] = await Promise.all([repository.findActiveClaim(tx, task.taskID), repository.findDues(tx, task)])
  if (claim) throw conflict('CONFLICT', `${nameOf(claim)} works on this task. Take it back first, or wait for the end.`)
  if (due) throw conflict('CONFLICT', `${nameOf(due)} is owed ${rewardText(due.cents, due.currency)} for this task.`)
}

/**
 * Closes the open offer of a task, if it has one, with the applications to it, and frees what is reserved; the project's row is held to be changed. What
 * ends a task calls this in its transaction. Errors: 409 while somebody has the task or is owed for it.
 */
export const closeOfferOf = async (
  tx: Tx,
  now: Date,
  { taskID, projectID, by }: { taskID: string; projectID: string; by: string | null },
): Promise<void> => {
  const row = await repository.findOffer(tx, taskID)
  if (!row || row.closed_at !== null) return
  const { currency } = row
  const [cents] = await Promise.all([
    repository.balanceOf(tx, { projectID, account: reservedOf(taskID), currency }),
    requireUnbound(tx, { taskID, projectID }),
  ])
  await repository.closeOffer(tx, taskID, by, now)
  const about = { actorID: by, projectID, taskID }
  const released: NewEvent[] =
    cents > 0 ? [{ kind: 'reward.released', ...about, data: { amountCents: cents, currency } }] : []
  const [, eventID = ''] = await tell(tx, now, { kind: 'offer.closed', ...about, data: {} }, ...released)
  if (cents > 0)
    await repository.insertEntries(tx, [
      { kind: 'release', projectID, taskID, from: reservedOf(taskID), to: 'budget', cents, currency, eventID, now },
    ])
  await answerApplications(tx, now, { taskID, projectID, holderID: null, by })
}

export const offers = { set: setOffer, close: closeOffer }
