import type { Call } from '#shared/api-client/index.ts'
import type { Comment, FeedEntry } from '#shared/contract/index.ts'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from './fake-platform.ts'

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString()

type Author = { id: string; username: string; name: string }
/** A comment of that minute. */
export const commentOf = (minute: number, author: Author, more: Partial<Comment> = {}): Comment => ({
  id: idOf(5000 + minute),
  taskID: idOf(101),
  requestID: null,
  author: { id: author.id, username: author.username, name: author.name },
  body: `Comment ${minute}`,
  createdAt: at(minute),
  editedAt: null,
  isDeleted: false,
  mentions: [],
  tasks: [],
  mayEdit: false,
  mayDelete: false,
  ...more,
})
export const entryOf = (comment: Comment): FeedEntry => ({
  id: comment.id,
  createdAt: comment.createdAt,
  comment,
  event: null,
})
/** A move of that minute. */
export const movedOf = (minute: number, actor: Author, to: string): FeedEntry => ({
  id: idOf(6000 + minute),
  createdAt: at(minute),
  comment: null,
  event: {
    kind: 'task.moved',
    actor: { id: actor.id, username: actor.username, name: actor.name },
    changes: [{ field: 'status', from: '1', to }],
    round: null,
  },
})

/** Lets the host keep a task's feed as the server does, in pages of `page` entries. */
export const hostFeed = (entries: readonly FeedEntry[], page = 50) => {
  let kept = [...entries]
  const input = (call: Call) => call.input as { query?: Record<string, unknown>; body?: Record<string, string> }
  host.on('capabilities.list', ok({ data: ['talk', 'live'] }))
  host.on('comments.feed', (call) => {
    const { show = 'all', cursor } = input(call).query ?? {}
    const shown = kept.filter(({ comment }) => show === 'all' || (show === 'comments') === (comment !== null))
    const to = cursor === undefined ? shown.length : Number(cursor)
    const from = Math.max(0, to - page)
    return ok({ data: shown.slice(from, to), nextCursor: from > 0 ? String(from) : null })
  })
  return {
    add: (...more: FeedEntry[]) => void (kept = [...kept, ...more]),
    fail: () => host.on('comments.feed', failedReply(500, 'INTERNAL')),
  }
}
