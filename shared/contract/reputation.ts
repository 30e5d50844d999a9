import { z } from 'zod'
import { id, pageOf, pageQuery, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'

const reputationRules = ['before', 'completed', 'reopened', 'reassigned', 'deleted', 'restored'] as const
export type ReputationRule = (typeof reputationRules)[number]

export const reputationLine = z
  .object({
    id: id.meta({ description: 'The ID of the line.' }),
    rule: z.enum(reputationRules).meta({
      description: 'What has happened to the task; `before`: all that was there before lines were kept.',
      examples: ['completed'],
    }),
    amount: z.int().meta({ description: 'The points given; below zero if they were taken back.', examples: [40] }),
    createdAt: time,
    project: z
      .object({ id, title: z.string().meta(described.projectTitle) })
      .nullable()
      .meta({ description: 'Null for one that the viewer may not know.' }),
    task: z
      .object({
        id,
        taskId: z.string().meta({ description: 'The number of the task within its project.', examples: ['12'] }),
        title: z.string().meta({ description: 'What is to be done.', examples: ['Draw the quay'] }),
      })
      .nullable()
      .meta({ description: 'Null but for members of its project, and for one that is gone.' }),
  })
  .meta({ id: 'ReputationLine', description: 'One change of somebody’s reputation.' })
export type ReputationLine = z.output<typeof reputationLine>

export const reputation = noun("What a person's reputation is made of.", {
  lines: endpoint({
    method: 'GET',
    path: '/users/profile/:username/reputation',
    summary: "What a person's reputation is made of, newest first; the amounts of all lines add up to it.",
    policy: 'optional',
    scope: 'read',
    since: 'reputation',
    params: z.strictObject({ username: z.string().trim().min(1).max(100).meta(described.username) }),
    query: z.strictObject(pageQuery),
    response: pageOf(reputationLine),
    fails: { 404: 'NOT_FOUND' },
    mayLag: true,
    failure: serverMessageOr('Failed to load reputation'),
  }),
})
