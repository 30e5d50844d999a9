import { z } from 'zod'
import { enveloped, freeText, id, idOf, said, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'

export const COMMENT_MAX = 10_000
/** Entries of a page of the feed, and comments of a page of them. */
export const FEED_PAGE = 50
/** The most people that a comment notifies; further names in it stay plain text. */
export const MENTIONS_MAX = 40

export const feedFilters = ['all', 'comments', 'history'] as const
export type FeedFilter = (typeof feedFilters)[number]

const person = z
  .object({
    id,
    username: z.string().meta(described.username),
    name: z.string().meta(described.fullName),
  })
  .meta({ id: 'FeedPerson', description: 'Who wrote or did it.' })

export const comment = z
  .object({
    id,
    taskID: id.nullable().meta({ description: 'The task that it is about, if it is one.' }),
    requestID: id
      .nullable()
      .default(null)
      .meta({ description: 'The application that it is about, where it is no task.' }),
    author: person.nullable().meta({ description: 'The author; null if their account is gone.' }),
    body: z
      .string()
      .meta({ description: 'What it says, as Markdown; empty once deleted.', examples: ['Looks **good**.'] }),
    createdAt: time,
    editedAt: time.nullable().meta({ description: 'When the author last changed it; null if never.' }),
    isDeleted: z.boolean().meta({
      description: 'Whether it was deleted; it is listed as long as later comments may refer to it.',
      examples: [false],
    }),
    mentions: z
      .array(z.object({ id, username: z.string().meta(described.username) }))
      .meta({ description: 'The people whom its text names with @ and who were told; other names are plain text.' }),
    tasks: z
      .array(
        z.object({
          id,
          taskId: z.string().meta({ description: "The task's number within its project.", examples: ['12'] }),
          title: z.string().meta(described.taskTitle),
        }),
      )
      .meta({ description: 'The tasks of the project that its text names by number; other numbers are plain text.' }),
    mayEdit: z.boolean().meta({ description: 'Whether the viewer may change it.', examples: [true] }),
    mayDelete: z.boolean().meta({ description: 'Whether the viewer may delete it.', examples: [true] }),
  })
  .meta({ id: 'Comment', description: 'What somebody said about a task, or about an application.' })
export type Comment = z.output<typeof comment>

const value = z.string().nullable()
const change = z.object({
  field: z.string().meta({ description: 'What has changed, as tasks spell it.', examples: ['status'] }),
  from: value.meta({ description: 'What it was; null for nothing, or where this is not told.', examples: ['1'] }),
  to: value.meta({ description: 'What it became; null for nothing, or where this is not told.', examples: ['3'] }),
})
export const historyEvent = z
  .object({
    kind: z
      .string()
      .meta({ description: 'What has happened, as the log of events calls it.', examples: ['task.moved'] }),
    actor: person.nullable().meta({ description: 'Who did it; null for the clock, or if their account is gone.' }),
    changes: z.array(change).meta({ description: 'What has changed, people by what they are called.' }),
    round: z
      .int()
      .nullable()
      .meta({ description: 'The round of a submission; null elsewhere.', examples: [1] }),
  })
  .meta({ id: 'TaskHistory', description: 'Something that has happened to a task.' })
export type HistoryEvent = z.output<typeof historyEvent>

export const feedEntry = z
  .object({
    id: id.meta({ description: 'The ID of the comment or of the event.' }),
    createdAt: time,
    comment: comment.nullable().meta({ description: 'The comment, where it is one.' }),
    event: historyEvent.nullable().meta({ description: 'What has happened, where it is no comment.' }),
  })
  .meta({ id: 'FeedEntry' })
export type FeedEntry = z.output<typeof feedEntry>

const body = freeText
  .min(1, 'Please write something.')
  .max(COMMENT_MAX, `A comment has at most ${COMMENT_MAX.toLocaleString('en-US')} characters.`)
  .meta({ description: 'What it says, as Markdown.', examples: ['Looks **good**.'] })
export const cursor = z
  .string()
  .max(200)
  .optional()
  .meta({ description: '`nextCursor` of the answer before, for what is older; without it the newest come.' })
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Where older ones go on; null when there are none.' })
/** What a person sends to comment. */
export const newComment = z.strictObject({
  body,
  idempotencyKey: z
    .string()
    .min(8)
    .max(100)
    .meta({
      description: "The sender's own name for this comment: sending it again answers the first one.",
      examples: ['draft-7f3a9c'],
    }),
})
const taskParams = z.strictObject({ id: idOf('the task') })
const commentParams = z.strictObject({ id: idOf('the comment') })

export const comments = noun('What members and its guest say about a task, and its history.', {
  list: endpoint({
    method: 'GET',
    path: '/user-tasks/:id/comments',
    summary: "A task's newest comments, oldest first; `cursor` leads to older ones.",
    policy: 'task.party',
    scope: 'read',
    since: 'talk',
    params: taskParams,
    query: z.strictObject({ cursor }),
    response: z.object({ data: z.array(comment), nextCursor, message: said }),
    about: ['taskID', 'id'],
    failure: serverMessageOr('Failed to load comments'),
  }),
  feed: endpoint({
    method: 'GET',
    path: '/user-tasks/:id/feed',
    summary:
      "A task's comments and history in one line of time: the newest, oldest first; `cursor` leads to older ones.",
    policy: 'task.party',
    scope: 'read',
    since: 'talk',
    params: taskParams,
    query: z.strictObject({
      cursor,
      show: z
        .enum(feedFilters)
        .default('all')
        .meta({ description: 'Which entries: all, only comments or only history.', examples: ['comments'] }),
    }),
    response: z.object({ data: z.array(feedEntry), nextCursor, message: said }),
    about: ['taskID', 'id'],
    failure: serverMessageOr('Failed to load comments and history'),
  }),
  people: endpoint({
    method: 'GET',
    path: '/user-tasks/:id/people',
    summary:
      'Whom the caller can name with @ in a comment, at most 20: members and the guest of the task; for a guest those who answer and those who wrote.',
    policy: 'task.party',
    scope: 'read',
    since: 'claims',
    params: taskParams,
    query: z.strictObject({
      q: z
        .string()
        .max(100)
        .default('')
        .meta({ description: 'How their name or username begins.', examples: ['ad'] }),
    }),
    response: enveloped(z.array(person)),
    about: ['taskID', 'id'],
    failure: serverMessageOr('Failed to load people'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/comments',
    summary: 'Writes a comment; repeated with the same key by the same person it is there once.',
    policy: 'task.party',
    scope: 'work',
    since: 'talk',
    params: taskParams,
    body: newComment,
    response: enveloped(comment),
    status: 201,
    limits: ['comment'],
    // The author of a comment follows the task, and its card counts comments.
    leaves: ['comment.added'],
    stale: [...reads.talk, 'notifications.following', 'tasks.byProject'],
    failure: serverMessageOr('Failed to send the comment'),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/comments/:id',
    summary: "Changes the viewer's own comment; newly mentioned people are notified.",
    policy: 'task.party',
    scope: 'work',
    since: 'talk',
    params: commentParams,
    body: z.strictObject({ body }),
    response: enveloped(comment),
    fails: { 409: 'CONFLICT' },
    leaves: ['comment.edited'],
    stale: reads.talk,
    failure: serverMessageOr('Failed to save the comment'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/comments/:id',
    summary: "Deletes a comment: one's own, or any as owner or admin.",
    policy: 'task.party',
    scope: 'work',
    since: 'talk',
    params: commentParams,
    response: enveloped(comment),
    leaves: ['comment.deleted'],
    stale: [...reads.talk, 'tasks.byProject'],
    failure: serverMessageOr('Failed to delete the comment'),
  }),
})
