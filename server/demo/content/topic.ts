import type { Tier } from '../../../shared/contract/common.ts'
import type { projectStatus } from '../../../shared/rules/statuses.ts'

/** One hand-written project of the demo world. The seeded generator draws what is not written here. */
export type DemoProject = {
  title: string
  description: string
  /** The text of the row "Scope" in the project dialog. */
  scope?: string
  /** Comma-separated, as projects carry them. */
  skills: string
  tier: Tier
  /** Published by default. */
  status?: keyof typeof projectStatus
  isArchived?: true
  /** Set when creator@guildhall.test owns the project; otherwise one of the other approved creators does. */
  isCreatorsOwn?: true
  organization?: string
  budget?: string
  weeklyHours?: number
  /** Days from now; negative when the deadline has passed. */
  deadlineInDays?: number
  deliverables?: string
  tags?: string
}

/** Projects of one kind and the tasks that such projects are split into. */
export type DemoTopic = {
  projects: readonly DemoProject[]
  tasks: ReadonlyArray<readonly [title: string, description: string]>
}
