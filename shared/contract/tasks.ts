import { z } from 'zod'
import { enveloped, id, PAGE_SIZE_MAX, pageOf, pageQuery, REQUIRED_TEXT, singleLine, time } from './common.ts'
import { endpoint, serverMessageOr } from './endpoint.ts'

export const TASK_TITLE_MAX = 200
export const TASK_TEXT_MAX = 20_000
/** Boards up to this size come in one call; larger ones go on with `cursor`. */
export const BOARD_LIMIT = 5_000

export const task = z.object({
  id,
  /** The task's number within its project, as people say it. */
  taskId: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.int().min(0).max(5),
  projectID: id,
  assignedToID: id.nullable(),
  assignedToUsername: z.string().nullable(),
  /** The assignee's full name, null where they gave none. */
  assignedToName: z.string().nullable(),
  taskCreatedByUsername: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
  /**
   * Counts changes; sent back with an edit, so that a stale one is refused (409 with the newer task). Our server always
   * sends it, other hosts do not.
   */
  version: z.int().optional(),
})
export type Task = z.output<typeof task>

const title = singleLine.min(1, REQUIRED_TEXT).max(TASK_TITLE_MAX)
const description = z.string().trim().min(1, REQUIRED_TEXT).max(TASK_TEXT_MAX)
const status = z.int().min(0).max(5)
const taskParams = z.strictObject({ id })

export const newTask = z.strictObject({
  title,
  description,
  projectID: id,
  status: status.optional(),
  assignedToID: id.optional(),
})

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
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_MAX) }),
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
    params: z.strictObject({ projectId: id }),
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(BOARD_LIMIT).default(BOARD_LIMIT),
      cursor: z.string().max(200).optional(),
      status: z.coerce.number().int().min(0).max(5).optional(),
    }),
    response: z.object({
      data: z.array(task),
      nextCursor: z.string().nullable().optional(),
      message: z.string().optional(),
    }),
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
      'Changes fields, or only the status. Description and assignee are for owner and admin, and so is into and out of Completed.',
    policy: 'project.member',
    params: taskParams,
    body: z.strictObject({
      title: title.optional(),
      description: description.optional(),
      status: status.optional(),
      assignedToID: id.nullable().optional(),
      /** The version the edit was based on; without it the last write wins. */
      version: z.int().min(1).optional(),
    }),
    response: enveloped(task),
    resource: 'task',
    failure: serverMessageOr('Failed to update task'),
  }),
}
