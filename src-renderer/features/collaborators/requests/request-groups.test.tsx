import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { collaboratorsPath, requestOf, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { receivedPath, rowOf, serveReceived } from '#support/received.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID, viewerID } from '#support/workspace.ts'

afterEach(clearApp)

/** Headings and rows of the list, in their order. */
const lines = (list: HTMLElement) =>
  [...list.querySelectorAll('h3, article')]
    .map((one) => (one.tagName === 'H3' ? one.textContent : one.getAttribute('aria-label')))
    .filter((text) => text && /^(Needs you|Waiting|Answered|Request of)/.test(text))

test('applications stand in two groups, those that need one first, until they are sorted by answer date', async () => {
  serveReceived(requestOf(1, { status: 1 }), requestOf(2), requestOf(3, { status: 2 }), requestOf(4))
  await renderApp(receivedPath)
  await rowOf(1)
  expect(lines(screen.getByRole('list', { name: 'Requests Received' }))).toEqual([
    'Needs you · 2',
    'Request of applicant-2',
    'Request of applicant-4',
    'Answered · 2',
    'Request of applicant-1',
    'Request of applicant-3',
  ])
})

test('sent invitations wait for somebody else', async () => {
  serveReceived(requestOf(1, { type: 'sent', status: 1 }), requestOf(2, { type: 'sent' }))
  await renderApp(receivedPath)
  await user.click(await screen.findByRole('button', { name: 'Requests Sent' }))
  const list = await screen.findByRole('list', { name: 'Requests Sent' })
  await waitFor(() => expect(within(list).getAllByRole('heading', { level: 3 }).length).toBeGreaterThan(1))
  expect(list.textContent).toMatch(/^Waiting for an answer · 1.*Answered · 1/)
})

test.each([
  [3, '3', '3 requests wait'],
  [1, '1', '1 request waits'],
  [120, '99+', '120 requests wait'],
  [0, '', null],
])('where %i requests wait, tab and side panel say so', async (waitingRequests, shown, told) => {
  serveTeam()
  const viewer = { userID: viewerID, username: 'grace', projectID, roleInProject: 'owner' as const, waitingRequests }
  host.on('projects.userDetails', ok({ data: viewer }))
  await renderApp(collaboratorsPath())
  const tab = await screen.findByRole('tab', { name: 'Requests' })
  const link = within(screen.getByRole('navigation', { name: 'Workspace' })).getByRole('link', {
    name: /Collaborators$/,
  })
  await waitFor(() => expect(tab.textContent).toBe(`Requests${shown}`))
  expect(link.textContent).toBe(`Manage Collaborators${shown}`)
  for (const one of [tab, link]) expect(one.getAttribute('aria-description')).toBe(told)
})
