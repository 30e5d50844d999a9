import { z } from 'zod'
import { anyTaskStatus, enveloped, idOf, singleLine } from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import { fold } from './fold.ts'
import * as reads from './reads.ts'
import { stageID } from './task-fields.ts'

export const STAGE_NAME_MAX = 40
export const STAGES_MAX = 20
export const STAGE_LIMIT_MAX = 99

const name = singleLine
  .min(1, 'A stage needs a name.')
  .max(STAGE_NAME_MAX)
  .meta({ description: 'What the column is called.', examples: ['QA'] })
const status = z
  .int()
  .min(1)
  .max(4)
  .meta({ description: 'The status of its tasks, 1 to 4.', examples: [3] })
const limit = z
  .int()
  .min(1)
  .max(STAGE_LIMIT_MAX)
  .nullable()
  .meta({
    description: 'How many tasks it is meant to hold; more are not refused. Null for any number.',
    examples: [3],
  })

const stage = z.object({ id: stageID, name, status: anyTaskStatus, limit }).meta({ id: 'Stage' })
export type Stage = z.output<typeof stage>

const version = z
  .int()
  .min(0)
  .meta({ description: 'Counts changes of the list, from 0; sent back with a change.', examples: [2] })
const stageList = z
  .object({ stages: z.array(stage).meta({ description: 'From the left to the right, within each status.' }), version })
  .meta({ id: 'StageList' })
export type StageList = z.output<typeof stageList>

const withoutDoubles = (items: readonly unknown[]): boolean => new Set(items).size === items.length

const params = z.strictObject({ id: idOf('the project') })
export const stages = noun('The stages into which a project divides the columns of its board.', {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/stages',
    summary: "The stages of a project's board; without any, the board has a column for each status.",
    policy: 'project.member',
    scope: 'read',
    since: 'stages',
    params,
    response: enveloped(stageList),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to fetch the stages'),
  }),
  replace: endpoint({
    method: 'PUT',
    path: '/projects/:id/stages',
    summary:
      'Writes the whole list of stages, all or nothing. Tasks of a removed stage go to the first one of its status; those of a stage whose status changes move along.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'stages',
    params,
    body: z.strictObject({
      stages: z
        .array(
          z.strictObject({
            id: stageID.optional().meta({ description: 'The number of a stage that stays; none for a new one.' }),
            name,
            status,
            limit: limit.optional(),
          }),
        )
        .max(STAGES_MAX, `A project has at most ${STAGES_MAX} stages.`)
        .refine((all) => withoutDoubles(all.flatMap(({ id }) => id ?? [])), 'Each can be named once.')
        .refine((all) => withoutDoubles(all.map((one) => fold(one.name))), 'Two stages have the same name.')
        .meta({ description: 'All stages, from the left to the right within each status.' }),
      version: version.meta({ description: 'The version on which the change is based.', examples: [2] }),
    }),
    response: enveloped(stageList),
    fails: { 409: 'CONFLICT' },
    leaves: [
      'project.stages',
      'task.moved',
      'submission.accepted',
      'submission.changes',
      'submission.withdrawn',
      'claim.finished',
      'dispute.agreed',
      'reward.due',
      'offer.closed',
      'request.rejected',
      'reward.released',
    ],
    stale: [...reads.tasks, 'stages.list', 'templates.byProject'],
    failure: serverMessageOr('Failed to change the stages'),
  }),
})
