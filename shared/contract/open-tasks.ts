import { z } from 'zod'
import { enveloped, id, idOf, messageOnly, noBody, singleLine, tier } from './common.ts'
import { described } from './described.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { openTasksSum } from './market.ts'
import { PROJECT_HOURS_MAX, tierAsRead } from './project-fields.ts'
import { payerRecordField } from './records.ts'
import { aiRules, offerTakers } from './task-offer.ts'

/** The most open tasks on a page, and how many are on it when nothing is sent. */
export const OPEN_TASKS_PAGE_MAX = 50
export const OPEN_TASKS_PAGE = 20
/** How many tasks a person can save. */
export const SAVED_TASKS_MAX = 500
/** The most characters of a description in a row. */
export const OPEN_TASK_TEXT_MAX = 300

/** How open tasks can be sorted. Without a sort the newest offers come first. */
export const openTaskSorts = ['newest', 'reward', 'due', 'shortest'] as const
export type OpenTaskSort = (typeof openTaskSorts)[number]
export const openTaskModes = ['apply', 'claim'] as const
export type OpenTaskMode = (typeof openTaskModes)[number]

const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'A currency is three capital letters.')
  .meta({ description: 'The currency of `minCents` and of the sort `reward`; USD when not sent.', examples: ['USD'] })

/** What open tasks are looked for by; a saved search of tasks has the same. */
export const openTaskChoices = {
  q: singleLine
    .max(200)
    .optional()
    .meta({ description: 'Words in title, text, skills and project.', examples: ['map'] }),
  skill: singleLine
    .max(60)
    .optional()
    .meta({ description: 'A skill that the task asks for.', examples: ['Maps'] }),
  minCents: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .optional()
    .meta({ description: 'The least reward, in hundredths of `currency`.', examples: [5000] }),
  currency: currencyCode.optional(),
  maxHours: z.coerce
    .number()
    .min(0.25)
    .max(PROJECT_HOURS_MAX)
    .optional()
    .meta({ description: 'The most hours by estimate; leaves out tasks without one.', examples: [8] }),
  mode: z
    .enum(openTaskModes)
    .optional()
    .meta({ description: 'Only those that are taken at once, or applied for.', examples: ['claim'] }),
  sort: z
    .enum(openTaskSorts)
    .optional()
    .meta({
      description: 'newest; the highest reward; the next due day; or the shortest. What has none of it comes last.',
      examples: ['reward'],
    }),
}

const whyNotTold = z
  .object({
    reason: z.string().meta({ description: 'The reason in one word, for programs.', examples: ['cap'] }),
    text: z.string().meta({
      description: 'The reason in words.',
      examples: ['You hold 2 of 2 tasks. Hand one in or give one back.'],
    }),
  })
  .meta({ id: 'WhyNotTake' })

const days = (description: string, example: number) => z.int().meta({ description, examples: [example] })
const projectOfTask = z
  .object({
    id,
    title: z.string().meta({ description: 'What it is called.', examples: ['A bird atlas'] }),
    tier: tierAsRead,
    owner: z
      .object({
        username: z.string().meta(described.username),
        name: z.string().meta(described.fullName),
      })
      .nullable()
      .meta({ description: 'The owner who decides.' }),
  })
  .meta({ description: 'The project that gives the task out.' })

const row = {
  id: idOf('the task'),
  taskId: z.string().meta({ description: "The project's number of the task.", examples: ['12'] }),
  title: z.string().meta({ description: 'What is to be done, in a line.', examples: ['Draw the map'] }),
  description: z
    .string()
    .meta({ description: `Its first ${OPEN_TASK_TEXT_MAX} characters.`, examples: ['In two colours.'] }),
  amountCents: z.int().meta({ description: 'Hundredths of the currency; 0 for reputation alone.', examples: [40000] }),
  currency: z.string().meta({ description: 'An ISO 4217 code.', examples: ['USD'] }),
  hours: z
    .number()
    .nullable()
    .meta({ description: 'Its estimate; null without one.', examples: [6] }),
  dueOn: z.iso
    .date()
    .nullable()
    .meta({ description: 'The day it is due; null without one.', examples: ['2026-12-24'] }),
  mode: z.enum(openTaskModes).meta({ description: 'Taken at once, or applied for.', examples: ['claim'] }),
  leaseDays: days('For how many days it is whose it is.', 7),
  takers: z.enum(offerTakers).meta({ description: 'Who may take it.', examples: ['anyone'] }),
  minTier: tier.nullable().meta({ description: 'The least tier, where `takers` is `tier`; else null.' }),
  skills: z.array(z.string()).meta({ description: 'The skills it asks for.', examples: [['Maps']] }),
  aiRule: z.enum(aiRules).meta({ description: 'Whether generators may be used.', examples: ['declare'] }),
  may: z.boolean().meta({ description: 'Whether the reader may take it, or apply for it, now.', examples: [true] }),
  whyNot: whyNotTold.nullable().meta({ description: 'Why they may not; null when they may.' }),
  full: z
    .boolean()
    .meta({ description: 'Whether as many hand-ins wait in the project as it reviews at once.', examples: [false] }),
  project: projectOfTask,
  payerRecord: payerRecordField,
}

export const openTask = z.object(row).meta({ id: 'OpenTask' })
export type OpenTask = z.output<typeof openTask>

const openTaskPage = z
  .object({
    ...row,
    description: z
      .string()
      .meta({ description: 'All that is to be done, as Markdown.', examples: ['In two colours.'] }),
    state: z.enum(['open', 'taken']).meta({ description: 'Whether somebody has it, or had it.', examples: ['open'] }),
    doneWhen: z.array(z.string()).meta({ description: "The lines of 'Done when'.", examples: [['In print size']] }),
    reviewDays: days('Within how many days a hand-in is answered.', 14),
    payDays: days('Within how many days it is paid.', 14),
    answerDays: days('Within how many days an application is answered.', 14),
  })
  .meta({ id: 'OpenTaskPage' })
export type OpenTaskPage = z.output<typeof openTaskPage>

export const openTasks = noun('Tasks with an offer that nobody has yet.', {
  list: endpoint({
    method: 'GET',
    path: '/open-tasks',
    summary: 'The open tasks of the market, each with whether the reader may take it.',
    policy: 'user',
    scope: 'read',
    since: 'claims',
    query: z.strictObject({
      ...openTaskChoices,
      forMe: z.enum(['true', 'false']).optional().meta({
        description: 'Only those that the reader may take and that ask for one of their skills, where they have some.',
      }),
      projectID: idOf('the project whose tasks are listed').optional(),
      cursor: z
        .string()
        .max(400)
        .optional()
        .meta({ description: 'Where the page before this one ended.', examples: ['WyJuZXdlc3QiXQ'] }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(OPEN_TASKS_PAGE_MAX)
        .default(OPEN_TASKS_PAGE)
        .meta({ description: 'How many tasks a page has at most.', examples: [20] }),
    }),
    response: enveloped(z.array(openTask)).extend({
      nextCursor: z.string().nullable().meta({ description: 'Where the next page begins; null after the last one.' }),
      ofProject: openTasksSum.nullable().default(null).meta({
        description: 'All open tasks of the project asked for, whatever else is; null for none, or no project.',
      }),
    }),
    limits: ['search'],
    mayLag: true,
    failure: serverMessageOr('Failed to load the open tasks'),
  }),
  get: endpoint({
    method: 'GET',
    path: '/open-tasks/:id',
    summary: 'One task with an offer, also while somebody has it.',
    policy: 'user',
    scope: 'read',
    since: 'claims',
    params: z.strictObject({ id: idOf('the task') }),
    response: enveloped(openTaskPage),
    fails: { 404: 'NOT_FOUND' },
    about: ['taskID', 'id'],
    mayLag: true,
    failure: serverMessageOr('Failed to load the task'),
  }),
})

const savedTask = z.object({ ...row, state: openTaskPage.shape.state }).meta({ id: 'SavedTask' })
export type SavedTask = z.output<typeof savedTask>
const saved = z.strictObject({ id: idOf('the task') })

export const savedTasks = noun('The open tasks that the signed-in person has saved.', {
  list: endpoint({
    method: 'GET',
    path: '/users/saved-tasks',
    summary: 'The tasks that the viewer has saved, the one saved last first. One that was taken stays as taken.',
    policy: 'user',
    scope: 'read',
    since: 'claims',
    response: enveloped(z.array(savedTask)),
    failure: serverMessageOr('Failed to load your saved tasks'),
  }),
  add: endpoint({
    method: 'PUT',
    path: '/users/saved-tasks/:id',
    summary: `Saves a task for the viewer alone. A person saves at most ${SAVED_TASKS_MAX}.`,
    policy: 'user',
    scope: 'work',
    since: 'claims',
    params: saved,
    body: noBody,
    response: messageOnly,
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: [],
    stale: ['savedTasks.list'],
    failure: serverMessageOr('Failed to save the task. Please try again.'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/saved-tasks/:id',
    summary: 'Removes a saved task, even one that is gone.',
    policy: 'user',
    scope: 'work',
    since: 'claims',
    params: saved,
    response: messageOnly,
    leaves: [],
    stale: ['savedTasks.list'],
    failure: serverMessageOr('Failed to remove the task from your saved ones. Please try again.'),
  }),
})
