import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const id = '01890000-0000-7000-8000-000000000001'
/** A project as another server may send it: only with the required fields. */
const bare = {
  id,
  title: 'Tide tables',
  description: 'Words',
  skills: 'Maps',
  status: 1,
  createdAt: '2025-01-05T10:00:00.000Z',
}

beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000002'
  host.on('users.username', ok({ data: { username: 'grace' } }))
  host.on('projects.similar', ok({ data: [] }))
})
afterEach(clearApp)

test.each([
  ['unknown', { tier: 'white' }],
  ['missing', {}],
])('[DLG-11] a tier that is %s shows Intermediate, 10-20 hours/week', async (_what, tier) => {
  host.on('projects.get', ok({ data: { ...bare, ...tier } }))
  await renderApp(`/project/${id}/dialog`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Tide tables' })).toBeTruthy()
  expect(screen.getByText('Intermediate')).toBeTruthy()
  expect(screen.getByText('10-20 hours/week')).toBeTruthy()
})

test.each([
  ['DLG-08', 'intermediate', 'Intermediate', '10-20 hours/week'],
  ['DLG-09', 'advanced', 'Advanced', '20-30 hours/week'],
  ['DLG-10', 'expert', 'Expert', '30+ hours/week'],
])('%s: the tier name %s of another server is shown too', async (_id, tier, label, hours) => {
  host.on('projects.get', ok({ data: { ...bare, tier } }))
  await renderApp(`/project/${id}/dialog`)
  expect(await screen.findByText(label)).toBeTruthy()
  expect(screen.getByText(hours)).toBeTruthy()
})
