import { z } from 'zod'
import { enveloped, id, idOf, messageOnly, singleLine } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import {
  DONE_WHEN_MAX,
  doneWhenText,
  estimateHours,
  orNull,
  priority,
  stageID,
  taskFieldsInBodies,
} from './task-fields.ts'
import { taskTexts } from './task.ts'

export const TEMPLATE_NAME_MAX = 80
/** The most templates of a project. */
export const TEMPLATES_MAX = 50

const name = singleLine
  .min(1, 'Please give the template a name.')
  .max(TEMPLATE_NAME_MAX, `A name has at most ${TEMPLATE_NAME_MAX} characters.`)
  .meta({ description: 'What the project calls it.', examples: ['Bug'] })
const doneWhen = z
  .array(doneWhenText)
  .max(DONE_WHEN_MAX)
  .meta({ description: "The lines of 'Done when', in their order.", examples: [['The map is on the site']] })

const stage = orNull(stageID).meta({ description: 'A stage of the project; null for none.', examples: [7] })

/** What a form for a new task is filled with. */
const fields = {
  ...taskTexts,
  priority: priority.optional(),
  estimateHours: orNull(estimateHours).optional(),
  labelIDs: taskFieldsInBodies.labelIDs,
  stageID: stage.optional(),
  doneWhen: doneWhen.optional(),
}

const template = z
  .object({
    id,
    name: z.string().meta({ description: 'What the project calls it.', examples: ['Bug'] }),
    title: z.string().meta(described.taskTitle),
    description: z.string().meta(described.taskText),
    priority,
    estimateHours: orNull(estimateHours),
    labelIDs: z.array(z.int()).meta({ description: 'Labels of the project that there still are.', examples: [[3]] }),
    stageID: stage.optional(),
    doneWhen: z.array(z.string()).meta(doneWhen.meta() ?? {}),
  })
  .meta({ id: 'TaskTemplate' })
export type TaskTemplate = z.output<typeof template>

const params = z.strictObject({ id: idOf('the project') })
const oneOf = z.strictObject({ id: idOf('the project'), templateID: idOf('the template') })

export const templates = noun("A project's templates for new tasks.", {
  byProject: endpoint({
    method: 'GET',
    path: '/projects/:id/templates',
    summary: "A project's templates for new tasks, by name.",
    policy: 'project.member',
    scope: 'read',
    since: 'templates',
    params,
    response: enveloped(z.array(template)),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to fetch templates'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/projects/:id/templates',
    summary: `Adds a template for new tasks; a project has at most ${TEMPLATES_MAX}, and each name once, however it is written.`,
    policy: 'project.manager',
    scope: 'manage',
    since: 'templates',
    params,
    body: z.strictObject({ name, ...fields }),
    response: enveloped(template),
    status: 201,
    leaves: ['project.templates'],
    stale: ['templates.byProject'],
    failure: serverMessageOr('Failed to save the template. Please try again.'),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/projects/:id/templates/:templateID',
    summary: 'Renames a template, or changes the sent fields. Tasks made from it do not change.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'templates',
    params: oneOf,
    body: z.strictObject({ name, ...fields }).partial(),
    response: enveloped(template),
    leaves: ['project.templates'],
    stale: ['templates.byProject'],
    failure: serverMessageOr('Failed to change the template. Please try again.'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/projects/:id/templates/:templateID',
    summary: 'Deletes a template. Tasks made from it stay as they are.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'templates',
    params: oneOf,
    response: messageOnly,
    leaves: ['project.templates'],
    stale: ['templates.byProject'],
    failure: serverMessageOr('Failed to delete the template. Please try again.'),
  }),
})
