// The app loads a screen's code when it is opened; the tests load it before the first test, whose time it would take.
import '#app/AppLayout.tsx'
import '#features/dashboard/OwnerDashboardPage.tsx'
import '#features/dashboard/wizard/ProjectWizard.tsx'
import type { ProjectDetails, Standing } from '#shared/contract/index.ts'
import { host, ok } from './fake-platform.ts'
import { detailedProject, idOf } from './projects.ts'

export { idOf } from './projects.ts'

/** A project as the fake host sends it in the dashboard's tests. */
export const project = (number: number, extra: Partial<ProjectDetails> = {}): ProjectDetails =>
  detailedProject(number, { skills: 'React, GIS', ...extra })

/** The state of a project in which nothing has happened yet. */
export const calm: Standing = {
  requests: 0,
  reviews: 0,
  tasks: 0,
  done: 0,
  overdue: 0,
  late: [],
  people: 1,
  deadline: null,
  budget: null,
  currency: 'USD',
  paidCents: 0,
}

/** Signs in a creator who owns these projects. */
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
