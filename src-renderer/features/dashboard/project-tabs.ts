import type { ProjectListItem } from '#shared/contract/index.ts'
import { isArchived, openProjectStatuses, projectStatus } from '#shared/rules/statuses.ts'

export const projectTabs = ['active', 'drafts', 'completed', 'archived'] as const
export type ProjectTab = (typeof projectTabs)[number]
export const projectTabLabels: Readonly<Record<ProjectTab, string>> = {
  active: 'Active',
  drafts: 'Drafts',
  completed: 'Completed',
  archived: 'Archived',
}

type State = Pick<ProjectListItem, 'status' | 'archivedAt'>

/** The tab of a project. Archived projects, whatever their status, and rejected ones share a tab. */
export const tabOf = (project: State): ProjectTab => {
  if (isArchived(project) || project.status === projectStatus.rejected) return 'archived'
  if (openProjectStatuses.includes(project.status)) return 'active'
  return project.status === projectStatus.completed ? 'completed' : 'drafts'
}

/** Whether the project is a draft, which opens in the wizard; every other project opens in its workspace. */
export const isDraft = (project: State): boolean => tabOf(project) === 'drafts'

/** Groups projects by tab and keeps their order. */
export const groupByTab = <T extends State>(projects: readonly T[]): Record<ProjectTab, T[]> => {
  const groups: Record<ProjectTab, T[]> = { active: [], drafts: [], completed: [], archived: [] }
  for (const project of projects) groups[tabOf(project)].push(project)
  return groups
}

export type DashboardStats = {
  total: number
  active: number
  drafts: number
  /** The number of projects of status 3, archived or not: a finished project stays finished. */
  completed: number
  archivedCompleted: number
}

export const statsOf = (projects: readonly State[]): DashboardStats => {
  const { active, drafts } = groupByTab(projects)
  const completed = projects.filter(({ status }) => status === projectStatus.completed)
  return {
    total: projects.length,
    active: active.length,
    drafts: drafts.length,
    completed: completed.length,
    archivedCompleted: completed.filter(isArchived).length,
  }
}
