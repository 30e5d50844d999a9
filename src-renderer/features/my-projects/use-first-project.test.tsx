import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { host, ok } from '#support/fake-platform.ts'
import { idOf, listedProject } from '#support/projects.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { firstProject } from './use-first-project.ts'

const works = { ...listedProject(1, { role: 'member' }), projectStatus: 1 }
const serve = (projects: unknown[]) => {
  host.on('users.projects', ok({ data: projects }))
  host.on('users.requests', ok({ data: [] }))
}
beforeEach(() => {
  host.userID = idOf(999)
  host.on('users.username', ok({ data: { username: 'grace' } }))
})
afterEach(clearApp)

test('the address leads a creator without a project on to the wizard', async () => {
  serve([])
  host.on('users.details', ok({ data: { type: 'creator' } }))
  host.on('users.isPageAllowed', ok({ data: true }))
  host.on('users.ownedProjects', ok({ data: [] }))
  const { path } = await renderApp('/my-projects')
  await waitFor(() => expect(path()).toBe('/owner-dashboard?new'))
})

test.each([
  ['a contributor', 'contributor', []],
  ['a creator who works on a project', 'creator', [works]],
])('the address stays for %s', async (_, type, projects) => {
  serve(projects)
  host.on('users.details', ok({ data: { type } }))
  const { path } = await renderApp('/my-projects')
  await screen.findByText(projects.length === 0 ? 'No active projects' : '1 project')
  await host.quiet()
  expect(path()).toBe('/my-projects')
})

test("'Create My First Project' leads on a creator who works on other people's projects, too", async () => {
  serve([works])
  host.on('users.details', ok({ data: { type: 'creator' } }))
  host.on('users.isPageAllowed', ok({ data: true }))
  host.on('users.ownedProjects', ok({ data: [] }))
  const { router, path } = await renderApp('/talent')
  await act(() => router.navigate('/my-projects', { state: firstProject }))
  await waitFor(() => expect(path()).toBe('/owner-dashboard?new'))
})
