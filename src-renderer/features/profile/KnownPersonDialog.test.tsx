import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf, listedProject } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { profileFramedRoutes } from './routes.tsx'

configure({ asyncUtilTimeout: 15_000 })

const grace = {
  ...{ id: idOf(1), username: 'grace', name: 'Grace Field', bio: '', tier: 'basic', reputation: 0, isOwner: false },
  ...{ skills: [], projects: [listedProject(103, { title: 'Project 3' })] },
}
const project = (number: number, role: 'owner' | 'admin' | 'member') => ({
  ...listedProject(100 + number, { title: `Project ${number}`, role }),
  projectStatus: 1,
})
let capabilities: string[] = []
let marks: unknown[] = []
beforeEach(() => {
  capabilities = ['claims']
  marks = []
  host.userID = idOf(9)
  host.on('capabilities.list', () => ok({ data: capabilities }))
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('people.profileByUsername', ok({ data: grace }))
  host.on('users.projects', ok({ data: [project(1, 'owner'), project(2, 'admin'), project(3, 'owner'), project(4, 'member')] })) // prettier-ignore
  host.on('knownPeople.list', () => ok({ data: marks }))
  host.on('knownPeople.vouch', () => {
    marks = [{ userID: grace.id, username: 'grace', name: grace.name, mark: 'vouched', markedAt: '2026-01-05T10:00:00.000Z' }] // prettier-ignore
    return ok({ message: 'Saved.' })
  })
})
afterEach(clearScreen)

test('[CLAIM-46] owners and admins vouch for the person of a profile in a project that they choose', async () => {
  renderRoutes(profileFramedRoutes, '/pf/grace')
  await user.click(await screen.findByRole('button', { name: 'Vouch or block' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Vouch for Grace Field, or block them' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Project' }))
  // Neither the one that she is in, nor one in which the viewer decides nothing.
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Select a project',
    'Project 1',
    'Project 2',
  ])
  await user.click(screen.getByRole('option', { name: 'Project 2' }))
  expect(await dialog.findByRole('button', { name: 'Block' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Vouch' }))
  expect(await dialog.findByRole('button', { name: 'Stop vouching' })).toBeTruthy()
  await waitFor(() =>
    expect(host.called('knownPeople.vouch').map(({ input }) => input.params)).toEqual([
      { id: idOf(102), userID: grace.id },
    ]),
  )
})

test.each([
  ['members of projects', ['claims'], [project(4, 'member')]],
  ['owners at a host without claims', [], [project(1, 'owner')]],
] as const)('%s have no such button', async (_who, listed, projects) => {
  capabilities = [...listed]
  host.on('users.projects', ok({ data: projects }))
  renderRoutes(profileFramedRoutes, '/pf/grace')
  await screen.findByRole('heading', { name: 'Grace Field' })
  await host.quiet()
  expect(screen.queryByRole('button', { name: 'Vouch or block' })).toBeNull()
})
