import { sql } from 'kysely'
import { beginningOf } from '#shared/rules/membership.ts'
import { requestStatus, taskStatus } from '#shared/rules/statuses.ts'
import type { Tx } from '../db/pool.ts'
import type { NewEvent } from '../events/record.ts'
import { tell } from '../modules/notifications/service.ts'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { stageTold } from './board-stages.ts'
import { movesOf } from './moves.ts'
import type { Cast } from './people.ts'
import { DAY, type Stage } from './stage.ts'

type PastEvent = { at: Date; event: NewEvent }

/** People are notified of this many of the newest of each kind; not of the rest of the demo world's past. */
const NEWEST = 5
/** In days: what is older has been read, and what is older still is done. */
const READ_AFTER = 2
const DONE_AFTER = 30

const newest = (told: PastEvent[]): PastEvent[] =>
  told.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, NEWEST)

const requestKinds = {
  application: { [requestStatus.approved]: 'request.approved', [requestStatus.rejected]: 'request.rejected' },
  invitation: { [requestStatus.approved]: 'request.accepted', [requestStatus.rejected]: 'request.declined' },
} as const

/** What happened to the requests of the creator's projects, and to those of the contributor. */
const ofRequests = (stage: Stage, cast: Cast, isCreators: (projectID: string) => boolean): PastEvent[] => {
  const told = stage.requests.flatMap((request): PastEvent[] => {
    const about = { projectID: request.project_id, requestID: request.id ?? null, subjectID: request.user_id }
    const isOurs = isCreators(request.project_id) || request.user_id === cast.contributor.id
    if (!isOurs || request.withdrawn_at) return []
    const kind = beginningOf(request.kind)
    if (request.status === requestStatus.pending) {
      const at = request.created_at as Date
      const event: NewEvent =
        kind === 'application'
          ? { kind: 'request.applied', actorID: request.user_id, ...about, data: {} }
          : { kind: 'request.invited', actorID: request.created_by ?? null, ...about, data: { role: 'member' } }
      return [{ at, event }]
    }
    const answered = requestKinds[kind][request.status as 1 | 2]
    const at = request.answered_at as Date | undefined
    return at ? [{ at, event: { kind: answered, actorID: request.answered_by ?? null, ...about, data: {} } }] : []
  })
  const ofContributor = ({ event }: PastEvent) => event.subjectID === cast.contributor.id
  return [...newest(told.filter(ofContributor)), ...newest(told.filter((one) => !ofContributor(one)))]
}

/** In days before now: when the contributor got a task of each of the projects they work on. */
const ASSIGNED_AGO = [0.3, 1.2, 3.5, 6.1]

/** Gives the contributor an open task of each project that they work on, in the last days. */
const assignContributor = (stage: Stage, cast: Cast): PastEvent[] => {
  const projects = stage.memberships.filter(({ user_id }) => user_id === cast.contributor.id)
  return projects.slice(0, ASSIGNED_AGO.length).flatMap(({ project_id: projectID }, index): PastEvent[] => {
    const at = stage.ago(ASSIGNED_AGO[index] ?? 0)
    const task = stage.tasks.find(
      ({ project_id, status, created_at }) =>
        project_id === projectID && status === taskStatus.assigned && (created_at as Date) < at,
    )
    if (!task) return []
    const from = task.assigned_to_id ?? null
    Object.assign(task, { assigned_to_id: cast.contributor.id, updated_at: at })
    const about = { projectID, taskID: task.id ?? null, subjectID: cast.contributor.id }
    const actorID = stage.memberships.find(
      ({ project_id, role }) => project_id === projectID && role === 'owner',
    )?.user_id
    const data = { from, to: cast.contributor.id }
    return [{ at, event: { kind: 'task.assigned', actorID: actorID ?? null, ...about, data } }]
  })
}

/** The newest moves in the creator's projects. */
const ofMoves = (stage: Stage, isCreators: (projectID: string) => boolean): PastEvent[] =>
  newest(
    stage.tasks.flatMap((task): PastEvent[] => {
      const { id, project_id: projectID, assigned_to_id: actorID } = task
      const last = movesOf(task).at(-1)
      if (!isCreators(projectID) || !id || !actorID || !last || last.to === taskStatus.rejected) return []
      const data = { from: last.from, to: last.to, ...stageTold(stage, task, last.to) }
      return [{ at: last.at, event: { kind: 'task.moved', actorID, projectID, taskID: id, data } }]
    }),
  )

const ofPayments = (stage: Stage, cast: Cast): PastEvent[] => {
  const recorders = new Map(stage.recordings.map(({ id, recorded_by }) => [id, recorded_by]))
  return newest(
    stage.payments.flatMap((payment): PastEvent[] =>
      payment.user_id === cast.contributor.id && payment.id
        ? [
            {
              at: payment.created_at as Date,
              event: {
                kind: 'payment.recorded',
                actorID: recorders.get(payment.recording_id) ?? null,
                projectID: payment.project_id,
                subjectID: payment.user_id,
                data: { paymentID: payment.id, amountCents: Number(payment.amount_cents), currency: 'USD' },
              },
            },
          ]
        : [],
    ),
  )
}

const ofCreatorApplications = (stage: Stage): PastEvent[] =>
  newest(
    stage.creatorApplications.flatMap((application): PastEvent[] =>
      application.status === creatorApplicationStatus.pending && application.id
        ? [
            {
              at: application.created_at as Date,
              event: {
                kind: 'creatorApplication.sent',
                actorID: application.user_id,
                subjectID: application.user_id,
                data: { creatorApplicationID: application.id },
              },
            },
          ]
        : [],
    ),
  )

/**
 * The newest of what happened in the demo world, as far as it concerns the demo accounts; oldest first. Some tasks pass to
 * the contributor with it.
 */
export const newsOf = (stage: Stage, cast: Cast): readonly PastEvent[] => {
  const own = new Set(
    stage.memberships
      .filter(({ user_id, role }) => user_id === cast.creator.id && role === 'owner')
      .map(({ project_id }) => project_id),
  )
  const isCreators = (projectID: string) => own.has(projectID)
  const told = [
    ...ofRequests(stage, cast, isCreators),
    ...assignContributor(stage, cast),
    ...ofMoves(stage, isCreators),
    ...ofPayments(stage, cast),
    ...ofCreatorApplications(stage),
  ]
  return told.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/**
 * Notifies the demo accounts of the news by the function of every change, so that each inbox has unread and read
 * notices. The running server's reader of the log adds what they follow.
 */
export const fillInboxes = async (tx: Tx, stage: Stage, news: readonly PastEvent[]): Promise<void> => {
  for (const { at, event } of news) await tell(tx, at, event)
  const days = (count: number) => new Date(stage.now.getTime() - count * DAY)
  await sql`update notifications set read_at = updated_at + interval '20 minutes' where updated_at < ${days(READ_AFTER)}`.execute(
    tx,
  )
  // The newest payments stay in sight: they may be weeks old in any demo world.
  await sql`update notifications set done_at = updated_at + interval '1 hour'
    where updated_at < ${days(DONE_AFTER)} and kind not like 'payment.%'`.execute(tx)
}
