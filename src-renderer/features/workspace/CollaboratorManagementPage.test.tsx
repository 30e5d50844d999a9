import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { memberOf, projectID, serveWorkspace, workspacePath } from '#support/workspace.ts'

afterEach(clearApp)

const address = `/collaborator-management/${projectID}`
const application = {
  ...memberOf(7),
  email: 'person-7@people.test',
  status: 0,
  type: 'received',
  message: null,
  updatedAt: null,
}

test('[WS-12] without a project the page leads to My Projects', async () => {
  serveWorkspace()
  host.on('users.projects', ok({ data: [] }))
  const { path } = await renderApp('/collaborator-management')
  await waitFor(() => expect(path()).toBe('/my-projects'))
})

test('[WS-13] the page shows the collaborators of that project, under its name, with a link to its workspace', async () => {
  serveWorkspace({ role: 'member', members: [memberOf(1, 'owner'), memberOf(2)] })
  host.on('payments.list', failedReply(500, 'INTERNAL'))
  await renderApp(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbour map' })).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 2, name: 'View Collaborators' })).toBeTruthy()
  const people = within(await screen.findByRole('list', { name: 'Collaborators' })).getAllByRole('listitem')
  expect(people.map((person) => /Person \d/.exec(person.textContent ?? '')?.[0])).toEqual(['Person 1', 'Person 2'])
  expect(screen.getByRole('link', { name: 'Open workspace' }).getAttribute('href')).toBe(workspacePath('overview'))
  expect(host.called('memberships.members')[0]?.input.params).toEqual({ id: projectID })
  // A part that fails to load is not read over and over.
  expect(host.called('payments.list').length).toBeLessThan(4)
})

test.each([
  ['Approve', true],
  ['Reject', false],
])('[COL-51] %s answers the request, as in the workspace', async (label, accept) => {
  serveWorkspace({ role: 'owner' })
  host.on('payments.list', failedReply(500, 'INTERNAL'))
  host.on('memberships.requests', ok({ data: [application] }))
  host.on('memberships.answer', failedReply(500, 'INTERNAL'))
  await renderApp(`${address}?view=requests`)
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${label}`) }))
  if (!accept) await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: label }))
  await waitFor(() =>
    expect(host.called('memberships.answer').map(({ input }) => input)).toEqual([
      { params: { id: projectID, userId: application.userID }, body: { accept } },
    ]),
  )
})

test('a project that does not exist says so', async () => {
  serveWorkspace()
  host.on('projects.get', failedReply(404, 'NOT_FOUND'))
  await renderApp(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Project not found' })).toBeTruthy()
})
