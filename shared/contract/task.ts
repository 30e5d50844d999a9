import { z } from 'zod'
import { anyTaskStatus, creationKey, freeText, id, idOf, pageQuery, REQUIRED_TEXT, singleLine, time } from './common.ts'
import { described } from './described.ts'
import { newOffer } from './offers.ts'
import { day, labelID, stageID, taskFieldsInAnswers, taskFieldsInBodies, taskPriorities } from './task-fields.ts'

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
      .meta({ description: "The assignee's full name; null if they gave none.", examples: ['Ada Byron'] }),
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
/** A key of the package fractional-indexing, whose first letter says how many digits its integer has. */
export const rank = z
  .string()
  .max(2_000)
  .regex(/^[A-Za-z][0-9A-Za-z]+$/)

export const newTask = z
  .strictObject({
    title,
    description,
    projectID: idOf('the project'),
    status: anyTaskStatus.optional(),
    assignedToID: idOf('the member who does it').optional(),
    ...taskFieldsInBodies,
    offer: newOffer.optional().meta({
      description: 'What it is worth and under which terms, set with it or not at all. Owner and admin only.',
    }),
    idempotencyKey: creationKey('task').optional(),
  })
  .meta({ id: 'NewTask' })

export const dueFilters = ['overdue', 'week', 'none'] as const
export type DueFilter = (typeof dueFilters)[number]
/** The columns by which the server sorts a backlog. */
export const backlogSorts = ['dueOn', 'priority', 'labels', 'reward'] as const
export type BacklogSort = (typeof backlogSorts)[number]

export const backlogQuery = z.strictObject({
  ...pageQuery,
  sort: z
    .enum(backlogSorts)
    .optional()
    .meta({
      description:
        'The column that sorts; tasks without a day, a label or an offer come last. Without it: last changed first.',
      examples: ['dueOn'],
    }),
  direction: z
    .enum(['asc', 'desc'])
    .default('asc')
    .meta({
      description: 'Whether the first day, lowest priority, first label or lowest reward comes first.',
      examples: ['desc'],
    }),
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
    description: "The viewer's day, to which `due` refers; by default the day in UTC.",
    examples: ['2026-12-05'],
  }),
  status: z.coerce
    .number()
    .pipe(anyTaskStatus)
    .optional()
    .meta({ description: 'Only tasks of this status.', examples: [2] }),
  stage: z.coerce
    .number()
    .pipe(stageID)
    .optional()
    .meta({ description: 'Only tasks of this stage.', examples: [7] }),
  blocked: z
    .literal('true')
    .optional()
    .meta({ description: 'Only tasks that wait for a task which is still to be done.', examples: ['true'] }),
})
export type BacklogQuery = z.output<typeof backlogQuery>

/** The days after which a task in Trash is deleted for good. */
export const TRASH_DAYS = 30

export const deletedTask = z
  .object({
    ...task.pick({ id: true, taskId: true, title: true, status: true, projectID: true, stageID: true }).shape,
    deletedAt: time.meta({ description: 'When it was deleted.' }),
    deletedByUsername: z
      .string()
      .nullable()
      .meta({ description: 'Who deleted it; null if their account is gone.', examples: ['grace'] }),
    deletedByName: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Their name; null if they have given none.', examples: ['Grace Hopper'] }),
    goneAt: time.meta({ description: 'When it goes for good.' }),
  })
  .meta({ id: 'DeletedTask' })
export type DeletedTask = z.output<typeof deletedTask>
