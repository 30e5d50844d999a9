import { z } from 'zod'
import { freeText, id, tier } from './common.ts'
import { sentCurrency, USUAL_CURRENCY } from './currency.ts'
import { type Question, question, questions } from './questions.ts'

/** The most characters in a project's long texts; the server counts them after it has cut spaces at both ends. */
export const PROJECT_TEXT_MAX = 20_000
/** The hours of a week, which are the most that a project can ask for. */
export const PROJECT_HOURS_MAX = 168

/**
 * Our tiers are basic, bronze, silver and gold; other hosts have more names, and rules/tiers.ts says how each is shown.
 */
export const tierAsRead = z
  .string()
  .max(40)
  .meta({ description: 'basic, bronze, silver or gold; other hosts have more names.', examples: ['silver'] })

/** A text that a project may lack: null when there is none; sending an empty text clears it. */
const optionalText = (max: number, description: string, example: string) => {
  const told = { description, examples: [example] }
  return { sent: freeText.max(max).meta(told), read: z.string().nullable().meta(told), none: null }
}

/** The fewest and the most days in which a project can promise to answer, and those of one that promises none. */
export const ANSWER_DAYS = { min: 3, max: 30, usual: 14 } as const

const answerDaysTold = { description: 'Days in which requests are to be answered.', examples: [14] }
const pausedTold = { description: 'Whether the project takes no new applications for now.', examples: [false] }
const takeTold = { description: 'Whether members take free tasks without an offer by themselves.', examples: [true] }
/** The fewest and the most hand-ins that may wait before a project gives nothing out, and those of one that says none. */
export const REVIEW_QUEUE = { min: 1, max: 50, usual: 10 } as const
const queueTold = { description: 'How many hand-ins may wait before nothing can be taken.', examples: [10] }
const visitorsTold = {
  description: 'Whether visitors see the project on its public page; owners say.',
  examples: [true],
}
const currencyTold = {
  description: 'The currency of its budget, rewards and payments, an ISO 4217 code; fixed with the first ledger entry.',
  examples: ['EUR'],
}
const skillsTold = { description: 'Separated by commas.', examples: ['React, Design'] }
const hoursTold = { description: 'Hours a week that a member is expected to give.', examples: [8] }

/**
 * The optional fields of a project, declared once: what a creator sends, what the server answers, and `none`, the empty
 * value. The contract's bodies, the client's defaults, the server's columns, the wizard's draft and the forms derive
 * from them. Owner and admin may change all but `budget`, `currency` and `showToVisitors`, which only an owner may; docs/recipes.md says how to add one.
 */
export const projectFields = {
  organizationID: {
    sent: id,
    read: id.nullable().meta({ description: 'The organization behind it, if any.' }),
    none: null,
  },
  organizationName: optionalText(200, "For whom the project is, in the creator's words.", 'Bird Atlas'),
  skills: { sent: freeText.max(2_000).meta(skillsTold), read: z.string().meta(skillsTold), none: '' },
  tier: { sent: tier, read: tierAsRead, none: 'basic' },
  estimatedDeadline: optionalText(40, 'YYYY-MM-DD, or words such as "in spring".', '2026-03-03'),
  budget: optionalText(100, 'Free text; one number is understood as a budget.', '3000'),
  currency: { sent: sentCurrency.meta(currencyTold), read: z.string().meta(currencyTold), none: USUAL_CURRENCY },
  weeklyHours: {
    sent: z.number().min(0).max(PROJECT_HOURS_MAX).meta(hoursTold),
    read: z.number().meta(hoursTold),
    none: 0,
  },
  deliverables: optionalText(PROJECT_TEXT_MAX, 'One a line.', 'A map\nIts sources'),
  tags: optionalText(2_000, 'Separated by commas.', 'maps, birds'),
  client: optionalText(200, 'Whom the work is for.', 'City of Turin'),
  detailedDescription: optionalText(
    PROJECT_TEXT_MAX,
    'The scope; sent with the details of one project only, never in a list.',
    'The map shows each street, and what was heard there.',
  ),
  answersWithinDays: {
    sent: z.int().min(ANSWER_DAYS.min).max(ANSWER_DAYS.max).meta(answerDaysTold),
    read: z.int().meta(answerDaysTold),
    none: ANSWER_DAYS.usual,
  },
  questions: {
    sent: questions,
    read: z
      .array(z.object(question.shape).meta({ id: 'AskedQuestion' }))
      .meta({ description: 'What applicants are asked, in this order.' }),
    none: [] as Question[],
  },
  applicationsPaused: { sent: z.boolean().meta(pausedTold), read: z.boolean().meta(pausedTold), none: false },
  membersTake: { sent: z.boolean().meta(takeTold), read: z.boolean().meta(takeTold), none: true },
  reviewQueueMax: {
    sent: z.int().min(REVIEW_QUEUE.min).max(REVIEW_QUEUE.max).meta(queueTold),
    read: z.int().meta(queueTold),
    none: REVIEW_QUEUE.usual,
  },
  showToVisitors: { sent: z.boolean().meta(visitorsTold), read: z.boolean().meta(visitorsTold), none: false },
} as const

type Fields = typeof projectFields
export type ProjectFieldName = keyof Fields
export const projectFieldNames = Object.keys(projectFields) as ProjectFieldName[]

/** The fields that a project can get only after its creation. */
const laterFieldNames = [
  'client',
  'detailedDescription',
  'answersWithinDays',
  'questions',
  'applicationsPaused',
  'membersTake',
  'reviewQueueMax',
  'showToVisitors',
  'currency',
] as const satisfies ProjectFieldName[]
export type NewProjectFieldName = Exclude<ProjectFieldName, (typeof laterFieldNames)[number]>
export const newProjectFieldNames = projectFieldNames.filter(
  (name): name is NewProjectFieldName => !laterFieldNames.some((later) => later === name),
)

/** An object with a value for each of these fields. */
export const eachField = <N extends string, T>(names: readonly N[], valueOf: (name: N) => T): Record<N, T> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, T>

/** Schemas of the fields in a request, where each may be left out. */
export const sentFields = <N extends ProjectFieldName>(names: readonly N[]) =>
  eachField(names, (name) => projectFields[name].sent.optional()) as { [F in N]: z.ZodOptional<Fields[F]['sent']> }

/** Schemas of all fields in an answer of the server. */
export const readFields = eachField(projectFieldNames, (name) => projectFields[name].read) as {
  [F in ProjectFieldName]: Fields[F]['read']
}

/** The fields' values in a request. */
export type SentProjectFields = { [F in ProjectFieldName]: z.output<Fields[F]['sent']> }
/** The fields' values in an answer of the server. */
export type ReadProjectFields = { [F in ProjectFieldName]: z.output<Fields[F]['read']> }

/** The field values of a project for which nobody filled any in. */
export const noProjectFields = eachField(projectFieldNames, (name) => projectFields[name].none) as ReadProjectFields
