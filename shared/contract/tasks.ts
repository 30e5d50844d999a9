import { z } from 'zod'
import {
  anyTaskStatus,
  creationKey,
  enveloped,
  freeText,
  id,
  idOf,
  messageOnly,
  noBody,
  PAGE_SIZE_MAX,
  pageOf,
  pageQuery,
  REQUIRED_TEXT,
  said,
  singleLine,
  time,
} from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr } from './endpoint.ts'
import { day, labelID, taskFieldsInAnswers, taskFieldsInBodies, taskPriorities } from './task-fields.ts'

export const TASK_TITLE_MAX = 200
export const TASK_TEXT_MAX = 20_000
/** Boards up to this many tasks come in one call; larger ones continue with `cursor`. */
export const BOARD_LIMIT = 5_000

export const task = z
  .object({
    id,
    taskId: z
      .string()
      .meta({ description: "The task's number within its project, as people say it.", examples: ['12'] }),
    title: z.string().meta(described.taskTitle),
    description: z.string().meta(described.taskText),
    status: anyTaskStatus,
    projectID: id,
    assignedToID: id.nullable().meta({ description: 'Who does it; null when it is free.' }),
    assignedToUsername: z
      .string()
      .nullable()
      .meta({ description: 'Who does it, by username.', examples: ['ada'] }),
    assignedToName: z
      .string()
      .nullable()
      .meta({ description: "The assignee's full name, null where they gave none.", examples: ['Ada Byron'] }),
    taskCreatedByUsername: z
      .string()
      .nullable()
      .meta({ description: 'Who made it; null where it is not known.', examples: ['grace'] }),
    createdAt: time,
    updatedAt: time,
    version: z
      .int()
      .optional()
      .meta({
        description:
          'Counts changes; sent back with an edit, so that a stale one is refused (409 with the newer task). Our server always sends it, other hosts do not.',
        examples: [3],
      }),
    ...taskFieldsInAnswers,
  })
  .meta({ id: 'Task' })
export type Task = z.output<typeof task>

const title = singleLine.min(1, REQUIRED_TEXT).max(TASK_TITLE_MAX).meta(described.taskTitle)
const description = freeText.min(1, REQUIRED_TEXT).max(TASK_TEXT_MAX).meta(described.taskText)
/** Title and description of a task, as they are sent. */
export const taskTexts = { title, description }
const status = anyTaskStatus
/** A key of the package fractional-indexing, whose first letter says how many digits its integer has. */
const rank = z
  .string()
  .max(2_000)
  .regex(/^[A-Za-z][0-9A-Za-z]+$/)
const taskParams = z.strictObject({ id: idOf('the task') })

export const newTask = z
  .strictObject({
    title,
    description,
    projectID: idOf('the project'),
    status: status.optional(),
    assignedToID: idOf('the member who does it').optional(),
    ...taskFieldsInBodies,
    idempotencyKey: creationKey('task').optional(),
  })
  .meta({ id: 'NewTask' })

export const dueFilters = ['overdue', 'week', 'none'] as const
export type DueFilter = (typeof dueFilters)[number]
/** The columns by which the server sorts a backlog. */
export const backlogSorts = ['dueOn', 'priority', 'labels'] as const
export type BacklogSort = (typeof backlogSorts)[number]

const backlogQuery = z.strictObject({
  ...pageQuery,
  sort: z
    .enum(backlogSorts)
    .optional()
    .meta({
      description: 'The column that sorts; tasks without a day or a label come last. Without it: last changed first.',
      examples: ['dueOn'],
    }),
  direction: z
    .enum(['asc', 'desc'])
    .default('asc')
    .meta({ description: 'Whether the first day, lowest priority or first label comes first.', examples: ['desc'] }),
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .meta({ description: 'Only the task of this number.', examples: [12] }),
  q: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Words that are all in title, '#' and number, or assignee.", examples: ['map'] }),
  assignee: z
    .union([idOf('the assignee'), z.literal('none')])
    .optional()
    .meta({ description: 'Only tasks of this member; `none` for the tasks of nobody.', examples: ['none'] }),
  label: z.coerce
    .number()
    .pipe(labelID)
    .optional()
    .meta({ description: 'Only tasks with this label.', examples: [3] }),
  priority: z
    .enum(taskPriorities)
    .optional()
    .meta({ description: 'Only tasks of this priority.', examples: ['high'] }),
  due: z
    .enum(dueFilters)
    .optional()
    .meta({ description: 'Only tasks that are overdue, due this week, or without a day.', examples: ['week'] }),
  today: day.optional().meta({
    description: 'The day where the viewer is, by which `due` is meant; by default that of UTC.',
    examples: ['2026-12-05'],
  }),
  status: z.coerce
    .number()
    .pipe(status)
    .optional()
    .meta({ description: 'Only tasks of this status.', examples: [2] }),
  blocked: z
    .literal('true')
    .optional()
    .meta({ description: 'Only tasks that wait for a task which is still to be done.', examples: ['true'] }),
})
export type BacklogQuery = z.output<typeof backlogQuery>

/** A task in Trash goes for good after so many days. */
export const TRASH_DAYS = 30

const deletedTask = z
  .object({
    ...task.pick({ id: true, taskId: true, title: true, status: true, projectID: true }).shape,
    deletedAt: time.meta({ description: 'When it was deleted.' }),
    deletedByUsername: z
      .string()
      .nullable()
      .meta({ description: 'Who deleted it; null where they are gone.', examples: ['grace'] }),
    goneAt: time.meta({ description: 'When it goes for good.' }),
  })
  .meta({ id: 'DeletedTask' })
export type DeletedTask = z.output<typeof deletedTask>

export const tasks = {
  list: endpoint({
    method: 'GET',
    path: '/user-tasks',
    summary: 'Tasks assigned to the viewer or created by them, last changed first.',
    policy: 'user',
    query: z.strictObject(pageQuery),
    response: pageOf(task),
    resource: 'task',
    failure: serverMessageOr('Failed to fetch tasks'),
  }),
  active: endpoint({
    method: 'GET',
    path: '/user-tasks/active',
    summary: "The viewer's assigned tasks that are not finished (status 1 to 3), last changed first.",
    policy: 'user',
    query: z.strictObject({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(PAGE_SIZE_MAX)
        .default(PAGE_SIZE_MAX)
        .meta({ description: 'At most so many tasks.', examples: [10] }),
    }),
    response: enveloped(z.array(task)),
    resource: 'task',
    failure: serverMessageOr('Failed to fetch tasks'),
  }),
  byProject: endpoint({
    method: 'GET',
    path: '/user-tasks/by-project/:projectId',
    summary:
      "A project's tasks, last changed first; `cursor` goes on where the last answer ended. Answers 304 to a known ETag.",
    policy: 'project.member',
    params: z.strictObject({ projectId: idOf('the project') }),
    query: z.strictObject({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(BOARD_LIMIT)
        .default(BOARD_LIMIT)
        .meta({ description: 'At most so many tasks in one answer.', examples: [100] }),
      cursor: z
        .string()
        .max(200)
        .optional()
        .meta({ description: '`nextCursor` of the answer before; without it the list begins.' }),
      status: z.coerce
        .number()
        .int()
        .min(0)
        .max(5)
        .optional()
        .meta({
          description:
            'Only tasks of this status: 0 requested, 1 assigned, 2 in progress, 3 under review, 4 completed, 5 rejected.',
          examples: [1],
        }),
    }),
    response: z.object({
      data: z.array(task),
      nextCursor: z.string().nullable().optional().meta({ description: 'Where the list goes on; null at its end.' }),
      message: said,
    }),
    resource: 'task',
    failure: serverMessageOr('Failed to fetch tasks'),
  }),
  backlog: endpoint({
    method: 'GET',
    path: '/projects/:id/backlog',
    summary: "One page of a project's tasks, sorted and filtered over all pages.",
    policy: 'project.member',
    capability: 'tasks2',
    params: z.strictObject({ id: idOf('the project') }),
    query: backlogQuery,
    response: pageOf(task),
    resource: 'task',
    failure: serverMessageOr('Failed to fetch tasks'),
  }),
  get: endpoint({
    method: 'GET',
    path: '/user-tasks/:id',
    summary: 'One task.',
    policy: 'project.member',
    params: taskParams,
    response: enveloped(task),
    resource: 'task',
    failure: serverMessageOr('Failed to fetch task'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user-tasks',
    summary: 'Creates a task; any member may. Status is 1 when not sent; 4 is for owner and admin.',
    policy: 'project.member',
    body: newTask,
    response: enveloped(task),
    status: 201,
    resource: 'task',
    failure: serverMessageOr('Failed to create task'),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user-tasks/:id',
    summary:
      'Changes fields, or only the status. Description, assignee, lines, files and blockers are for owner and admin, and so is into and out of Completed.',
    policy: 'project.member',
    params: taskParams,
    body: z.strictObject({
      title: title.optional(),
      description: description.optional(),
      status: status.optional(),
      assignedToID: id.nullable().optional().meta({ description: 'The member who does it; null makes the task free.' }),
      version: z
        .int()
        .min(1)
        .optional()
        .meta({
          description: 'The version that the edit was based on; without it the last write wins.',
          examples: [3],
        }),
      ...taskFieldsInBodies,
    }),
    response: enveloped(task),
    resource: 'task',
    failure: serverMessageOr('Failed to update task'),
  }),
  tick: endpoint({
    method: 'PUT',
    path: '/user-tasks/:id/done-when/:lineID',
    summary:
      "Ticks a line of 'Done when', or takes the tick away, whatever else has changed; for owner, admin and assignee.",
    policy: 'project.member',
    capability: 'tasks2',
    params: z.strictObject({ id: idOf('the task'), lineID: idOf('the line') }),
    body: z.strictObject({ isDone: z.boolean().meta({ description: 'Whether the line is done.' }) }),
    response: enveloped(task),
    resource: 'task',
    failure: serverMessageOr('Failed to update task'),
  }),
  order: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/order',
    summary:
      'Places a task in a column, behind or before a task that stands there, or where it stood before; with `status` moves it to that column first.',
    policy: 'project.member',
    capability: 'tasks2',
    params: taskParams,
    body: z
      .strictObject({
        afterID: idOf('the task that it stands behind').optional(),
        beforeID: idOf('the task that it stands before').optional(),
        rank: rank.optional().meta({ description: 'The place that it had before.', examples: ['SmBESEec7Qck'] }),
        status: status.optional(),
        version: z
          .int()
          .min(1)
          .optional()
          .meta({
            description: 'The version on which a move to another column is based; without it the last write wins.',
            examples: [3],
          }),
        from: rank.optional().meta({
          description: 'The place in its column on which this is based: a task that has been placed since stays there.',
          examples: ['SmBESEec7Qck'],
        }),
      })
      .refine(({ afterID, beforeID, rank: place }) => [afterID, beforeID, place].filter(Boolean).length === 1, {
        message: 'Please send one of afterID, beforeID and rank.',
        path: ['afterID'],
      })
      // One of the three, so that the document shows no body with both.
      .meta({ examples: [{ afterID: '0198b0e2-7c1a-7bbd-8a7c-0242ac120002' }] }),
    response: enveloped(task),
    resource: 'task',
    failure: serverMessageOr('Failed to place the task'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user-tasks/:id',
    summary:
      'Puts a task into Trash, from which it can be restored for 30 days; for owner and admin, and for who created it while nobody else has touched it.',
    policy: 'project.member',
    capability: 'tasks2',
    params: taskParams,
    response: messageOnly,
    failure: serverMessageOr('Failed to delete the task'),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/restore',
    summary: 'Brings a task back from Trash, with its comments, labels and place; for owner, admin and who deleted it.',
    policy: 'project.member',
    capability: 'tasks2',
    params: taskParams,
    body: noBody,
    response: enveloped(task),
    resource: 'task',
    failure: serverMessageOr('Failed to restore the task'),
  }),
  trash: endpoint({
    method: 'GET',
    path: '/projects/:id/trash',
    summary: "A project's deleted tasks, last deleted first: all for owner and admin, their own for a member.",
    policy: 'project.member',
    capability: 'tasks2',
    params: z.strictObject({ id: idOf('the project') }),
    query: z.strictObject({
      ...pageQuery,
      q: z
        .string()
        .max(200)
        .optional()
        .meta({ description: "A part of the title, or '#' and number.", examples: ['map'] }),
    }),
    response: pageOf(deletedTask),
    failure: serverMessageOr('Failed to fetch the trash'),
  }),
}
