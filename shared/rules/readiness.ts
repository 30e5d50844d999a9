import type { ProjectDetails } from '../contract/projects.ts'
import { skillsList } from './skills.ts'

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

export type ReadinessPart = keyof typeof missingWords
const parts = Object.keys(missingWords) as ReadinessPart[]

export type Readiness = { ready: number; of: number; missing: Array<{ part: ReadinessPart; words: string }> }

type ProjectFacts = Pick<ProjectDetails, Exclude<ReadinessPart, 'tasks'>>

/** How much of what people choose by a project says. Nothing of it is required to publish. */
export const readinessOf = (project: ProjectFacts, tasks: number): Readiness => {
  const has: Record<ReadinessPart, boolean> = {
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
  return { ready: parts.length - missing.length, of: parts.length, missing }
}
