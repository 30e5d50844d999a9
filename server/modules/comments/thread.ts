import { v7 as uuidv7 } from 'uuid'
import { type Comment, FEED_PAGE, MENTIONS_MAX } from '#shared/contract/comments.ts'
import { namesIn } from '#shared/rules/comment-names.ts'
import { type ApplicationAccess, applicationAccess } from '#server/access/letters.ts'
import { type DbOrTx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { readPlace, writePlace } from '#server/http/place-cursor.ts'
import { tell } from '../notifications/service.ts'
import * as comments from './repository.ts'
import type { CommentRow, NamedPerson } from './repository.ts'
import * as repository from './thread-repository.ts'
import { requireLimit, toComment, unknownComment } from './shapes.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const requireThread = async (db: DbOrTx, requestID: string, userID: string): Promise<ApplicationAccess> => {
  const access = await applicationAccess(db, requestID, userID)
  if (!access) throw notFound('Request not found')
  return access
}
const closed = () => conflict('CONFLICT', 'This application is closed: nothing can be written about it any more.')

/** Comments on an application name people alone: its applicant knows nothing of tasks. */
const commentFor = (
  row: CommentRow,
  { isApplicant, isOpen }: ApplicationAccess,
  userID: string,
  people: ReadonlyMap<string, NamedPerson>,
): Comment => {
  const comment = toComment(row, { userID, isManager: !isApplicant }, { people, tasks: [] })
  return { ...comment, mayEdit: comment.mayEdit && isOpen }
}
const shown = async (
  db: DbOrTx,
  rows: readonly CommentRow[],
  access: ApplicationAccess,
  userID: string,
): Promise<Comment[]> => {
  const people = await comments.findPeople(db, [...new Set(rows.flatMap((row) => row.mentioned_ids))])
  return rows.map((row) => commentFor(row, access, userID, people))
}
const onlyShown = async (...[db, row, access, userID]: [DbOrTx, CommentRow, ApplicationAccess, string]) => {
  const [comment] = await shown(db, [row], access, userID)
  if (!comment) throw unknownComment()
  return comment
}

/**
 * One page of an application's comments: the newest page first, each page oldest first. Errors: 404 for anybody but the
 * applicant, owners and admins; 422 for a cursor that is not ours.
 */
export const listThread = async (
  { db }: Deps,
  { userID }: Viewer,
  { params: { id: requestID }, query: { cursor } }: Input<'requests.comments'>,
): Promise<{ data: Comment[]; nextCursor: string | null }> => {
  const access = await requireThread(db, requestID, userID)
  const before = cursor === undefined ? null : readPlace(cursor)
  const found = await repository.findThread(db, { requestID, viewerID: userID, before, limit: FEED_PAGE + 1 })
  const rows = found.slice(0, FEED_PAGE)
  const oldest = rows.at(-1)
  return {
    data: (await shown(db, rows, access, userID)).reverse(),
    nextCursor:
      found.length > FEED_PAGE && oldest ? writePlace({ time: oldest.created_at.toISOString(), id: oldest.id }) : null,
  }
}

const aboutOf = ({ id: requestID, projectID, applicantID: subjectID }: ApplicationAccess, actorID: string) => ({
  actorID,
  projectID,
  requestID,
  subjectID,
})

/**
 * Comments on an open application and notifies its other side. A repeat with the same person's key, even in parallel or
 * after a lost answer, returns the existing comment. Errors: 404 for anybody but the applicant, owners and admins; 409
 * once it is closed; 429.
 */
export const addToThread = async (
  { db, clock }: Deps,
  { userID }: Viewer,
  { params: { id: requestID }, body: { body, idempotencyKey } }: Input<'requests.comment'>,
): Promise<Comment> => {
  const key = { requestID, authorID: userID, idempotencyKey }
  const now = clock.now()
  return withTx(db, async (tx) => {
    const [access, earlier, mentionedIDs] = await Promise.all([
      requireThread(tx, requestID, userID),
      repository.findByKey(tx, key),
      repository.findSidesByName(tx, requestID, namesIn(body), MENTIONS_MAX),
    ])
    if (earlier) return onlyShown(tx, earlier, access, userID)
    const [row, people] = await Promise.all([
      repository.insertComment(tx, { ...key, id: uuidv7(), body, mentionedIDs, now }),
      comments.findPeople(tx, mentionedIDs),
    ])
    if (!row) {
      const parallel = await repository.findByKey(tx, key)
      if (parallel) return onlyShown(tx, parallel, access, userID)
      await requireThread(tx, requestID, userID)
      throw closed()
    }
    const data = { commentID: row.id, mentionedIDs }
    await tell(tx, now, { kind: 'comment.added', ...aboutOf(access, userID), data })
    await requireLimit(tx, userID, now)
    return commentFor(row, access, userID, people)
  })
}

/** The application that the comment with that ID is about; null where it is about a task, or gone. */
export const threadOf = async ({ db }: Deps, id: string): Promise<string | null> =>
  (await repository.findRequestOf(db, id)) ?? null

/**
 * Changes the viewer's own comment on an open application; only newly named people are notified. Errors: 404, 403 for
 * another person's comment, 409 once the application is closed, 429.
 */
export const editInThread = async (
  { db, clock }: Deps,
  { userID }: Viewer,
  { id, requestID, body }: { id: string; requestID: string; body: string },
): Promise<Comment> =>
  withTx(db, async (tx) => {
    const [access, found] = await Promise.all([
      applicationAccess(tx, requestID, userID),
      repository.holdComment(tx, id),
    ])
    if (!access || !found) throw unknownComment()
    if (found.author_id !== userID) throw forbidden('Only its author can change a comment.')
    if (!access.isOpen) throw closed()
    if (found.body === body) return onlyShown(tx, found, access, userID)
    const now = clock.now()
    const named = await repository.findSidesByName(tx, requestID, namesIn(body), MENTIONS_MAX)
    const added = named.filter((each) => !found.mentioned_ids.includes(each))
    const mentionedIDs = [...found.mentioned_ids, ...added].slice(0, MENTIONS_MAX)
    await comments.changeBody(tx, { id, body, mentionedIDs, now })
    const data = { commentID: id, mentionedIDs: added.filter((each) => mentionedIDs.includes(each)) }
    await tell(tx, now, { kind: 'comment.edited', ...aboutOf(access, userID), data })
    const after = { ...found, body, mentioned_ids: mentionedIDs, edited_at: now }
    const [answer] = await Promise.all([onlyShown(tx, after, access, userID), requireLimit(tx, userID, now)])
    return answer
  })

/** Deletes a comment on an application: the own one, for owner and admin any. Errors: 404, 403. */
export const deleteInThread = async (
  { db, clock }: Deps,
  { userID }: Viewer,
  { id, requestID }: { id: string; requestID: string },
): Promise<Comment> =>
  withTx(db, async (tx) => {
    const [access, found] = await Promise.all([
      applicationAccess(tx, requestID, userID),
      repository.holdComment(tx, id),
    ])
    if (!access || !found) throw unknownComment()
    if (found.author_id !== userID && access.isApplicant)
      throw forbidden('Only its author, owners and admins can delete a comment.')
    const now = clock.now()
    await comments.emptyComment(tx, id, now)
    await tell(tx, now, { kind: 'comment.deleted', ...aboutOf(access, userID), data: { commentID: id } })
    return onlyShown(tx, { ...found, body: '', mentioned_ids: [], deleted_at: now }, access, userID)
  })
