import { z } from 'zod'
import { described } from './described.ts'
import { enveloped, id, idOf, time } from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import { requestTask } from './letters.ts'
import { clockFields } from './requests.ts'
import { taskPriorities, viewersDay } from './task-fields.ts'

/** The most rows of a section of `/work`. */
export const WORK_ROWS_MAX = 100

export const workReasons = ['overdue', 'changes', 'inProgress'] as const

const workRow = z
  .object({
    kind: z.enum(['task', 'application', 'submission', 'due', 'payment', 'proposal']).meta({
      description:
        'A task, a request to join a project, a task that was handed in, what is owed for one, a payment to confirm, or another amount that is proposed.',
      examples: ['task'],
    }),
    id: id.meta({ description: 'The ID of the task, the request or the payment that it is about.' }),
    project: z
      .object({ id, title: z.string().meta({ description: "The project's title.", examples: ['Harbour map'] }) })
      .meta({ description: 'The project that it belongs to.' }),
    task: z
      .object({
        taskId: z.string().meta({ description: "The task's number within its project.", examples: ['12'] }),
        title: z.string().meta({ description: "The task's title.", examples: ['Draw the map'] }),
        status: z
          .int()
          .min(0)
          .max(5)
          .meta({ description: 'As tasks number it.', examples: [2] }),
        stage: z
          .string()
          .default('')
          .meta({ description: 'The name of its stage; empty where its status has none.', examples: ['QA'] }),
        dueOn: z
          .string()
          .nullable()
          .meta({ description: 'The day on which it is due.', examples: ['2026-12-05'] }),
        priority: z.enum(taskPriorities).meta({ description: 'How urgent it is.', examples: ['high'] }),
      })
      .nullable()
      .meta({ description: 'Null for an application.' }),
    openTask: requestTask
      .nullable()
      .default(null)
      .meta({ description: 'The task that an application is to; null for one to the project, and for all else.' }),
    isGuest: z
      .boolean()
      .default(false)
      .meta({
        description: 'Whether the viewer is the guest of the task, and no member of its project.',
        examples: [false],
      }),
    isDisputed: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the task waits for the end of a dispute.', examples: [false] }),
    person: z
      .object({
        id: idOf('the person'),
        username: z.string().meta(described.username),
        name: z.string().default('').meta(described.fullName),
      })
      .nullable()
      .meta({ description: 'Who applied, handed in, is owed or proposes; null for what is of the viewer.' }),
    reasons: z
      .array(z.enum(workReasons))
      .meta({ description: 'Why a task is among those for now.', examples: [['overdue']] }),
    since: time.nullable().meta({ description: 'Since when it waits; null for what does not wait.' }),
    answerBy: clockFields.answerBy,
    by: time.nullable().default(null).meta({
      description:
        'By when it is to be reviewed, paid, confirmed or answered; null where there is no date, and for a request.',
    }),
    money: z
      .object({
        amountCents: z.number().meta({ description: 'Hundredths of the currency.', examples: [40000] }),
        currency: z.string().meta({ description: 'An ISO 4217 code.', examples: ['USD'] }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'What is owed, was paid or is proposed; else null.' }),
  })
  .meta({ id: 'WorkRow' })
export type WorkRow = z.output<typeof workRow>

const section = z
  .object({
    rows: z.array(workRow).meta({ description: `At most ${WORK_ROWS_MAX}.` }),
    total: z.int().meta({ description: 'How many there are, also beyond the rows.', examples: [3] }),
    projects: z
      .array(
        z.object({
          id: idOf('the project'),
          title: z.string().meta({ description: "The project's title.", examples: ['Harbour map'] }),
          count: z.int().meta({ description: 'How many of the section it has.', examples: [300] }),
        }),
      )
      .default([])
      .meta({
        description: 'Where a section has more than its rows: the projects that all of them are in, most first.',
      }),
    hasFailed: z.boolean().meta({ description: 'The section could not be read; the others could.', examples: [false] }),
  })
  .meta({ id: 'WorkSection' })
export type WorkSection = z.output<typeof section>

/** How long after an approval the work page says that one is in, in days; the most projects that it names. */
export const JOINED_DAYS = 14
export const JOINED_MAX = 3

const joinedProject = z
  .object({
    id: idOf('the project'),
    title: z.string().meta({ description: "The project's title.", examples: ['Harbour map'] }),
    freeTasks: z.int().meta({ description: 'How many of its tasks the viewer may take, or apply for.', examples: [3] }),
  })
  .meta({ id: 'JoinedProject' })
export type JoinedProject = z.output<typeof joinedProject>

export const ownWork = z
  .object({
    now: section.meta({ description: 'Assigned tasks in progress or overdue: overdue, then changes requested.' }),
    next: section.meta({ description: 'The other assigned tasks, by due date, then priority.' }),
    waiting: section.meta({ description: "The viewer's tasks under review and applications, longest wait first." }),
    waitingForMe: section.nullable().meta({
      description:
        'Applications, submissions, dues, payments and proposals to answer, the earliest date first, and what has none by its age; null for who manages no project and has none.',
    }),
    joined: z
      .array(joinedProject)
      .default([])
      .meta({
        description: `Projects that approved the viewer in the last ${JOINED_DAYS} days, and in which no task was the viewer's so far: the newest first, at most ${JOINED_MAX}.`,
      }),
  })
  .meta({ id: 'OwnWork' })
export type OwnWork = z.output<typeof ownWork>
export type WorkSectionName = Exclude<keyof OwnWork, 'joined'>

export const work = noun("What is the signed-in person's to do, and what they wait for.", {
  get: endpoint({
    method: 'GET',
    path: '/users/work',
    summary: "What is the viewer's to do now and next, what they wait for, and what waits for them.",
    policy: 'user',
    scope: 'read',
    since: 'work',
    query: viewersDay,
    response: enveloped(ownWork),
    failure: serverMessageOr('Failed to load your work'),
  }),
})
