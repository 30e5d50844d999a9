import { z } from 'zod'
import { enveloped, idOf, messageOnly, singleLine } from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import { labelID } from './task-fields.ts'

export const LABEL_NAME_MAX = 30
export const labelColours = [
  'red',
  'orange',
  'amber',
  'green',
  'teal',
  'blue',
  'indigo',
  'violet',
  'pink',
  'grey',
] as const
export type LabelColour = (typeof labelColours)[number]

const name = singleLine
  .min(1)
  .max(LABEL_NAME_MAX)
  .meta({ description: 'What it says.', examples: ['Design'] })
const colour = z.enum(labelColours).meta({ description: 'One of ten colours.', examples: ['teal'] })

const label = z.object({ id: labelID, name, colour }).meta({ id: 'Label' })
export type Label = z.output<typeof label>

const params = z.strictObject({ id: idOf('the project') })
const oneOf = z.strictObject({
  id: idOf('the project'),
  labelID: z.coerce
    .number()
    .int()
    .min(1)
    .max(32_767)
    .meta({ description: "The label's number within its project.", examples: [3] }),
})

export const labels = noun("A project's labels for its tasks.", {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/labels',
    summary: "A project's labels, by name.",
    policy: 'project.member',
    scope: 'read',
    since: 'tasks2',
    params,
    response: enveloped(z.array(label)),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to fetch labels'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/projects/:id/labels',
    summary: 'Adds a label; a project has at most 30, and each name once.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'tasks2',
    params,
    body: z.strictObject({ name, colour }),
    response: enveloped(label),
    status: 201,
    leaves: ['project.labels'],
    stale: ['labels.list'],
    failure: serverMessageOr('Failed to create the label'),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/projects/:id/labels/:labelID',
    summary: 'Renames a label, or gives it another colour.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'tasks2',
    params: oneOf,
    body: z.strictObject({ name: name.optional(), colour: colour.optional() }),
    response: enveloped(label),
    // Backlogs are sorted by the names of labels.
    leaves: ['project.labels'],
    stale: ['labels.list', 'tasks.backlog'],
    failure: serverMessageOr('Failed to change the label'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/projects/:id/labels/:labelID',
    summary: 'Deletes a label, also from all tasks that have it.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'tasks2',
    params: oneOf,
    response: messageOnly,
    // A deleted label leaves all tasks and templates.
    leaves: ['project.labels'],
    stale: ['labels.list', 'tasks.byProject', 'tasks.backlog', 'tasks.get', 'templates.byProject'],
    failure: serverMessageOr('Failed to delete the label'),
  }),
})
