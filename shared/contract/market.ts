import { z } from 'zod'
import { USUAL_CURRENCY } from './currency.ts'
import { described } from './described.ts'
import { PROJECT_HOURS_MAX, readFields } from './project-fields.ts'

/** How the market can be sorted. Without a sort it is newest first, and a search most relevant first. */
export const marketSorts = ['newest', 'deadline', 'budget', 'answers'] as const
export type MarketSort = (typeof marketSorts)[number]

/** The most characters of the skills that a project must name. */
export const SKILLS_FILTER_MAX = 200
/** The highest budget that can be asked for, in dollars. */
const BUDGET_FILTER_MAX = 1_000_000_000

/** What the market's call, and a saved search, narrows and sorts by, beside words and skill level. */
export const marketChoices = {
  sort: z
    .enum(marketSorts)
    .optional()
    .meta({
      description:
        'newest; the deadline that comes next; the highest number as budget, in whatever currency; or whose creators answer fastest. What has none of it comes last.',
      examples: ['deadline'],
    }),
  skills: z
    .string()
    .trim()
    .max(SKILLS_FILTER_MAX)
    .optional()
    .meta({ description: 'Skills that a project must name, all of them, separated by commas.', examples: ['React'] }),
  maxHours: z.coerce
    .number()
    .min(1)
    .max(PROJECT_HOURS_MAX)
    .optional()
    .meta({ description: 'The most hours a week that a project may ask for.', examples: [20] }),
  minBudget: z.coerce
    .number()
    .min(0)
    .max(BUDGET_FILTER_MAX)
    .optional()
    .meta({
      description:
        'The least budget, in US dollars; projects whose budget is no number, or in another currency, are left out.',
      examples: [500],
    }),
}

/** A host that knows no currencies of projects answers none. */
const currencyRead = readFields.currency.default(USUAL_CURRENCY)

/** The open tasks of a project that its reader may see. */
export const openTasksSum = z
  .object({
    count: z.int().meta({ description: 'How many there are.', examples: [4] }),
    amountCents: z
      .int()
      .meta({ description: 'The highest reward of them, in hundredths; 0 for none.', examples: [40000] }),
    currency: z.string().meta({ description: 'Its currency, an ISO 4217 code.', examples: ['USD'] }),
  })
  .meta({ id: 'OpenTasksSum', description: 'How many open tasks a project has, and the most that one pays.' })
export type OpenTasksSum = z.output<typeof openTasksSum>

/** What people choose a project by, beside what each list shows. */
export const offer = z
  .object({
    budget: readFields.budget,
    currency: currencyRead,
    weeklyHours: readFields.weeklyHours,
    deadline: readFields.estimatedDeadline,
    teamSize: z.int().meta({ description: 'How many people are in the project.', examples: [3] }),
    applicants: z.int().meta({ description: 'How many applications wait for an answer.', examples: [4] }),
    asked: z
      .enum(['application', 'invitation'])
      .nullable()
      .meta({ description: "The viewer's open request with the project, if there is one.", examples: ['application'] }),
    openTasks: openTasksSum
      .nullable()
      .default(null)
      .meta({ description: 'Its open tasks that the viewer may see; null without any.' }),
  })
  .meta({ id: 'Offer', description: 'What people choose a project by.' })
export type Offer = z.output<typeof offer>

const personNamed = z.object({
  username: z.string().meta(described.username),
  name: z.string().meta(described.fullName),
})

/** What waits for an owner in a project, and its state. */
export const standing = z
  .object({
    requests: z.int().meta({ description: 'How many applications wait for an answer.', examples: [2] }),
    reviews: z.int().meta({ description: 'How many tasks are under review.', examples: [1] }),
    tasks: z.int().meta({ description: 'How many tasks there are, without deleted ones.', examples: [12] }),
    done: z.int().meta({ description: 'How many of them are completed.', examples: [5] }),
    overdue: z.int().meta({ description: 'How many open tasks should have been done before today.', examples: [1] }),
    late: z
      .array(personNamed)
      .meta({ description: 'Whose tasks these are, at most three people; nobody where no one has them.' }),
    people: z
      .int()
      .default(1)
      .meta({ description: 'How many people are in the project or invited, with the owner.', examples: [3] }),
    deadline: readFields.estimatedDeadline,
    budget: readFields.budget,
    currency: currencyRead,
    paidCents: z.int().meta({ description: 'What was paid in `currency`, in its smallest unit.', examples: [120000] }),
  })
  .meta({ id: 'Standing', description: 'What waits for an owner, and the state of the project.' })
export type Standing = z.output<typeof standing>
