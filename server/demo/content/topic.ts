import type { Tier } from '../../../shared/contract/common.ts'
import type { projectStatus } from '../../../shared/rules/statuses.ts'

/** One hand-written project of the demo world. What is not written here is drawn from the seeded generator. */
export type DemoProject = {
  title: string
  description: string
  /** The dialog's Scope row. */
  scope?: string
  /** Comma-separated, as projects carry them. */
  skills: string
  tier: Tier
  /** Published unless said. */
  status?: keyof typeof projectStatus
  isArchived?: true
  /** Owned by creator@guildhall.test; else by one of the other approved creators. */
  isCreatorsOwn?: true
  organization?: string
  budget?: string
  weeklyHours?: number
  /** Days from the clock's now; negative for one that has passed. */
  deadlineInDays?: number
  deliverables?: string
  tags?: string
}

/** Projects of one kind and the tasks that such projects are split into. */
export type DemoTopic = {
  projects: readonly DemoProject[]
  tasks: ReadonlyArray<readonly [title: string, description: string]>
}
