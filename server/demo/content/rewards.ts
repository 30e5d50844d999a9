import { z } from 'zod'
import { tiers } from '#shared/contract/common.ts'
import { offerModes, offerTakers } from '#shared/contract/task-offer.ts'
import rewards from './rewards.json' with { type: 'json' }

const text = z.string().min(1)
const username = z.string().min(1)
/** In days before the first start. */
const ago = z.number().positive()

/** What somebody did about a task, by the call of that name. */
const act = z.strictObject({
  act: z.enum([
    'apply',
    'take',
    'handIn',
    'changes',
    'propose',
    'accept',
    'pay',
    'confirm',
    'dispute',
    'state',
    'rate',
  ]),
  by: username,
  ago,
  /** A letter, what was handed in, what to change, why another amount, a side's statement, or a review. */
  text: text.optional(),
  note: text.optional(),
  /** The amount that is proposed, or asked for in a dispute. */
  cents: z.int().optional(),
  /** A review: how clear, how good or fair, how much in time. */
  marks: z.tuple([z.int(), z.int(), z.int()]).optional(),
})
export type DemoAct = z.output<typeof act>

const offeredTask = z.strictObject({
  title: text,
  description: text,
  doneWhen: z.array(text),
  hours: z.number(),
  /** In dollars. */
  reward: z.int(),
  mode: z.enum(offerModes),
  takers: z.enum(offerTakers).optional(),
  minTier: z.enum(tiers).optional(),
  skills: z.array(text).optional(),
  leaseDays: z.int().optional(),
  payDays: z.int().optional(),
  offeredAgo: ago,
  acts: z.array(act),
})
export type OfferedTask = z.output<typeof offeredTask>

const rewardedProject = z.strictObject({
  title: text,
  description: text,
  scope: text,
  deliverables: text.optional(),
  skills: text,
  tier: z.enum(tiers),
  budget: text,
  tags: text,
  organization: text,
  owner: username,
  postedAgo: ago,
  /** Who joined, and when. */
  members: z.array(z.tuple([username, ago])),
  tasks: z.array(offeredTask),
})
export type RewardedProject = z.output<typeof rewardedProject>

/** The projects that pay for their tasks, one by one, and what has become of each task. */
export const rewardedProjects = z.array(rewardedProject).parse(rewards)
