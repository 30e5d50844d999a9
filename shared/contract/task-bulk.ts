import { z } from 'zod'
import { anyTaskStatus, enveloped, id, idOf } from './common.ts'
import { endpoint, serverMessageOr } from './endpoint.ts'
import * as reads from './reads.ts'
import { errorCodes } from './errors.ts'
import { newOffer } from './offers.ts'
import { dueOn, labelID, orNull, priority, stageID } from './task-fields.ts'
import { task } from './task.ts'

/** The most tasks that one call changes. */
export const BULK_MAX = 100

const change = z
  .union([
    z.strictObject({ status: anyTaskStatus }),
    z.strictObject({ stageID: stageID.meta({ description: 'The stage to which they go, on top.', examples: [7] }) }),
    z.strictObject({
      assignedToID: orNull(id.meta({ description: 'The member who does them; null makes them free.' })),
    }),
    z.strictObject({ priority }),
    z.strictObject({ dueOn: orNull(dueOn) }),
    z.strictObject({ addLabelID: labelID.meta({ description: 'A label that they get.', examples: [3] }) }),
    z.strictObject({ removeLabelID: labelID.meta({ description: 'A label that they lose.', examples: [3] }) }),
    z.strictObject({
      offer: newOffer.meta({
        description: 'The offer that each gets, or is changed to. A token needs the scope `manage`.',
      }),
    }),
    z.strictObject({ isDeleted: z.literal(true).meta({ description: 'They go to Trash.' }) }),
  ])
  .meta({ description: 'The one thing that is changed.', examples: [{ priority: 'high' }] })
export type BulkChange = z.output<typeof change>

const outcome = z
  .object({
    id: idOf('the task'),
    isDone: z.boolean().meta({ description: 'Whether the task is now as wanted.' }),
    task: task.nullable().meta({ description: 'The present task; null if it was deleted.' }),
    code: z
      .enum(errorCodes)
      .nullable()
      .meta({ description: 'Why it was not changed, as a code; null where it is done.', examples: ['FORBIDDEN'] }),
    reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why it was not changed, for a person; null where it is done.',
        examples: ['Task not found'],
      }),
  })
  .meta({ id: 'BulkOutcome' })
export type BulkOutcome = z.output<typeof outcome>

export const bulk = endpoint({
  method: 'POST',
  path: '/user-tasks/bulk',
  summary:
    'Changes one thing of up to 100 tasks of a project, each under the rules of its single call, and answers for each whether it was done.',
  policy: 'user',
  scope: 'work',
  since: 'tasks2',
  body: z
    .strictObject({
      ids: z
        .array(idOf('a task'))
        .min(1)
        .max(BULK_MAX)
        .refine((ids) => new Set(ids).size === ids.length, 'Each can be named once.')
        .meta({ description: 'The tasks; those of another project than the first one that is found are not found.' }),
      versions: z
        .array(z.int().min(1))
        .max(BULK_MAX)
        .optional()
        .meta({
          description:
            'The version of each task on which the change is based, in the order of `ids`: a task that has changed since stays as it is.',
          examples: [[3]],
        }),
      change,
    })
    .refine(({ ids, versions }) => versions === undefined || versions.length === ids.length, {
      message: 'Please send a version for each task, or none.',
      path: ['versions'],
    }),
  response: enveloped(z.array(outcome)),
  limits: ['bulk'],
  leaves: [
    'task.moved',
    'task.staged',
    'task.assigned',
    'task.changed',
    'task.deleted',
    'submission.accepted',
    'submission.changes',
    'submission.withdrawn',
    'claim.made',
    'claim.ended',
    'request.approved',
    'request.rejected',
    'claim.finished',
    'dispute.agreed',
    'reward.due',
    'offer.made',
    'offer.changed',
    'offer.closed',
    'reward.reserved',
    'reward.released',
  ],
  stale: [...reads.rewards, 'tasks.trash', 'notifications.list', 'notifications.count'],
  failure: serverMessageOr('Failed to change the tasks'),
})
