import type { ProjectRole } from '#shared/contract/index.ts'
import { type WorkspaceTab, workspaceTabs } from '#shared/rules/addresses.ts'
import { isManager } from '#shared/rules/membership.ts'

/** The tab that an address names; the overview for an unknown one. */
export const workspaceTabOf = (name: string | undefined): WorkspaceTab =>
  workspaceTabs.find((tab) => tab === name) ?? 'overview'

/** The label of a tab for a role, null while the role is unknown: only a manager manages collaborators. */
export const workspaceTabLabel = (tab: WorkspaceTab, role: ProjectRole | null): string => {
  switch (tab) {
    case 'overview':
      return 'Home'
    case 'tasks':
      return 'Tasks'
    case 'files':
      return 'Files'
    case 'collaborators':
      if (!role) return 'Collaborators'
      return isManager(role) ? 'Manage Collaborators' : 'View Collaborators'
    case 'settings':
      return 'Settings'
  }
}
