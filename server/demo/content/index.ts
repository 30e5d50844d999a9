// What the demo world says, as data: people, projects, tasks, comments and letters. Any likeness to a real person is chance.
// A new topic is a file in topics/ and a line in each of the two lists below.
import { z } from 'zod'
import { tiers } from '#shared/contract/common.ts'
import { question, questionKind } from '#shared/contract/questions.ts'
import { projectStatus } from '#shared/rules/statuses.ts'
import comments from './comments.json' with { type: 'json' }
import talk from './letters.json' with { type: 'json' }
import people from './people.json' with { type: 'json' }
import civic from './topics/civic.json' with { type: 'json' }
import commerce from './topics/commerce.json' with { type: 'json' }
import data from './topics/data.json' with { type: 'json' }
import design from './topics/design.json' with { type: 'json' }
import education from './topics/education.json' with { type: 'json' }
import games from './topics/games.json' with { type: 'json' }
import health from './topics/health.json' with { type: 'json' }
import infrastructure from './topics/infrastructure.json' with { type: 'json' }
import mobile from './topics/mobile.json' with { type: 'json' }
import node from './topics/node.json' with { type: 'json' }
import openSource from './topics/open-source.json' with { type: 'json' }
import react from './topics/react.json' with { type: 'json' }
import writing from './topics/writing.json' with { type: 'json' }

const statusNames = Object.keys(projectStatus) as [keyof typeof projectStatus, ...Array<keyof typeof projectStatus>]
const text = z.string().min(1)
const texts = z.tuple([text], text)

/** A project of the demo world; the seeded generator draws what is not written here. */
const demoProject = z.strictObject({
  title: z.string(),
  description: z.string(),
  /** The text of the row "Scope" in the project dialog. */
  scope: z.string().optional(),
  /** Comma-separated, as projects carry them. */
  skills: z.string(),
  tier: z.enum(tiers),
  /** Published by default. */
  status: z.enum(statusNames).optional(),
  isArchived: z.literal(true).optional(),
  /** Set when creator@guildhall.test owns the project; otherwise one of the other approved creators does. */
  isCreatorsOwn: z.literal(true).optional(),
  organization: z.string().optional(),
  budget: z.string().optional(),
  weeklyHours: z.number().optional(),
  /** Days from now; negative when the deadline has passed. */
  deadlineInDays: z.number().optional(),
  deliverables: z.string().optional(),
  tags: z.string().optional(),
})
export type DemoProject = z.output<typeof demoProject>

/** Projects of one kind, and the tasks (title, description) that such projects are split into. */
const demoTopic = z.strictObject({
  projects: z.array(demoProject),
  tasks: z.array(z.tuple([z.string(), z.string()])),
})
export type DemoTopic = z.output<typeof demoTopic>

/** In the order in which the market shows them in turn. */
export const topics = z
  .array(demoTopic)
  .parse([
    design,
    react,
    writing,
    mobile,
    node,
    data,
    civic,
    openSource,
    games,
    education,
    infrastructure,
    health,
    commerce,
  ])

/** A person: name, username, one sentence, skills. */
const person = z.tuple([z.string(), z.string(), z.string(), z.string()])
/** `creators` own the projects together with creator@guildhall.test; `waitlist` has addresses, and whether each is invited. */
export const { creators, contributors, waitlist } = z
  .strictObject({
    creators: z.array(person),
    contributors: z.array(person),
    waitlist: z.array(z.tuple([z.string(), z.boolean()])),
  })
  .parse(people)

/** What people say about tasks, and what they ask the demo accounts; `@` is the username of somebody else on the project. */
export const { remarks, questions } = z.strictObject({ remarks: texts, questions: texts }).parse(comments)

/** What projects ask applicants, what these answer by the kind of question and write, and a conversation, which the project begins. */
export const { asked, answers, letters, thread } = z
  .strictObject({
    asked: z.array(z.array(question)),
    answers: z.record(questionKind, texts),
    letters: texts,
    thread: texts,
  })
  .parse(talk)
