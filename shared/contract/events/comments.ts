import { z } from 'zod'
import { MENTIONS_MAX } from '../comments.ts'
import { id } from '../common.ts'
import { eventFor, type Facts, nobody, notice } from './event.ts'

/** Members hear nothing of the conversation about an application. */
const ofComment = eventFor('members, or managers and subject of the request')

/** `mentionedIDs`: the people whom the comment names for the first time, who are notified. */
const comment = z.strictObject({ commentID: id, mentionedIDs: z.array(id).max(MENTIONS_MAX) })

const mentioned = { as: 'comment.mentioned' } as const
const isInThread = ({ requestID }: Facts) => (requestID ?? null) !== null
const isOnTask = (event: Facts) => !isInThread(event)
const mentionedInThread = { when: isInThread, as: 'request.mentioned' } as const

/** The events of comments, on a task and in the conversation about an application. */
export const commentEvents = {
  // A mention beats a mute, and a person whom a comment names gets that notice alone.
  // The frame brings the card's number of comments, so that no board is read for it.
  'comment.added': ofComment({
    data: comment,
    notices: [
      notice('mentioned', 'direct', 'task', { when: isOnTask, ...mentioned }),
      notice('assignee', 'direct', 'task', { when: isOnTask }),
      notice('other followers', 'following', 'task', { when: isOnTask }),
      notice('mentioned', 'direct', 'request', mentionedInThread),
      notice('sides', 'requests', 'request', { when: isInThread, as: 'request.commented' }),
    ],
    like: 'comments.update',
  }),
  'comment.edited': ofComment({
    data: comment,
    notices: [
      notice('mentioned', 'direct', 'task', { when: isOnTask, ...mentioned }),
      notice('mentioned', 'direct', 'request', mentionedInThread),
    ],
    like: 'comments.update',
  }),
  'comment.deleted': ofComment({ data: z.strictObject({ commentID: id }), notices: nobody, like: 'comments.update' }),
}
