import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

afterEach(clearApp)

const application = {
  id: idOf(101),
  projectID: idOf(1),
  title: 'Request 1',
  description: 'Task #12',
  skills: 'React',
  kind: 'application',
  role: 'member',
  message: null,
  fromUsername: 'ada',
  fromName: '',
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
  status: 0,
  answerBy: null,
  seenAt: null,
  prolonged: null,
  hasLetter: false,
  rejection: null,
  task: { id: idOf(12), taskId: '12' },
}

test('[CLAIM-52] an application to a task shows its number and leads to the open task', async () => {
  host.userID = '01890000-0000-7000-8000-000000000999'
  host.on('users.username', ok({ data: { username: 'grace' } }))
  host.on('users.projects', ok({ data: [] }))
  host.on('users.requests', ok({ data: [application] }))
  await renderApp('/my-projects?tab=requests&show=sent')
  expect((await screen.findByRole('link', { name: 'Request 1' })).getAttribute('href')).toBe(`/open/${idOf(12)}`)
  expect(screen.getByText('Task #12')).toBeTruthy()
})
