import { z } from 'zod'
import { id, idOf, time } from './common.ts'
import { alwaysText, endpoint, noun, serverMessageOr } from './endpoint.ts'
import { type EventKind, eventKinds, liveKinds } from './events.ts'
import { taskFieldsOnBoards } from './task-fields.ts'
import { task } from './task.ts'

/** At most this many streams are open for a person; a further one is answered by 429. */
export const STREAMS_MAX = 5
/** At most this many calls of a person wait for events; a further one is answered by 429. */
export const WAITING_MAX = 5
/** How long a call may wait for events, in seconds. */
export const WAIT_MAX = 25
/** The most events of one answer. */
export const EVENTS_MAX = 500

const cursor = z
  .string()
  .max(200)
  .meta({ description: 'A place in the log of events, which says nothing to clients.', examples: ['MDE5My4xMjM'] })

/** What a board shows of a task, without its text. */
const boardTask = task
  .pick({
    id: true,
    taskId: true,
    title: true,
    status: true,
    projectID: true,
    assignedToID: true,
    assignedToUsername: true,
    assignedToName: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({
    version: z.int().meta({
      description: 'Counts changes; a frame that is older than what one has says nothing new.',
      examples: [3],
    }),
    ...taskFieldsOnBoards,
  })
  .meta({ id: 'BoardTask' })

export type BoardTask = z.output<typeof boardTask>

/** One change: the data of an event named `change`. */
export const liveFrame = z
  .object({
    cursor,
    id: id.meta({ description: 'The ID of the event.' }),
    kind: z.enum(liveKinds).meta({
      description: "What has happened; `notices.changed` says that the viewer's own notices are others now.",
      examples: ['task.moved'],
    }),
    actorID: id.nullable().meta({ description: 'The ID of who did it; null for the clock or the server.' }),
    projectID: id.nullable().meta({ description: 'The ID of the project, where the change is of one.' }),
    taskID: id.nullable().meta({
      description:
        'The ID of the task, where the change is of one; null where one act has changed many, such as an import.',
    }),
    requestID: id
      .nullable()
      .meta({ description: 'The ID of the request between a person and a project, where the change is of one.' }),
    subjectID: id.nullable().meta({ description: 'The ID of the person whom the change is about.' }),
    createdAt: time,
    task: boardTask.nullable().meta({
      description:
        'The task as it is now, which may be newer than the change; null for other changes and a task that is gone.',
    }),
  })
  .meta({ id: 'LiveFrame' })
export type LiveFrame = z.output<typeof liveFrame>

/** The data of the events named `ready` and `reset`. */
export const livePlace = z.object({ cursor })

const after = z.string().max(200).optional()

/** The names of kinds, comma-separated; each must be one that the server knows. */
const kindsList = z
  .string()
  .max(4000)
  .meta({
    description: 'Only these kinds, comma-separated.',
    examples: ['task.moved,task.assigned'],
  })
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(z.enum(eventKinds as [EventKind, ...EventKind[]], 'There is no such kind of event.')))

export const events = noun('Changes, as they happen.', {
  /** The frames of `stream`, for programs that ask. `notices.changed` is none of them: the log does not have it, and so it has no place. */
  list: endpoint({
    method: 'GET',
    path: '/events',
    summary:
      'Changes of everything that the viewer may see, in commit order: what the stream sends behind a cursor. With `wait` an empty answer waits for the next one.',
    policy: 'user',
    scope: 'read',
    since: 'eventFeed',
    query: z.strictObject({
      after: after.meta({
        description: '`nextCursor` of the answer before; without it the answer is empty, and says where now is.',
      }),
      projectID: idOf('the project that the events are of').optional(),
      kinds: kindsList.optional(),
      wait: z.coerce
        .number()
        .int()
        .min(0)
        .max(WAIT_MAX)
        .default(0)
        .meta({ description: 'For how many seconds to wait while there is nothing.', examples: [20] }),
    }),
    response: z.object({
      data: z.array(liveFrame).meta({ description: `At most ${EVENTS_MAX}, oldest first.` }),
      nextCursor: cursor.meta({
        description: 'The place behind all that was read, also behind what was left out: send it as `after`.',
        examples: ['MDE5My4xMjM'],
      }),
      reset: z.boolean().meta({
        description:
          'Whether `after` is unknown, of another log or older than a day: changes were missed, so read everything again.',
        examples: [false],
      }),
    }),
    fails: { 404: 'NOT_FOUND' },
    limits: ['events'],
    failure: serverMessageOr('Failed to load changes'),
  }),
  /**
   * `text/event-stream`. The first event is `ready` with `{ cursor }`, the place where the stream starts. `reset` (also
   * `{ cursor }`) follows at once when `after` is unknown, of another log or older than a day: the client has missed
   * changes and must read everything again. Then each change is an event `change` with a LiveFrame. The `id` of each
   * event is its cursor. The server sends something at least every 25 s: without changes, a comment, at times with an
   * `id` and no data, which is a new place to resume from.
   */
  stream: endpoint({
    method: 'GET',
    path: '/events/stream',
    summary: 'Changes of everything that the viewer may see, as they happen; `after` resumes at a cursor.',
    policy: 'user',
    scope: 'read',
    since: 'live',
    query: z.strictObject({
      after: after.meta({
        description: 'The cursor of the last change that was received; without it the stream begins now.',
      }),
    }),
    response: liveFrame,
    transfer: 'stream',
    failure: alwaysText('Failed to follow changes'),
  }),
})
