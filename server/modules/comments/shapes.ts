import type { Comment } from '#shared/contract/comments.ts'
import { namesIn, numbersIn } from '#shared/rules/comment-names.ts'
import type { Tx } from '#server/db/pool.ts'
import { notFound } from '#server/http/errors.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import type { CommentRow, NamedPerson, NamedTask } from './repository.ts'

export const unknownComment = () => notFound('This comment is no longer there.')

/** What texts name: people by ID, and tasks. */
export type CommentReferences = { people: ReadonlyMap<string, NamedPerson>; tasks: readonly NamedTask[] }

export const authorOf = ({ author_id: id, author_username: username, author_name: name }: CommentRow) =>
  id !== null && username !== null ? { id, username, name: name ?? '' } : null

/** Who reads, whether they may delete what others have said, and whether they can read alone. */
export type Reader = { userID: string; isManager: boolean; isReadOnly?: boolean }

/** The tasks that a comment names. In one of another program, numbers are those of its own tasks. */
export const taskNumbersOf = ({ body, is_imported }: CommentRow): readonly number[] =>
  is_imported ? [] : numbersIn(body)

/** A comment as its reader gets it. */
export const toComment = (
  row: CommentRow,
  { userID, isManager, isReadOnly = false }: Reader,
  { people, tasks }: CommentReferences,
): Comment => {
  const isDeleted = row.deleted_at !== null
  const [names, numbers] = [namesIn(row.body), taskNumbersOf(row)]
  return {
    id: row.id,
    taskID: row.task_id,
    requestID: row.request_id,
    author: authorOf(row),
    body: row.body,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    isDeleted,
    mentions: row.mentioned_ids.flatMap((id) => {
      const username = people.get(id)?.username
      return username !== undefined && names.includes(username.toLowerCase()) ? [{ id, username }] : []
    }),
    tasks: tasks
      .filter(({ number }) => numbers.includes(number))
      .map(({ id, number, title }) => ({ id, taskId: String(number), title })),
    mayEdit: !isDeleted && !isReadOnly && row.author_id === userID,
    mayDelete: !isDeleted && !isReadOnly && (row.author_id === userID || isManager),
  }
}

/** Counts what a person has written, last in its transaction: what is refused leaves nothing. Errors: 429. */
export const requireLimit = (tx: Tx, userID: string, now: Date): Promise<void> =>
  requireWithin(tx, now, limitOf('comment', userID))
