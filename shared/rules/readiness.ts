import { USUAL_CURRENCY } from '../contract/currency.ts'
import type { ProjectDetails } from '../contract/projects.ts'
import { budgetIn } from './reward-money.ts'
import { skillsList } from './skills.ts'
import { taskStatus } from './statuses.ts'

/** A description of fewer characters says hardly more than the title. */
const TELLING_DESCRIPTION = 80

/** What people choose a project by, and how a missing one is called. Each is a field of the project, or its tasks. */
const missingWords = {
  description: 'hardly a description',
  deliverables: 'no deliverables',
  skills: 'no skills',
  estimatedDeadline: 'no deadline',
  budget: 'no budget',
  weeklyHours: 'no weekly hours',
  tags: 'no tags',
  tasks: 'no tasks',
} as const

type BasicPart = keyof typeof missingWords
const parts = Object.keys(missingWords) as BasicPart[]

/** What a draft may lack where its tasks have rewards. */
const rewardWords = { reward: 'no open task with a reward', overBudget: 'rewards beyond the budget' } as const

export type ReadinessPart = BasicPart | keyof typeof rewardWords

export type Readiness = { ready: number; of: number; missing: Array<{ part: ReadinessPart; words: string }> }

/** A draft that is not saved yet has no currency of its own. */
type ProjectFacts = Pick<ProjectDetails, Exclude<BasicPart, 'tasks'>> & { currency?: string }
type RewardedTask = { status: number; assignedToID: string | null; rewardCents?: number | null | undefined }

/** What is missing of the rewards of these tasks. */
const missingOfRewards = (project: ProjectFacts, tasks: readonly RewardedTask[]): Array<keyof typeof rewardWords> => {
  const promised = tasks.filter(({ rewardCents }) => (rewardCents ?? 0) > 0)
  const isOpen = ({ status, assignedToID }: RewardedTask) => assignedToID === null && status <= taskStatus.inProgress
  const budget = budgetIn(project.budget, project.currency ?? USUAL_CURRENCY)
  const sum = promised.reduce((cents, { rewardCents }) => cents + (rewardCents ?? 0), 0)
  return [
    ...(promised.some(isOpen) ? [] : (['reward'] as const)),
    ...(budget !== null && sum > budget ? (['overBudget'] as const) : []),
  ]
}

/**
 * How much of what people choose by a project says. Nothing of it is required to publish. `rewarded` are its tasks where
 * the server has rewards, else null.
 */
export const readinessOf = (
  project: ProjectFacts,
  tasks: number,
  rewarded: readonly RewardedTask[] | null = null,
): Readiness => {
  const has: Record<BasicPart, boolean> = {
    description: project.description.trim().length >= TELLING_DESCRIPTION,
    deliverables: Boolean(project.deliverables?.trim()),
    skills: skillsList(project.skills).length > 0,
    estimatedDeadline: Boolean(project.estimatedDeadline?.trim()),
    budget: Boolean(project.budget?.trim()),
    weeklyHours: project.weeklyHours > 0,
    tags: skillsList(project.tags ?? '').length > 0,
    tasks: tasks > 0,
  }
  const missing = parts.filter((part) => !has[part]).map((part) => ({ part, words: missingWords[part] }))
  const ofRewards = rewarded === null ? [] : missingOfRewards(project, rewarded)
  const hasReward = rewarded !== null && !ofRewards.includes('reward')
  return {
    ready: parts.length - missing.length + Number(hasReward),
    of: parts.length + Number(rewarded !== null),
    missing: [...missing, ...ofRewards.map((part) => ({ part, words: rewardWords[part] }))],
  }
}
