import { defaultNotificationSettings, type Notice, type NotificationSettings } from '#shared/contract/notifications.ts'
import type { NoticeRule } from '#shared/contract/events/event.ts'
import { rejectionOf } from '#shared/rules/rejection.ts'
import { type DbOrTx, send, type Tx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { type NewEvent, record, recorded, recordingOf } from '#server/events/record.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import type { JobDefinition } from '#server/jobs/job.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { gatherAssigned, readingOfAdministrators, readingOfThreads, removeNoticesOfImport } from './acts-repository.ts'
import { addressOf } from './address.ts'
import { readCursor, readUpTo, writeCursor, writeUpTo } from './cursors.ts'
import { mayCauseMail } from './mail-limits.ts'
import { lookAgain } from './mail-repository.ts'
import { actedOn, directRules, type Happened, isAnsweredForAdministrators } from './recipients.ts'
import * as repository from './repository.ts'
import {
  endMail,
  findFollow,
  findSettings,
  type FollowState,
  followUnlessMuted,
  saveSettings,
  setFollow,
} from './settings-repository.ts'
import { readUnsubscribeToken } from './unsubscribe.ts'
import { noticesOf, notifyPeople, takingAway } from './writing-repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** The statements that write the notices of an event, in the transaction of its change and after its place in the log. */
const tellingOf = (now: Date, event: Happened) => [
  ...takingAway(event),
  ...directRules(event).map((rule) => noticesOf([{ ...event, at: now }], rule)),
]
/** The statements that read what the actor of an event has dealt with by it, for all whom it is dealt with. */
const readingBy = (now: Date, event: Happened) => {
  const threads = actedOn(event)
  if (threads.length > 0 && isAnsweredForAdministrators(event.kind)) return [readingOfAdministrators(threads, now)]
  return event.actorID !== null && threads.length > 0 ? [readingOfThreads(event.actorID, threads, now)] : []
}

/**
 * Records what has changed, as `record` does, and tells the people whom it concerns themselves, in the transaction of the
 * change: when the call is answered, the notice is there. Followers are notified soon after it, by a reader of the log.
 * Returns the IDs of the events, in their order.
 */
export const tell = async (tx: Tx, now: Date, ...events: readonly NewEvent[]): Promise<string[]> => {
  if (events.length === 0) return []
  const { ids, statement } = recordingOf(now, events)
  const happened = events.map((event, at): Happened => ({ ...event, id: ids[at] ?? '' }))
  const telling = happened.flatMap((event) => tellingOf(now, event))
  await send(tx, statement, ...telling, ...happened.flatMap((event) => readingBy(now, event)))
  recorded(tx)
  return ids
}

type Batch = { by: string; projectID: string; taskIDs: readonly string[]; since: Date }
/** After one act that has given many tasks to people: each who got several has one notice of them. */
export const notifyOfAssigned = (db: DbOrTx, batch: Batch): Promise<void> => gatherAssigned(db, batch)

/** Takes away what told of an import's tasks, where none of them is left to the person. */
export const withdrawTaskNotices: (tx: Tx, projectID: string, taskIDs: readonly string[]) => Promise<void> =
  removeNoticesOfImport

/** As `tell`, for many events of one kind that are each about a thing of its own: few statements for all of them. */
export const notifyAll = async (tx: Tx, now: Date, events: readonly NewEvent[]): Promise<void> => {
  const ids = await record(tx, now, ...events)
  const happened = events.map((event, at) => ({ ...event, id: ids[at] ?? '', at: now }))
  const byRule = new Map<NoticeRule, typeof happened>()
  for (const event of happened)
    for (const rule of directRules(event)) byRule.set(rule, [...(byRule.get(rule) ?? []), event])
  for (const [rule, about] of byRule) await notifyPeople(tx, about, rule)
}

/** Tells the assignee of a new task, whose event its own statement has written. */
export const notifyOfNewTask = async (
  tx: Tx,
  now: Date,
  task: { id: string; eventID: string; projectID: string; createdBy: string; assigneeID: string },
): Promise<void> => {
  const about = { actorID: task.createdBy, projectID: task.projectID, taskID: task.id, subjectID: task.assigneeID }
  await send(tx, ...tellingOf(now, { kind: 'task.created', id: task.eventID, ...about, data: {} }))
}

const toNotice = (row: repository.NoticeRow, userID: string): Notice => ({
  id: row.id,
  group: row.notice_group,
  kind: row.kind,
  count: row.count,
  actor:
    row.actor_id !== null && row.actor_username !== null
      ? { id: row.actor_id, username: row.actor_username, name: row.actor_name ?? '' }
      : null,
  project:
    row.project_id !== null && row.project_title !== null ? { id: row.project_id, title: row.project_title } : null,
  task:
    row.task_id !== null && row.task_number !== null
      ? { id: row.task_id, taskId: String(row.task_number), title: row.task_title ?? '' }
      : null,
  deletedTask: row.deleted_task,
  requestID: row.request_id,
  money: row.money,
  endsAt: row.ends_at?.toISOString() ?? null,
  rejection: row.kind === 'request.rejected' ? rejectionOf(row) : null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  isUnread: row.is_unread,
  snoozedUntil: row.snoozed_until?.toISOString() ?? null,
  address: addressOf(row, userID),
})

type Page = { data: Notice[]; nextCursor: string | null; upTo: string | null }

/** One page of a view of the viewer's notices, newest first. Errors: 422 for a cursor that is not ours. */
const listNotices = async (
  { db, clock }: Deps,
  { userID, isAdministrator }: Viewer,
  { query: { view, cursor, limit } }: Input<'notifications.list'>,
): Promise<Page> => {
  const after = cursor === undefined ? null : readCursor(cursor)
  const rows = await repository.findNotices(db, {
    userID,
    isAdministrator,
    view,
    now: clock.now(),
    limit: limit + 1,
    after,
  })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const [first] = shown
  return {
    data: shown.map((row) => toNotice(row, userID)),
    nextCursor: last ? writeCursor({ time: last.updated_at.toISOString(), id: last.id }) : null,
    upTo: first ? writeUpTo({ view, snapshot: first.snapshot }) : null,
  }
}

const countNotices = ({ db, clock }: Deps, viewer: Viewer) => repository.countUnread(db, viewer, clock.now())

type Mark = Input<'notifications.mark'>['body']

/**
 * Marks notices of the viewer; IDs of anything else are passed over. Errors: 422 for both `ids` and `upTo`, for snoozing
 * without a time to come, and for an `upTo` that is not ours, 429.
 */
const markNotices = async (deps: Deps, viewer: Viewer, { body }: Input<'notifications.mark'>) => {
  await writeMark(deps, viewer, body)
  recorded(deps.db)
  return { message: 'Marked.' }
}
const writeMark = async ({ db, clock }: Deps, { userID }: Viewer, { ids, upTo, as, until }: Mark): Promise<void> => {
  const now = clock.now()
  await requireWithin(db, now, limitOf('mark', userID), { isForgettable: true })
  if (ids && upTo !== undefined) throw invalid('ids', 'Say which notices: either ids or upTo.')
  const marked = ids ? { ids } : readUpTo(upTo ?? '')
  if (as === 'read') return repository.markRead(db, userID, marked, now)
  if (as === 'done') return repository.markDone(db, userID, marked, now)
  const back = as === 'snoozed' ? new Date(until ?? 0) : null
  if (back && back <= now) throw invalid('until', 'Please choose a time to come.')
  for (let tries = 1; ; tries++)
    try {
      return await repository.markUnread(db, userID, marked, { now, until: back })
    } catch (error) {
      // An event has made another unread notice of the thread at this moment, which the next try finds.
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION || tries === TRIES) throw error
    }
}
const UNIQUE_VIOLATION = '23505'
const TRIES = 3

const followed = (state: FollowState) => ({ isFollowing: state === 'following', isMuted: state === 'muted' })

/** Deletes what people have been done with since before a moment. */
export const removeOldNotices = (db: DbOrTx, before: Date): Promise<void> => repository.deleteDoneBefore(db, before)

/** How the viewer follows a task. Errors: 404 for anybody but members of its project and its guest. */
const getFollowing = async ({ db }: Deps, { userID }: Viewer, { params }: Input<'notifications.following'>) => {
  const state = await findFollow(db, userID, params.id)
  if (!state) throw notFound('Task not found')
  return followed(state)
}

/** Records that the viewer follows a task, has muted it, or neither. Errors: 404 for anybody but members of its project and its guest. */
const setFollowing = async ({ db }: Deps, { userID }: Viewer, taskID: string, state: FollowState) => {
  if (!(await setFollow(db, userID, taskID, state))) throw notFound('Task not found')
  return followed(state)
}

/** A person who comments on a task follows it from then on, unless they have muted it. */
export const followByComment: (tx: Tx, userID: string, taskID: string) => Promise<void> = followUnlessMuted

const getSettings = async ({ db }: Deps, { userID }: Viewer): Promise<NotificationSettings> =>
  (await findSettings(db, userID)) ?? defaultNotificationSettings

/** Replaces the viewer's settings and returns them. What waits for a mail waits for what they want from now on. */
export const changeSettings = async (
  { db, clock }: Deps,
  { userID }: Viewer,
  { body: settings }: Input<'notifications.changeSettings'>,
): Promise<NotificationSettings> => {
  await saveSettings(db, userID, settings)
  await lookAgain(db, userID, clock.now())
  recorded(db)
  return settings
}

/**
 * Ends the mail of one group for the person whom the token names. An unknown token is answered in the same way and changes
 * nothing, and so does a token for notices about the account, which cannot be switched off. Errors: 429.
 */
export const unsubscribe = async (
  { db, clock, secret }: Pick<AppDeps, 'db' | 'clock' | 'secret'>,
  token: string,
  network: string,
): Promise<void> => {
  await requireWithin(db, clock.now(), limitOf('unsubscribe', network))
  const wish = readUnsubscribeToken(secret(), token)
  if (!wish || wish.group === 'account') return
  await endMail(db, wish.userID, wish.group)
  recorded(db)
}

/**
 * Queues a mail that an event causes at once, unless the person who acted has caused as many mails as one may: then the
 * notice alone tells of it. To be called last in a transaction, like `mayCauseMail`.
 */
export const mailAtOnce = async <Payload>(
  tx: Tx,
  now: Date,
  { from, to }: { from: string; to: string },
  [job, payload]: readonly [JobDefinition<Payload>, NoInfer<Payload>],
): Promise<void> => {
  if (await mayCauseMail(tx, now, { from, to })) await enqueue(tx, job, payload, now)
}

export const notifications = {
  list: listNotices,
  count: countNotices,
  mark: markNotices,
  following: getFollowing,
  follow: (deps: Deps, viewer: Viewer, { params, body }: Input<'notifications.follow'>) =>
    setFollowing(deps, viewer, params.id, body.muted ? 'muted' : 'following'),
  unfollow: (deps: Deps, viewer: Viewer, { params }: Input<'notifications.unfollow'>) =>
    setFollowing(deps, viewer, params.id, 'none'),
  unsubscribe: async (
    deps: Parameters<typeof unsubscribe>[0],
    _: null,
    { body }: Input<'notifications.unsubscribe'>,
    { ip }: RequestContext,
  ) => {
    await unsubscribe(deps, body.token, ip)
    return { message: 'If this link is one of ours, these mails have ended.' }
  },
  settings: getSettings,
  changeSettings,
}

export { startNotifyingFollowers } from './followers.ts'
export { gatherNoticeMails } from './gather-mails.ts'

export { placeFollowersInNewLog } from './writing-repository.ts'
