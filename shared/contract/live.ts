import { z } from 'zod'
import { id, time } from './common.ts'
import { alwaysText, endpoint, noun } from './endpoint.ts'
import { liveKinds } from './events.ts'
import { taskFieldsOnBoards } from './task-fields.ts'
import { task } from './task.ts'

/** At most this many streams are open for a person; a further one is answered by 429. */
export const STREAMS_MAX = 5

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

export const events = noun('Changes, as they happen.', {
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
      after: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'The cursor of the last change that was received; without it the stream begins now.' }),
    }),
    response: liveFrame,
    transfer: 'stream',
    failure: alwaysText('Failed to follow changes'),
  }),
})
