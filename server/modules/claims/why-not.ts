import { daysAfter } from '#shared/rules/lease.ts'
import { tierOf } from '#shared/rules/tiers.ts'
import {
  type TakeAct,
  type TakeFacts,
  type WhyNot,
  whyNotApplyMore,
  whyNotApprove,
  whyNotTake,
} from '#shared/rules/why-not-take.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { HttpError, notAuthenticated } from '#server/http/errors.ts'
import { type FactsRow, findFacts, findWaiting } from './facts-repository.ts'
import type { OfferRow } from './repository.ts'
import { unsettledText } from './stop.ts'

type TakenTask = {
  id: string
  project_id: string
  status: number
  assigned_to_name: string | null
  assigned_to_username: string | null
}

const dayText = (moment: Date) =>
  moment.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const hourText = (moment: Date) =>
  `${moment.toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })} UTC`

type AskedOffer = Pick<OfferRow, 'mode' | 'takers' | 'min_tier' | 'amount_cents'>
type TakeQuestion = { task: TakenTask; offer: AskedOffer | undefined; act: TakeAct }
type Person = { userID: string; now: Date }
type Answer = {
  why: WhyNot | null
  /** Whether as many hand-ins wait in its project as are reviewed at once. */
  isFull: boolean
}

/**
 * Why the person may not take each task, or apply for it, in the order of the tasks. What is counted stays as it is only
 * under the locks of the person and of the project's row.
 */
export const whyNotAll = async (
  db: DbOrTx,
  asked: readonly TakeQuestion[],
  { userID, now }: Person,
): Promise<Answer[]> => {
  if (asked.length === 0) return []
  const rows = await findFacts(db, { tasks: asked.map(({ task }) => task), userID, now })
  const facts = new Map(rows.map((row) => [row.task_id, row]))
  return asked.map(({ task, offer, act }) => {
    const row = facts.get(task.id)
    if (!row) throw gone()
    return { why: whyNotBy(row, { task, offer, act }, now), isFull: row.waiting_rounds >= row.review_queue_max }
  })
}

const gone = () => new Error('The project or the person is gone.')
/** The same of one task, by the facts that were read of it (`factsOf`). */
export const whyNotBy = (row: FactsRow | undefined, { task, offer, act }: TakeQuestion, now: Date): WhyNot | null => {
  if (!row) throw gone()
  // Suspended while the call waited for its turn.
  if (row.is_suspended) throw notAuthenticated()
  return whyNotTake(toFacts(row, task, offer, now), act)
}

/** The same of one task; null when the person may take it, or apply for it. */
export const whyNot = async (
  db: DbOrTx,
  task: TakenTask,
  offer: OfferRow | undefined,
  { act, ...person }: Person & { act: TakeAct },
): Promise<WhyNot | null> => (await whyNotAll(db, [{ task, offer, act }], person))[0]?.why ?? null

/** Why owners and admins may not give the task to this applicant; null when they may. */
export const whyNotGiving = async (
  db: DbOrTx,
  task: TakenTask,
  offer: OfferRow | undefined,
  { userID, name, now }: Person & { name: string },
): Promise<WhyNot | null> => {
  const [row] = await findFacts(db, { tasks: [task], userID, now })
  if (!row) throw gone()
  return whyNotApprove(toFacts(row, task, offer, now), name)
}

/** Why the person may make no other application, to a project or a task, under the lock of the person; null when they may. */
export const whyNotApplying = async (db: DbOrTx, userID: string): Promise<WhyNot | null> => {
  const { waiting_applications: waiting, oldest_answer: oldest, ...standing } = await findWaiting(db, userID)
  return whyNotApplyMore({
    tier: tierOf(standing),
    waitingApplications: waiting,
    oldestAnswer: oldest && dayText(oldest),
  })
}

const toFacts = (row: FactsRow, task: TakenTask, offer: AskedOffer | undefined, now: Date): TakeFacts => {
  const { unsettled_cents: cents, unsettled_currency: currency, unsettled_to: payee } = row
  const again = row.ended_at && daysAfter(row.ended_at, 1)
  return {
    task: {
      status: task.status,
      holder: task.assigned_to_name ?? task.assigned_to_username,
      offer: offer
        ? { mode: offer.mode, takers: offer.takers, minTier: offer.min_tier, isRewarded: offer.amount_cents > 0 }
        : null,
    },
    project: {
      status: row.status,
      isArchived: row.is_archived,
      isPaused: row.is_paused,
      membersTake: row.members_take,
      owner: row.owner,
      waitingRounds: row.waiting_rounds,
      reviewQueueMax: row.review_queue_max,
      unsettled: cents !== null && currency && payee ? unsettledText({ cents, currency, payee }) : null,
    },
    person: {
      role: row.role,
      isBlocked: row.mark === 'blocked',
      isKnown: row.has_worked || row.mark === 'vouched',
      tier: tierOf(row),
      acceptedTasks: row.accepted_tasks,
      held: row.held,
      heldHere: row.held_here,
      waitingApplications: row.waiting_applications,
      oldestAnswer: row.oldest_answer && dayText(row.oldest_answer),
      tooSoonUntil: again && again > now ? hourText(again) : null,
    },
  }
}

/** The answer to somebody who may not take a task. */
export const refusalTo = ({ status, code, text }: WhyNot) => new HttpError(status, code, text)
