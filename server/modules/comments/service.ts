import { v7 as uuidv7 } from 'uuid'
import { type Comment, FEED_PAGE, type FeedEntry, type FeedFilter, MENTIONS_MAX } from '#shared/contract/comments.ts'
import { namesIn, numbersIn } from '#shared/rules/comment-names.ts'
import { isManager } from '#shared/rules/membership.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { readPlace, writePlace } from '#server/http/place-cursor.ts'
import { noteSignOfWork } from '../claims/service.ts'
import { followByComment, tell } from '../notifications/service.ts'
import { countComments, noteVisit, requireMayWrite } from '../tasks/service.ts'
import { historyOf, peopleIn, withoutInside } from './history.ts'
import { findKnown, findMentionable, findNamedPeople, type Mentionable } from './people-repository.ts'
import * as repository from './repository.ts'
import type { CommentRow, FeedRow, TaskAccess } from './repository.ts'
import {
  authorOf,
  type CommentReferences,
  type Reader,
  requireLimit,
  taskNumbersOf,
  toComment,
  unknownComment,
} from './shapes.ts'
import { addToThread, deleteInThread, editInThread, listThread, threadOf } from './thread.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const unknownTask = () => notFound('Task not found')

type Place = { taskID: string; access: TaskAccess; userID: string }
const placeOf = ({ taskID, access: { projectID, guest } }: Place) => ({ taskID, projectID, guest })

/** What texts and events name: people by ID, and tasks of the project by number. One query each for a whole page. */
const namesOf = async (
  db: DbOrTx,
  { taskID, access }: Place,
  rows: readonly FeedRow[] | readonly CommentRow[],
): Promise<CommentReferences> => {
  const mentioned = rows.flatMap((row) => [
    ...row.mentioned_ids,
    ...('data' in row && row.data ? peopleIn(row.data) : []),
  ])
  // To a guest the numbers of other tasks are plain text.
  const numbers = access.guest ? [] : rows.flatMap(taskNumbersOf)
  const [people, tasks] = await Promise.all([
    repository.findPeople(db, [...new Set(mentioned)]),
    repository.findTasksByNumber(db, taskID, [...new Set(numbers)]),
  ])
  return { people, tasks }
}

/** Takes the people out of rows and names whom a guest may not know. */
const forReader = async <Row extends CommentRow>(
  db: DbOrTx,
  place: Place,
  rows: readonly Row[],
): Promise<{ rows: readonly Row[]; named: CommentReferences }> => {
  const named = await namesOf(db, place, rows)
  const { guest } = place.access
  if (!guest) return { rows, named }
  const ids = [...new Set([...named.people.keys(), ...rows.flatMap(({ author_id }) => author_id ?? [])])]
  const known = (await findKnown(db, { ...placeOf(place), guest }, ids)).add(place.userID)
  return {
    rows: rows.map((row) =>
      row.author_id !== null && known.has(row.author_id)
        ? row
        : { ...row, author_id: null, author_username: null, author_name: null },
    ),
    named: { ...named, people: new Map([...named.people].filter(([id]) => known.has(id))) },
  }
}

const commentOf = async (db: DbOrTx, place: Place, row: CommentRow): Promise<Comment> => {
  const {
    rows: [shown = row],
    named,
  } = await forReader(db, place, [row])
  return toComment(shown, readerOf(place), named)
}
const readerOf = ({ userID, access: { role, guest } }: Place): Reader => ({
  userID,
  isManager: isManager(role),
  isReadOnly: guest?.isReadOnly === true,
})

const requireTask = async (db: DbOrTx, taskID: string, userID: string): Promise<TaskAccess> => {
  const access = await repository.findTaskAccess(db, taskID, userID)
  if (!access) throw unknownTask()
  return access
}

/**
 * One page of a task's feed, comments and history by time: the newest page first, each page oldest first. A guest's begins
 * with the offer. Errors: 404 for anybody but members and the task's guest, 422 for a cursor that is not ours.
 */
const readFeed = async (
  { db }: Deps,
  { userID }: Viewer,
  { params: { id: taskID }, query: { cursor, show } }: Input<'comments.feed'>,
): Promise<{ data: FeedEntry[]; nextCursor: string | null }> => {
  const access = await requireTask(db, taskID, userID)
  const before = cursor === undefined ? null : readPlace(cursor)
  const { entries, oldest } = await pageOf(db, { taskID, access, userID }, { before, show, limit: FEED_PAGE })
  return { data: entries, nextCursor: oldest && writePlace({ time: oldest.created_at.toISOString(), id: oldest.id }) }
}

type PageOfFeed = { before: repository.Place | null; show: FeedFilter; limit: number }
/** Entries of a feed as their reader sees them, the oldest first; `oldest` is their oldest row where there are older ones. */
const pageOf = async (
  db: DbOrTx,
  place: Place,
  { before, show, limit }: PageOfFeed,
): Promise<{ entries: FeedEntry[]; oldest: FeedRow | null }> => {
  const { taskID, access, userID } = place
  const reader = readerOf(place)
  const found = await repository.findFeed(db, {
    ...{ taskID, viewerID: userID, before, limit: limit + 1 },
    hasComments: show !== 'history',
    hasHistory: show !== 'comments',
    guest: access.guest && { since: access.guest.since, userID },
  })
  const { rows, named } = await forReader(db, place, found.slice(0, limit))
  const historyFor = (row: FeedRow) => {
    const history = historyOf(row.data ?? {}, named.people)
    return access.guest ? withoutInside(history) : history
  }
  const entries = rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    comment: row.kind === null ? toComment(row, reader, named) : null,
    event: row.kind === null ? null : { kind: row.kind, actor: authorOf(row), ...historyFor(row) },
  }))
  return { entries: entries.reverse(), oldest: found.length > limit ? (rows.at(-1) ?? null) : null }
}

/**
 * The newest entries of a task's feed since its offer was made, as its holder reads them who is no member: for an administrator who
 * rules a dispute about it.
 */
export const readFeedOfOffer = async (
  db: DbOrTx,
  about: { taskID: string; projectID: string; userID: string; claimID: string; since: Date },
  limit: number,
): Promise<FeedEntry[]> => {
  const { taskID, projectID, userID, claimID, since } = about
  const guest = { claimID, since, isReadOnly: true }
  const access: TaskAccess = { projectID, assigneeID: userID, role: 'member', lastActiveAt: null, guest }
  return (await pageOf(db, { taskID, access, userID }, { before: null, show: 'all', limit })).entries
}

/** One page of a task's comments, as `readFeed` has them. */
const listComments = async (
  deps: Deps,
  viewer: Viewer,
  { params, query }: Input<'comments.list'>,
): Promise<{ data: Comment[]; nextCursor: string | null }> => {
  const { data, nextCursor } = await readFeed(deps, viewer, { params, query: { ...query, show: 'comments' } })
  return { data: data.flatMap(({ comment }) => comment ?? []), nextCursor }
}

/** Of the people whom a comment names those whom it tells. A guest names those alone whom they may know. */
const mentionedOf = async (db: DbOrTx, place: Place, named: readonly Mentionable[]): Promise<Mentionable[]> => {
  const { guest } = place.access
  const ids = named.map(({ id }) => id)
  const known = guest && ids.length > 0 ? await findKnown(db, { ...placeOf(place), guest }, ids) : undefined
  return named.filter(({ id }) => !known || known.has(id)).slice(0, MENTIONS_MAX)
}

/** The most people that are suggested at once. */
const SUGGESTED = 20
/** Whom the viewer can name in a comment on the task. Errors: 404 for anybody but members and the task's guest. */
const listPeople = async (
  { db }: Deps,
  { userID }: Viewer,
  { params: { id: taskID }, query: { q } }: Input<'comments.people'>,
) => {
  const access = await requireTask(db, taskID, userID)
  return findMentionable(db, placeOf({ taskID, access, userID }), { userID, beginning: q, limit: SUGGESTED })
}

/**
 * Writes a comment; its author follows the task from then on. A repeat with the same person's key, even in parallel or
 * after a lost answer, returns the existing comment. Errors: 404 for anybody but members and the task's guest, 403 for a guest
 * once the task is finished, 429.
 */
const addComment = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: taskID }, body: { body, idempotencyKey } }: Input<'comments.create'>,
): Promise<Comment> => {
  const { userID } = viewer
  const key = { taskID, authorID: userID, idempotencyKey }
  const now = clock.now()
  return withTx(db, async (tx) => {
    const [access, earlier, named] = await Promise.all([
      requireTask(tx, taskID, userID),
      repository.findByKey(tx, key),
      findNamedPeople(tx, taskID, namesIn(body)),
    ])
    const place = { taskID, access, userID }
    requireMayWrite(access)
    if (earlier) return commentOf(tx, place, earlier)
    const mentioned = await mentionedOf(tx, place, named)
    const mentionedIDs = mentioned.map(({ id }) => id)
    const [, row, tasks] = await Promise.all([
      noteSignOfWork(tx, taskID, userID, now),
      repository.insertComment(tx, { ...key, id: uuidv7(), body, mentionedIDs, now }),
      repository.findTasksByNumber(tx, taskID, access.guest ? [] : numbersIn(body)),
    ])
    if (!row) {
      const parallel = await repository.findByKey(tx, key)
      if (!parallel) throw unknownTask()
      return commentOf(tx, place, parallel)
    }
    await countComments(tx, taskID, 1)
    await followByComment(tx, userID, taskID)
    await tell(tx, now, {
      kind: 'comment.added',
      actorID: userID,
      projectID: access.projectID,
      taskID,
      // Whom the comment is for, as the task is now: the reader of the log tells the other followers later.
      subjectID: access.assigneeID,
      data: { commentID: row.id, mentionedIDs },
    })
    await Promise.all([
      !access.guest && noteVisit({ db: tx, clock }, viewer, access.projectID, { last_active_at: access.lastActiveAt }),
      requireLimit(tx, userID, now),
    ])
    return toComment(row, readerOf(place), { people: new Map(mentioned.map((one) => [one.id, one])), tasks })
  })
}

/**
 * Changes the viewer's own comment; only newly named people are notified. Errors: 404 for a comment that is deleted or
 * not in a project of theirs, 403 for another person's, 429.
 */
const editComment = async (
  { db, clock }: Deps,
  { userID }: Viewer,
  { id, body }: { id: string; body: string },
): Promise<Comment> =>
  withTx(db, async (tx) => {
    const found = await repository.holdComment(tx, id, userID)
    if (!found) throw unknownComment()
    requireMayWrite(found)
    if (found.author_id !== userID) throw forbidden('Only its author can change a comment.')
    const place = { taskID: found.task_id, access: found, userID }
    if (found.body === body) return commentOf(tx, place, found)
    const now = clock.now()
    const mentioned = await mentionedOf(tx, place, await findNamedPeople(tx, found.task_id, namesIn(body)))
    const named = mentioned.map(({ id: namedID }) => namedID)
    const added = named.filter((each) => !found.mentioned_ids.includes(each))
    const mentionedIDs = [...found.mentioned_ids, ...added].slice(0, MENTIONS_MAX)
    await repository.changeBody(tx, { id, body, mentionedIDs, now })
    await tell(tx, now, {
      kind: 'comment.edited',
      actorID: userID,
      projectID: found.projectID,
      taskID: found.task_id,
      subjectID: found.assigneeID,
      data: { commentID: id, mentionedIDs: added.filter((each) => mentionedIDs.includes(each)) },
    })
    const after = { ...found, body, mentioned_ids: mentionedIDs, edited_at: now }
    const [answer] = await Promise.all([commentOf(tx, place, after), requireLimit(tx, userID, now)])
    return answer
  })

/**
 * Deletes a comment and its text. Errors: 404 for a comment that is deleted or not in a project of the viewer's, 403
 * for a member with another person's comment.
 */
const deleteComment = async ({ db, clock }: Deps, { userID }: Viewer, id: string): Promise<Comment> =>
  withTx(db, async (tx) => {
    const found = await repository.holdComment(tx, id, userID)
    if (!found) throw unknownComment()
    requireMayWrite(found)
    if (found.author_id !== userID && !isManager(found.role))
      throw forbidden('Only its author, owners and admins can delete a comment.')
    const now = clock.now()
    await repository.emptyComment(tx, id, now)
    await countComments(tx, found.task_id, -1)
    await tell(tx, now, {
      kind: 'comment.deleted',
      actorID: userID,
      projectID: found.projectID,
      taskID: found.task_id,
      subjectID: found.author_id,
      data: { commentID: id },
    })
    const after = { ...found, body: '', mentioned_ids: [], deleted_at: now }
    return commentOf(tx, { taskID: found.task_id, access: found, userID }, after)
  })

/**
 * Adds the comments of imported tasks, which already count them. Sends no notices: the tasks' assignees are notified of
 * the tasks.
 */
export const importComments = async (
  tx: Tx,
  now: Date,
  imported: {
    projectID: string
    by: string
    importID: string
    comments: ReadonlyArray<{ taskID: string; body: string }>
  },
): Promise<void> => {
  const { projectID, by, importID } = imported
  if (imported.comments.length === 0) return
  const comments = imported.comments.map((comment) => ({ id: uuidv7(), ...comment }))
  await repository.insertComments(tx, { authorID: by, keyed: `import ${importID}`, now }, comments)
  const events = comments.map(({ id, taskID }) => ({
    kind: 'comment.added' as const,
    actorID: by,
    projectID,
    taskID,
    subjectID: null,
    data: { commentID: id, mentionedIDs: [] },
  }))
  await record(tx, now, ...events)
}

const updateComment = async (deps: Deps, viewer: Viewer, { params: { id }, body }: Input<'comments.update'>) => {
  const requestID = await threadOf(deps, id)
  return requestID === null
    ? editComment(deps, viewer, { id, ...body })
    : editInThread(deps, viewer, { id, requestID, ...body })
}

const removeComment = async (deps: Deps, viewer: Viewer, { params: { id } }: Input<'comments.remove'>) => {
  const requestID = await threadOf(deps, id)
  return requestID === null ? deleteComment(deps, viewer, id) : deleteInThread(deps, viewer, { id, requestID })
}

export const comments = {
  list: listComments,
  feed: readFeed,
  people: listPeople,
  create: addComment,
  update: updateComment,
  remove: removeComment,
}

/** The calls of requests that are about the thread of an application. */
export const requestsInComments = { comments: listThread, comment: addToThread }

export { findComments, type Said, showComment } from './repository.ts'
