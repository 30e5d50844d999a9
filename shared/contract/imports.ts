import { z } from 'zod'
import { COMMENT_MAX } from './comments.ts'
import { anyTaskStatus, enveloped, freeText, id, idOf, REQUIRED_TEXT, singleLine } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, TRANSFER_TIMEOUT_MS, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { LABEL_NAME_MAX, labelColours } from './labels.ts'
import { BLOCKED_BY_MAX, DONE_WHEN_MAX, DONE_WHEN_TEXT_MAX, LABELS_MAX, taskFieldsInBodies } from './task-fields.ts'
import { STAGE_NAME_MAX } from './stages.ts'
import { TASK_TEXT_MAX, TASK_TITLE_MAX } from './task.ts'

/** The most tasks of one import, and the most comments of each. */
export const IMPORT_MAX = 2_000
export const IMPORTED_COMMENTS_MAX = 100
/** The most tasks of all parts of an import, and the most numbers that the texts of one part name. */
const IMPORTED_MAX = 1_000_000
export const NUMBERS_MAX = 50_000
/** The most bytes of one import: 2,000 tasks with long texts. */
const IMPORT_BYTES = 12 * 1024 * 1024

/** `list` is a list of titles that somebody has pasted, or a plan that they have chosen from. */
export const importSources = ['csv', 'trello', 'project', 'list'] as const
export type ImportSource = (typeof importSources)[number]

const labelName = singleLine
  .min(1)
  .max(LABEL_NAME_MAX)
  .meta({ description: "A label's name.", examples: ['Design'] })

export const importedTask = z
  .strictObject({
    title: singleLine.min(1, REQUIRED_TEXT).max(TASK_TITLE_MAX).meta(described.taskTitle),
    description: freeText.min(1, REQUIRED_TEXT).max(TASK_TEXT_MAX).meta(described.taskText),
    status: anyTaskStatus,
    stage: singleLine
      .min(1)
      .max(STAGE_NAME_MAX)
      .nullable()
      .optional()
      .meta({
        description:
          'Its stage by name: one that the project has, of the same status. Null for the first of the status.',
        examples: ['QA'],
      }),
    assignedToID: idOf('the member who does it').optional(),
    dueOn: taskFieldsInBodies.dueOn,
    priority: taskFieldsInBodies.priority,
    estimateHours: taskFieldsInBodies.estimateHours,
    labels: z
      .array(labelName)
      .max(LABELS_MAX)
      .optional()
      .meta({ description: 'Its labels by name; those that the project does not have are made.' }),
    doneWhen: z
      .array(
        z.strictObject({
          text: singleLine
            .min(1)
            .max(DONE_WHEN_TEXT_MAX)
            .meta({ description: 'What is to be so.', examples: ['The map is on the site'] }),
          isDone: z.boolean().meta({ description: 'Whether it is.' }),
        }),
      )
      .max(DONE_WHEN_MAX)
      .optional()
      .meta({ description: "The lines of 'Done when', in their order." }),
    blockedBy: z
      .array(z.int().min(0))
      .max(BLOCKED_BY_MAX)
      .optional()
      .meta({ description: 'The tasks that must be done first, by their places in the whole import, from 0.' }),
    blocks: z
      .array(z.int().min(0))
      .max(IMPORT_MAX)
      .optional()
      .meta({ description: 'The tasks of earlier parts that wait for this one, by their places in the whole import.' }),
    comments: z.array(freeText.min(1).max(COMMENT_MAX)).max(IMPORTED_COMMENTS_MAX).optional().meta({
      description:
        'The comments, oldest first. The importing person is their author, so their texts name who wrote them.',
    }),
  })
  .meta({ id: 'ImportedTask' })
export type ImportedTask = z.output<typeof importedTask>

const projectParams = z.strictObject({ id: idOf('the project') })

export const imports = noun('Tasks that come from elsewhere, and what takes them there.', {
  create: endpoint({
    method: 'POST',
    path: '/projects/:id/imports',
    summary:
      'Adds up to 2,000 tasks at once, all or none, in the order given, at the top of their columns. A repeated key adds nothing.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'import',
    heavy: 'copy',
    params: projectParams,
    body: z.strictObject({
      idempotencyKey: z
        .string()
        .min(1)
        .max(200)
        .meta({ description: 'The same for each try of one import.', examples: ['0b7e0a3c'] }),
      source: z.enum(importSources).meta({ description: 'What the tasks were read from.', examples: ['csv'] }),
      labels: z
        .array(
          z.strictObject({
            name: labelName,
            colour: z.enum(labelColours).meta({ description: 'One of ten colours.', examples: ['teal'] }),
          }),
        )
        .max(LABELS_MAX)
        .optional()
        .meta({ description: 'Colours for labels that are made; others get one of their own.' }),
      total: z
        .int()
        .min(1)
        .max(IMPORTED_MAX)
        .optional()
        .meta({
          description: 'How many tasks all parts have together, the same in each: they get numbers in a row.',
          examples: [4500],
        }),
      numbers: z
        .array(
          z.strictObject({
            written: z
              .int()
              .min(1)
              .max(999_999_999)
              .meta({ description: 'As the file writes it.', examples: [12] }),
            place: z
              .int()
              .min(0)
              .max(IMPORTED_MAX)
              .meta({ description: 'The place of its task, from 0.', examples: [3] }),
          }),
        )
        .max(NUMBERS_MAX)
        .optional()
        .meta({
          description:
            "The numbers that '#12' in these texts names, with the places of their tasks in the whole import. With this list, any other '#12' is plain text.",
        }),
      continues: idOf('the import whose next part this is: its tasks go below the earlier ones').optional(),
      tasks: z
        .array(importedTask)
        .min(1, 'There is no task to import.')
        .max(IMPORT_MAX)
        .meta({ description: 'The tasks, from the top down.' }),
    }),
    maxBodyBytes: IMPORT_BYTES,
    response: enveloped(
      z.object({
        id: id.meta({ description: 'The ID of the import, by which it is taken back.' }),
        created: z
          .int()
          .meta({ description: 'How many tasks there are now that were not there before.', examples: [120] }),
      }),
    ),
    status: 201,
    fails: { 409: 'CONFLICT' },
    limits: ['import', 'list'],
    // An import may make labels, too, and comments come with its tasks.
    leaves: ['project.labels', 'task.created', 'comment.added'],
    stale: [...reads.tasks, 'labels.list'],
    failure: serverMessageOr('Failed to import the tasks'),
  }),
  undo: endpoint({
    method: 'DELETE',
    path: '/projects/:id/imports/:importID',
    summary: 'Puts the tasks of an import into Trash that nobody has touched since.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'import',
    heavy: 'copy',
    params: z.strictObject({ id: idOf('the project'), importID: idOf('the import') }),
    response: enveloped(
      z.object({
        removed: z.int().meta({ description: 'How many tasks moved to Trash.', examples: [118] }),
        kept: z
          .int()
          .meta({ description: 'How many stay, because somebody has changed or deleted them.', examples: [2] }),
      }),
    ),
    leaves: ['task.deleted'],
    stale: reads.tasks,
    failure: serverMessageOr('Failed to take the import back'),
  }),
  download: endpoint({
    method: 'GET',
    path: '/projects/:id/export',
    summary: 'All tasks of a project, as CSV or as JSON that can be imported again.',
    policy: 'project.member',
    scope: 'read',
    since: 'import',
    heavy: 'export',
    params: projectParams,
    query: z.strictObject({
      format: z.enum(['csv', 'json']).meta({ description: 'Which of the two.', examples: ['csv'] }),
    }),
    response: z.unknown(),
    transfer: 'download',
    timeoutMs: TRANSFER_TIMEOUT_MS,
    limits: ['export-tasks'],
    mayLag: true,
    failure: serverMessageOr('Failed to export the tasks'),
  }),
})

/** The form of an exported project's JSON. Texts of comments are with their writers; files are not in it. */
export const exportedProject = z.object({
  format: z.literal('project-tasks'),
  version: z.literal(1),
  project: z.object({ title: z.string() }),
  labels: z.array(z.object({ name: labelName, colour: z.enum(labelColours) })),
  /** In their order; left out where the project has none. */
  stages: z.array(z.object({ name: z.string(), status: anyTaskStatus })).optional(),
  tasks: z.array(
    importedTask
      .omit({ assignedToID: true, stage: true, blockedBy: true, blocks: true, comments: true })
      .required()
      .extend({
        number: z.int(),
        /** Its stage by name; left out where the project has none. */
        stage: z.string().nullable().optional(),
        assignee: z.string().nullable(),
        createdBy: z.string().nullable(),
        createdAt: z.iso.datetime(),
        updatedAt: z.iso.datetime(),
        blockedBy: z.array(z.int()),
        comments: z.array(z.object({ author: z.string().nullable(), body: z.string(), createdAt: z.iso.datetime() })),
      }),
  ),
})
export type ExportedProject = z.output<typeof exportedProject>
