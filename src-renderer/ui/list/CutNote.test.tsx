import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { collaboratorsPath, requestOf, serveTeam, teamOf } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { project, serve } from '#support/owned-projects.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

afterEach(clearApp)

const message = 'Only the first 500 of them are listed; there are more.'
const serveProjects = (data: unknown[], extra = {}) => {
  serve(project(1))
  host.on('projects.owned', ok({ data, ...extra }))
  host.on('users.projects', ok({ data: [], ...extra }))
  host.on('users.requests', ok({ data: [], ...extra }))
}
const serveCollaborators = (role: 'owner' | 'member') => (extra: object) => {
  serveTeam({ role })
  host.on('memberships.members', ok({ data: teamOf(role), ...extra }))
  host.on('memberships.requests', ok({ data: [requestOf(1)], ...extra }))
}

test.each([
  ["an owner's projects", '/owner-dashboard', (extra: object) => serveProjects([project(1)], extra)],
  ['My Projects', '/my-projects', (extra: object) => serveProjects([], extra)],
  ['requests in My Projects', '/my-projects#invited', (extra: object) => serveProjects([], extra)],
  ["a project's collaborators", collaboratorsPath(), serveCollaborators('owner')],
  ["a project's people as a member sees them", collaboratorsPath(), serveCollaborators('member')],
  ["a project's requests", collaboratorsPath('?view=requests'), serveCollaborators('owner')],
])(
  "%s: a shortened list shows the server's sentence about it, a complete list shows none",
  async (_what, path, show) => {
    show({ message })
    await renderApp(path)
    expect((await screen.findByRole('note')).textContent).toBe(message)
    cleanup()
    clearApp()
    show({})
    await renderApp(path)
    expect((await screen.findAllByRole('heading', { level: 2 })).length).toBeGreaterThan(0)
    await host.quiet()
    expect(screen.queryByRole('note')).toBeNull()
  },
)
