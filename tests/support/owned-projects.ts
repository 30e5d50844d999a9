// Screens are code of their own; here it arrives before the first test, whose time it would take.
import '../../src-renderer/app/AppLayout.tsx'
import '../../src-renderer/features/dashboard/OwnerDashboardPage.tsx'
import '../../src-renderer/features/dashboard/wizard/ProjectWizard.tsx'
import type { ProjectDetails } from '../../shared/contract/index.ts'
import { host, ok } from './fake-platform.ts'

/** What the fake host knows in the dashboard's tests. */
export const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const project = (number: number, extra: Partial<ProjectDetails> = {}): ProjectDetails => ({
  id: idOf(number),
  title: `Project ${number}`,
  description: 'Words',
  skills: 'React, GIS',
  tier: 'basic',
  status: 1,
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
  archivedAt: null,
  deletedAt: null,
  organizationID: null,
  organizationName: null,
  createdBy: null,
  role: 'owner',
  isApproved: true,
  client: null,
  detailedDescription: null,
  estimatedDeadline: null,
  budget: null,
  weeklyHours: 0,
  deliverables: null,
  tags: null,
  isRequested: false,
  ...extra,
})

/** A signed-in creator who owns these. */
export const serve = (...projects: ProjectDetails[]) => {
  host.userID = idOf(999)
  host.on('users.username', ok({ data: { username: 'ada' } }))
  host.on('users.isPageAllowed', ok({ data: true }))
  host.on('projects.owned', ok({ data: projects }))
  host.on('projects.get', ({ input }) => {
    const found = projects.find(({ id }) => id === (input.params as { id: string }).id)
    return found
      ? ok({ data: found })
      : { ok: false, status: 404, error: { code: 'NOT_FOUND', message: 'Project not found' } }
  })
}
