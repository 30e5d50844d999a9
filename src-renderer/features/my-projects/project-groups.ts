import { cutAfter } from '#shared/rules/cut.ts'
import type { UserProject } from '#shared/contract/index.ts'

export type ProjectGroups = {
  /** Approved projects with the role member or admin: Active Projects shows them. */
  active: UserProject[]
  /** Projects with the role member or admin that are not approved yet; they are not shown. */
  pending: UserProject[]
  /** The viewer's own projects; the owner dashboard shows them, not this page. */
  owned: UserProject[]
}

/** Sorts projects by the viewer's role, compared regardless of case; projects without a role are left out. */
export const groupProjects = (projects: readonly UserProject[]): ProjectGroups => {
  const groups: ProjectGroups = { active: [], pending: [], owned: [] }
  for (const project of projects) {
    const role = project.role?.toLowerCase()
    if (role === 'owner') groups.owned.push(project)
    else if (role === 'member' || role === 'admin') groups[project.isApproved ? 'active' : 'pending'].push(project)
  }
  return groups
}

const workStateLabels = ['Applied', 'todo', 'in-progress', 'requested'] as const
/** The viewer's own work state in words. */
export const workStateLabel = (status: number): string => workStateLabels[status] ?? 'unknown'

const TEXT_MAX = 100
/** Cuts a title or description to 100 characters and an ellipsis; a character is never cut in half. */
export const shorten = (text: string): string => cutAfter(text, TEXT_MAX)

/** A number with its noun: "3 projects", "1 request". */
export const countOf = (count: number, noun: 'project' | 'request'): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
