import { z } from 'zod'
import { id, idOf, singleLine, time } from './common.ts'
import { taskOffer } from './task-offer.ts'

export const taskPriorities = ['none', 'low', 'medium', 'high', 'urgent'] as const
export type TaskPriority = (typeof taskPriorities)[number]

export const ESTIMATE_MIN = 0.25
export const ESTIMATE_MAX = 999
export const DONE_WHEN_MAX = 20
export const DONE_WHEN_TEXT_MAX = 200
export const TASK_FILES_MAX = 20
/** The most files that the guest of a task attaches to it, beside those. */
export const GUEST_FILES_MAX = 20
/** The most tasks that block one. */
export const BLOCKED_BY_MAX = 20
/** The most labels of a project; a task may have all of them. */
export const LABELS_MAX = 30

/** A day without a time: what a calendar calls it, wherever one is. Before the year 1000 nothing was ever due. */
export const day = z.iso.date().refine((value) => value >= '1000', 'Please enter a day.')

/** A query of the lists that say what is overdue: it is so where the viewer is, as their screen's own date says. */
export const viewersDay = z.strictObject({
  today: day.optional().meta({
    description: "The viewer's day: an open task due before it is overdue. By default the day in UTC.",
    examples: ['2026-12-05'],
  }),
})

/** The same, or null, under the same description. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().meta(schema.meta() ?? {})

export const dueOn = day.meta({
  description: 'The day on which it is to be done; null for none.',
  examples: ['2026-12-05'],
})
export const priority = z.enum(taskPriorities).meta({ description: 'How urgent it is.', examples: ['high'] })
export const labelID = z
  .int()
  .min(1)
  .max(32_767)
  .meta({ description: "A label's number within its project.", examples: [3] })
export const stageID = z
  .int()
  .min(1)
  .max(32_767)
  .meta({ description: "A stage's number within its project.", examples: [7] })
export const estimateHours = z
  .number()
  .min(ESTIMATE_MIN)
  .max(ESTIMATE_MAX)
  .multipleOf(0.01)
  .meta({ description: 'How many hours it takes; null when nobody knows.', examples: [2.5] })

export const doneWhenLine = z
  .object({
    id,
    text: z.string().meta({ description: 'What is to be so.', examples: ['The map is on the site'] }),
    isDone: z.boolean().meta({ description: 'Whether it is.' }),
  })
  .meta({ id: 'DoneWhenLine' })
export type DoneWhenLine = z.output<typeof doneWhenLine>

/**
 * What answers say of a task beyond the first release. An answer with one task has them all; a board has only what
 * is set, and counts instead of lines.
 */
const onBoards = {
  dueOn: orNull(dueOn).optional(),
  priority: priority.optional(),
  labelIDs: z.array(labelID).optional().meta({ description: 'The labels that it has.' }),
  stageID: orNull(stageID)
    .optional()
    .meta({ description: 'Its stage; null for the first stage of its status.', examples: [7] }),
  doneOf: z
    .array(z.int())
    .length(2)
    .nullable()
    .optional()
    .meta({ description: "How many lines of 'Done when' are ticked, and how many there are.", examples: [[2, 5]] }),
  comments: z
    .int()
    .optional()
    .meta({ description: 'The number of its comments.', examples: [4] }),
  blockedBy: z
    .array(z.int())
    .optional()
    .meta({ description: 'The numbers of the tasks of the project that must be done first.', examples: [[12]] }),
  waitsSince: time
    .nullable()
    .optional()
    .meta({ description: 'Since when it is Under Review; null for a task that is not.' }),
  openRound: z
    .int()
    .nullable()
    .optional()
    .meta({ description: 'The round of its review that waits for an answer; null when none does.', examples: [1] }),
  rank: z
    .string()
    .optional()
    .meta({ description: 'Its place in its column: columns are sorted by it, by bytes.', examples: ['SmBESEec7Qck'] }),
  shown: z
    .int()
    .optional()
    .meta({ description: 'Counts the changes that boards show, including those that do not change `version`.' }),
}

/** A board says of an offer its amount alone. */
const rewardOnBoards = {
  rewardCents: z
    .int()
    .nullable()
    .optional()
    .meta({
      description: 'The reward of its open offer in hundredths; 0 for reputation alone, null without an offer.',
      examples: [40000],
    }),
}

export const taskFieldsOnBoards = { ...onBoards, ...rewardOnBoards }

export const taskFieldsInAnswers = {
  ...onBoards,
  ...rewardOnBoards,
  offer: taskOffer
    .nullable()
    .optional()
    .meta({ description: 'What it is worth and under which terms; null without an offer. Boards leave it out.' }),
  estimateHours: orNull(estimateHours).optional(),
  doneWhen: z
    .array(doneWhenLine)
    .optional()
    .meta({ description: 'What must be so for the task to be done. Boards leave it out.' }),
  fileIDs: z.array(id).optional().meta({ description: 'Files of the project that belong to it. Boards leave it out.' }),
  blockedByIDs: z
    .array(id)
    .optional()
    .meta({ description: 'The tasks that must be done first. Boards leave it out and have `blockedBy`.' }),
  hasMore: z.literal(true).optional().meta({
    description:
      'On a board: the task has fields that boards leave out. It is not sent with `doneOf` or `blockedBy`, which say so too.',
  }),
}

const withoutDoubles = (items: readonly unknown[]): boolean => new Set(items).size === items.length
const DOUBLED = 'Each can be named once.'

/** One line of 'Done when', as it is sent. */
export const doneWhenText = singleLine
  .min(1, 'A line needs some text.')
  .max(DONE_WHEN_TEXT_MAX)
  .meta({ description: 'What is to be so.', examples: ['The map is on the site'] })

const newLine = z.strictObject({
  id: idOf('the line, where it stays').optional(),
  text: doneWhenText,
  isDone: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it is; a line that stays keeps what it has when this is not sent.' }),
})

/** What may be sent of a task beyond the first release; null or an empty list clears a field. */
export const taskFieldsInBodies = {
  dueOn: orNull(dueOn).optional(),
  priority: priority.optional(),
  labelIDs: z
    .array(labelID)
    .max(LABELS_MAX)
    .refine(withoutDoubles, DOUBLED)
    .optional()
    .meta({ description: 'The labels that it has, all of them.' }),
  stageID: orNull(stageID)
    .optional()
    .meta({
      description: 'A stage of the project with the status of the task; null for the first one of its status.',
      examples: [7],
    }),
  estimateHours: orNull(estimateHours).optional(),
  doneWhen: z
    .array(newLine)
    .max(DONE_WHEN_MAX)
    .refine((lines) => withoutDoubles(lines.flatMap((line) => line.id ?? [])), DOUBLED)
    .optional()
    .meta({ description: "The lines of 'Done when', all of them, in their order." }),
  fileIDs: z
    .array(idOf('a file of the project'))
    .max(TASK_FILES_MAX)
    .refine(withoutDoubles, DOUBLED)
    .optional()
    .meta({ description: 'The files that belong to it, all of them.' }),
  blockedByIDs: z
    .array(idOf('a task of the project'))
    .max(BLOCKED_BY_MAX)
    .refine(withoutDoubles, DOUBLED)
    .optional()
    .meta({ description: 'The tasks that must be done first, all of them.' }),
}
