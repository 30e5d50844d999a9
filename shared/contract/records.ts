import { z } from 'zod'

/** How many dues of an owner are counted: the last ones. */
export const RECORD_DUES = 50
/** From how many dues, or accepted tasks, on there is something to say. */
export const RECORD_FROM = 3

const share = (description: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: `${description} Between 0 and 1; null without any.`, examples: [0.93] })
const days = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description} In days; null without any.`, examples: [2.5] })

export const payerRecord = z
  .object({
    count: z
      .int()
      .meta({ description: `How many of the last ${RECORD_DUES} dues of their projects there are.`, examples: [14] }),
    paid: z.int().meta({ description: 'How many of them were recorded as paid.', examples: [14] }),
    medianDays: days('The time from acceptance to recording, of half of those that were paid.'),
    withinPromise: share('Of those paid or late, the share recorded within the promised days.'),
    confirmed: share('Of those paid, the share that was confirmed, or that nobody objected to in 30 days.'),
    reviewDays: days('The time from hand-in to answer, of half of the accepted ones.'),
    reviewsByClock: z
      .int()
      .meta({ description: 'How many were accepted because nobody answered in time.', examples: [0] }),
    rulingsAgainst: z
      .int()
      .meta({ description: 'In how many of them administrators ruled against the project.', examples: [0] }),
    late: z
      .object({
        amounts: z
          .array(
            z.object({
              amountCents: z.number().meta({ description: 'In hundredths.', examples: [40000] }),
              currency: z.string().meta({ description: 'ISO 4217.', examples: ['USD'] }),
            }),
          )
          .meta({ description: 'What is owed and late, one sum a currency.' }),
        days: z.int().meta({ description: 'For how many days the oldest of it is late.', examples: [20] }),
      })
      .nullable()
      .meta({ description: 'What they owe now and is late; null for nothing.' }),
  })
  .meta({ id: 'PayerRecord', description: 'How the person who made a project pays, by all their projects.' })
export type PayerRecord = z.output<typeof payerRecord>

export const workerRecord = z
  .object({
    accepted: z.int().meta({ description: 'How many tasks of others were accepted.', examples: [12] }),
    onTime: share('The share of them that was handed in by the day it was due.'),
    returned: z.int().meta({ description: 'How many tasks they gave back.', examples: [1] }),
    expired: z.int().meta({ description: 'How many tasks they lost because their time was over.', examples: [0] }),
    creators: z.int().meta({ description: 'For how many creators they worked.', examples: [4] }),
  })
  .meta({ id: 'WorkerRecord', description: 'How a person does what they took. It names no task and no project.' })
export type WorkerRecord = z.output<typeof workerRecord>

const optional = <T extends z.ZodType>(schema: T, description: string) =>
  schema.nullable().optional().meta({ description })
/** Beside a project, or its open task. */
export const payerRecordField = optional(
  payerRecord,
  'How the person who made the project pays. Older servers say nothing.',
)
export const workerRecordField = optional(
  workerRecord,
  `How the person does what they took; null below ${RECORD_FROM} accepted tasks. Older servers say nothing.`,
)
