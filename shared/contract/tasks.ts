import { z } from 'zod'
import {
  anyTaskStatus,
  enveloped,
  id,
  idOf,
  messageOnly,
  noBody,
  PAGE_SIZE_MAX,
  pageOf,
  pageQuery,
  said,
} from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { backlogQuery, BOARD_LIMIT, deletedTask, newTask, rank, task, taskTexts } from './task.ts'
import { bulk } from './task-bulk.ts'
import { orNull, stageID, taskFieldsInBodies } from './task-fields.ts'

/** What becomes of an offer when its task is completed or rejected. */
const endings = ['reward.due', 'offer.closed', 'reward.released'] as const

const taskParams = z.strictObject({ id: idOf('the task') })

export const tasks = noun('Tasks and boards.', {
  list: endpoint({
    method: 'GET',
    path: '/user-tasks',
    summary: 'Tasks assigned to the viewer or created by them, last changed first.',
    policy: 'user',
    scope: 'read',
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
    scope: 'read',
    query: z.strictObject({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(PAGE_SIZE_MAX)
        .default(PAGE_SIZE_MAX)
        .meta({ description: 'The most tasks in one answer.', examples: [10] }),
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
    scope: 'read',
    asksForSession: true,
    params: z.strictObject({ projectId: idOf('the project') }),
    query: z.strictObject({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(BOARD_LIMIT)
        .default(BOARD_LIMIT)
        .meta({ description: 'The most tasks in one answer.', examples: [100] }),
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
      counts: z
        .stringbool()
        .optional()
        .meta({
          description:
            'True also counts all tasks of the project by status and assignee, whatever `limit` and `status` leave out.',
          enum: ['true', 'false'],
        }),
    }),
    response: z.object({
      data: z.array(task),
      counts: z
        .array(
          z.object({
            status: anyTaskStatus,
            assignedToID: id.nullable().meta({ description: 'Whom the tasks are assigned to; null for nobody.' }),
            count: z
              .int()
              .min(1)
              .meta({ description: 'The number of these tasks.', examples: [12] }),
          }),
        )
        .optional()
        .meta({ description: 'How many tasks have each status and assignee, where `counts` asks for it.' }),
      nextCursor: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'The cursor of the next page; null at the end.' }),
      message: said,
    }),
    resource: 'task',
    about: ['projectID', 'projectId'],
    failure: serverMessageOr('Failed to fetch tasks'),
  }),
  backlog: endpoint({
    method: 'GET',
    path: '/projects/:id/backlog',
    summary: "One page of a project's tasks, sorted and filtered over all pages.",
    policy: 'project.member',
    scope: 'read',
    since: 'tasks2',
    params: z.strictObject({ id: idOf('the project') }),
    query: backlogQuery,
    response: pageOf(task),
    resource: 'task',
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to fetch tasks'),
  }),
  get: endpoint({
    method: 'GET',
    path: '/user-tasks/:id',
    summary: 'One task.',
    policy: 'task.party',
    scope: 'read',
    params: taskParams,
    response: enveloped(task),
    resource: 'task',
    about: ['taskID', 'id'],
    failure: serverMessageOr('Failed to fetch task'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user-tasks',
    summary:
      'Creates a task; any member may. Status is 1 when not sent; 4 is for owner and admin. With an offer a token needs the scope `manage`.',
    policy: 'project.member',
    scope: 'work',
    asksForSession: true,
    body: newTask,
    response: enveloped(task),
    status: 201,
    resource: 'task',
    fails: { 409: ['CONFLICT', 'BUDGET_SHORT'] },
    limits: ['assign', 'repeat', 'task'],
    leaves: ['task.created', 'offer.made', 'reward.reserved', 'claim.made'],
    stale: reads.rewards,
    failure: serverMessageOr('Failed to create task'),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user-tasks/:id',
    summary:
      'Changes fields, or only the status. Description, assignee, lines, files and blockers are for owner and admin, and so is into and out of Completed.',
    policy: 'project.member',
    scope: 'work',
    asksForSession: true,
    params: taskParams,
    body: z.strictObject({
      title: taskTexts.title.optional(),
      description: taskTexts.description.optional(),
      status: anyTaskStatus.optional(),
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
    fails: { 409: 'CONFLICT' },
    limits: ['assign'],
    leaves: [
      ...endings,
      'task.changed',
      'task.moved',
      'task.staged',
      'task.assigned',
      'submission.accepted',
      'submission.changes',
      'submission.withdrawn',
      'claim.made',
      'claim.ended',
      'request.approved',
      'request.rejected',
      'claim.finished',
      'dispute.agreed',
    ],
    stale: reads.tasks,
    failure: serverMessageOr('Failed to update task'),
  }),
  tick: endpoint({
    method: 'PUT',
    path: '/user-tasks/:id/done-when/:lineID',
    summary:
      "Ticks a line of 'Done when', or takes the tick away, whatever else has changed; for owner, admin and assignee.",
    policy: 'task.party',
    scope: 'work',
    since: 'tasks2',
    params: z.strictObject({ id: idOf('the task'), lineID: idOf('the line') }),
    body: z.strictObject({ isDone: z.boolean().meta({ description: 'Whether the line is done.' }) }),
    response: enveloped(task),
    resource: 'task',
    fails: { 409: 'CONFLICT' },
    leaves: ['task.changed'],
    stale: reads.tasks,
    failure: serverMessageOr('Failed to update task'),
  }),
  order: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/order',
    summary:
      'Places a task in a column, behind or before a task that stands there, or where it stood before; with `status` or `stageID` moves it to that column first, at the top without a place.',
    policy: 'project.member',
    scope: 'work',
    since: 'tasks2',
    params: taskParams,
    body: z
      .strictObject({
        afterID: idOf('the task that it stands behind').optional(),
        beforeID: idOf('the task that it stands before').optional(),
        rank: rank.optional().meta({ description: 'The place that it had before.', examples: ['SmBESEec7Qck'] }),
        status: anyTaskStatus.optional(),
        stageID: orNull(stageID)
          .optional()
          .meta({
            description: 'The stage to which it moves, and with it the status; null for the first one of the status.',
            examples: [7],
          }),
        version: z
          .int()
          .min(1)
          .optional()
          .meta({
            description: 'The version on which a move to another column is based; without it the last write wins.',
            examples: [3],
          }),
        from: rank.optional().meta({
          description: 'The rank on which this is based: 409 if the task has been placed since.',
          examples: ['SmBESEec7Qck'],
        }),
      })
      .refine(
        ({ afterID, beforeID, rank: place, stageID: stage }) => {
          const places = [afterID, beforeID, place].filter(Boolean).length
          return places === 1 || (places === 0 && stage !== undefined)
        },
        { message: 'Please send one of afterID, beforeID and rank.', path: ['afterID'] },
      )
      // One of the three, so that the document shows no body with both.
      .meta({ examples: [{ afterID: '0198b0e2-7c1a-7bbd-8a7c-0242ac120002' }] }),
    response: enveloped(task),
    resource: 'task',
    fails: { 409: 'CONFLICT' },
    // A place is no change that lists of tasks show, but boards.
    leaves: [
      ...endings,
      'task.ordered',
      'task.moved',
      'task.staged',
      'submission.accepted',
      'submission.changes',
      'submission.withdrawn',
      'claim.ended',
      'request.rejected',
      'claim.finished',
      'dispute.agreed',
    ],
    stale: ['tasks.byProject', 'tasks.get'],
    failure: serverMessageOr('Failed to place the task'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user-tasks/:id',
    summary:
      'Puts a task into Trash, from which it can be restored for 30 days; for owner and admin, and for who created it while nobody else has touched it.',
    policy: 'project.member',
    scope: 'work',
    since: 'tasks2',
    params: taskParams,
    response: messageOnly,
    fails: { 409: 'CONFLICT' },
    leaves: [
      'task.deleted',
      'submission.withdrawn',
      'claim.ended',
      'offer.closed',
      'reward.released',
      'request.rejected',
    ],
    stale: [...reads.tasks, 'tasks.trash', 'notifications.list', 'notifications.count'],
    failure: serverMessageOr('Failed to delete the task'),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/restore',
    summary:
      'Restores a task from Trash, with its comments, labels and place; for owner, admin and the person who deleted it.',
    policy: 'project.member',
    scope: 'work',
    since: 'tasks2',
    params: taskParams,
    body: noBody,
    response: enveloped(task),
    resource: 'task',
    leaves: ['task.restored'],
    stale: [...reads.tasks, 'tasks.trash'],
    failure: serverMessageOr('Failed to restore the task'),
  }),
  trash: endpoint({
    method: 'GET',
    path: '/projects/:id/trash',
    summary: "A project's deleted tasks, last deleted first: all for owner and admin, their own for a member.",
    policy: 'project.member',
    scope: 'read',
    since: 'tasks2',
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
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to fetch the trash'),
  }),
  bulk,
})
