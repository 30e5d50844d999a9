import { z } from 'zod'
import { anyTaskStatus, id, idOf, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr } from './endpoint.ts'
import { stageID } from './task-fields.ts'
import { timeZoneName } from './time-zone.ts'

/** The most weeks that are counted one by one; a longer time is counted by months. */
export const ANALYTICS_WEEKS_MAX = 54
/** The most people with a line of their own in the load; all others share one. */
export const LOAD_PEOPLE_MAX = 20
/** The statuses that a task can have, 0 to 5. */
const STATUSES = 6

const date = z.iso.date()
const hours = z.number().nullable()
const measured = {
  measured: z.int().meta({
    description: 'Of how many tasks the time is known: those that were begun before they were done.',
    examples: [5],
  }),
  medianHours: hours.meta({
    description:
      'Hours from the begin of a task to its completion, half of the tasks took no longer; null without any.',
    examples: [52.5],
  }),
  p85Hours: hours.meta({ description: 'The same for 85 of 100 tasks.', examples: [120] }),
}
const load = {
  tasks: z.int().meta({ description: 'Open tasks: neither completed nor rejected.', examples: [4] }),
  hours: z.number().meta({ description: 'The sum of their estimates.', examples: [12.5] }),
  unestimated: z.int().meta({ description: 'How many of them have no estimate.', examples: [1] }),
}
const timeInStage = z.object({
  id: stageID,
  name: z.string().meta({ description: 'Its name now, or the last one that it had.', examples: ['QA'] }),
  status: anyTaskStatus.meta({ description: 'The status of its tasks, or the last one that it had.', examples: [3] }),
  isRemoved: z.boolean().meta({ description: 'Whether the project has it no more.', examples: [false] }),
  tasks: z.int().meta({ description: 'Tasks that were in it.', examples: [12] }),
  hours: z.number().meta({ description: 'The hours of all of them together, Trash left out.', examples: [340.5] }),
  medianHours: hours.meta({
    description: 'Hours that a task was in it, all its stays together; half were there no longer. Null without any.',
    examples: [20.5],
  }),
  p85Hours: hours.meta({ description: 'The same for 85 of 100 tasks.', examples: [61] }),
})
const paidCents = z
  .int()
  .meta({ description: 'In the smallest unit of the currency: cents of USD, whole yen of JPY.', examples: [150000] })

export const projectAnalytics = z
  .object({
    timeZone: z.string().meta({ description: 'Whose midnights begin days.', examples: ['Europe/Vienna'] }),
    step: z.enum(['week', 'month']).meta({
      description: `What a period is: a week from Monday, or where that would be more than ${ANALYTICS_WEEKS_MAX}, a month.`,
      examples: ['week'],
    }),
    periods: z
      .array(
        z.object({
          from: date.meta({ description: 'Its first day.', examples: ['2026-11-02'] }),
          to: date.meta({ description: 'Its last day, which may be still to come.', examples: ['2026-11-08'] }),
          done: z.int().meta({
            description: 'Tasks that became Completed in it for the last time, and still are.',
            examples: [6],
          }),
          ...measured,
          statuses: z
            .array(z.int())
            .length(STATUSES)
            .nullable()
            .meta({
              description:
                'How many tasks had each status, 0 to 5, when it ended, or have it now where it has not; null before `statusesSince`.',
              examples: [[1, 4, 2, 1, 9, 0]],
            }),
        }),
      )
      .meta({ description: 'Whole weeks or months, oldest first, no earlier than the project.' }),
    statusesSince: time.nullable().meta({
      description: 'Since when the log has statuses; null if it has them since the project began.',
    }),
    time: z
      .object({
        ...measured,
        unmeasured: z.int().meta({
          description: 'Tasks that were done, but created so or completed without a begin.',
          examples: [1],
        }),
      })
      .meta({ description: 'All periods together.' }),
    stages: z.array(timeInStage).optional().meta({
      description:
        'Time in each stage within the periods, as the events of the tasks say: the stages of the board in their order, then removed ones that had tasks. Absent where the project has never had stages.',
    }),
    load: z
      .object({
        people: z
          .array(
            z.object({
              userID: id,
              username: z.string().meta(described.username),
              name: z.string().meta({ description: 'Full name; empty where none was given.', examples: ['Ada Byron'] }),
              ...load,
            }),
          )
          .meta({ description: `Members, who has most to do first; at most ${LOAD_PEOPLE_MAX}.` }),
        others: z
          .object({ people: z.int().meta({ description: 'How many they are.', examples: [30] }), ...load })
          .nullable()
          .meta({ description: 'All other members together; null if there are none.' }),
        unassigned: z.object(load).meta({ description: 'What nobody is to do.' }),
      })
      .meta({ description: 'What is to do now, whatever the periods are.' }),
    money: z
      .object({
        currency: z.string().meta({ description: 'The currency of `paidCents`: ISO 4217.', examples: ['USD'] }),
        months: z
          .array(
            z.object({
              from: date.meta({ description: 'Its first day.', examples: ['2026-11-01'] }),
              paidCents,
              otherCurrencies: z
                .array(
                  z.object({
                    currency: z.string().meta({ description: 'ISO 4217.', examples: ['EUR'] }),
                    paidCents,
                  }),
                )
                .meta({ description: 'What was paid in other currencies, which `paidCents` does not include.' }),
            }),
          )
          .meta({ description: 'Each month that the periods touch, whole, oldest first.' }),
      })
      .meta({ description: 'Payments by the month in which they were recorded; voided entries are left out.' }),
  })
  .meta({ id: 'ProjectAnalytics', description: 'How the work of a project goes.' })
export type ProjectAnalytics = z.output<typeof projectAnalytics>
export type AnalyticsPeriod = ProjectAnalytics['periods'][number]
export type TimeInStage = z.output<typeof timeInStage>
export type Load = ProjectAnalytics['load']

/** One of the calls of projects; apart, because its answer is long. */
export const analytics = endpoint({
  method: 'GET',
  path: '/projects/:id/analytics',
  summary:
    'How the work goes, for owner and admin: done by week, statuses over time, time to done and in each stage, load by person, and money by month.',
  policy: 'project.manager',
  scope: 'read',
  since: 'analytics',
  params: z.strictObject({ id: idOf('the project') }),
  query: z.strictObject({
    from: date.optional().meta({
      description: 'A day of the first period; by default, and at the earliest, the day on which the project began.',
      examples: ['2026-11-02'],
    }),
    to: date.optional().meta({
      description: 'A day of the last period; without one, and after it, today.',
      examples: ['2026-11-22'],
    }),
    timeZone: timeZoneName.default('UTC').meta({
      description: 'The IANA name of the time zone in which days begin.',
      examples: ['Europe/Vienna'],
    }),
  }),
  response: z.object({ data: projectAnalytics }),
  limits: ['analytics'],
  about: ['projectID', 'id'],
  mayLag: true,
  failure: serverMessageOr('Failed to load the analytics'),
})
