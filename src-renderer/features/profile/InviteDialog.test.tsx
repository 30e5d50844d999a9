import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectListItem } from '#shared/contract/index.ts'
import { fill, user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf as uuid, listedProject } from '#support/projects.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { queryClient } from '#lib/query-client.ts'
import { profileFramedRoutes } from './routes.tsx'

configure({ asyncUtilTimeout: 15_000 })

const person = uuid(1)
const project = (number: number, extra: Partial<ProjectListItem> = {}) =>
  listedProject(100 + number, { title: `Project ${number}`, skills: '', ...extra })
const now = '2026-01-05T10:00:00.000Z'
const grace = {
  id: person,
  username: 'grace',
  name: 'Grace Field',
  bio: '',
  tier: 'basic',
  reputation: 0,
  isOwner: false,
  skills: [],
  projects: [],
}
const sent = () => host.called('memberships.invite').map(({ input: { params, body } }) => ({ params, body }))
const accepted = (number: number) =>
  ok({ data: { requestId: uuid(7), userID: person, projectID: uuid(100 + number), role: 'member', status: 0 } })

beforeEach(() => {
  host.userID = uuid(9)
  host.on('users.details', ok({ data: { type: 'creator' } }))
  host.on('people.profileByUsername', () => ok({ data: grace }))
  host.on(
    'projects.owned',
    ok({
      data: [project(1), project(2, { status: 0 }), project(3, { archivedAt: '2025-02-05T00:00:00.000Z' })],
    }),
  )
})
afterEach(() => {
  cleanup()
  host.reset()
})

const openDialog = async () => {
  renderRoutes(profileFramedRoutes, '/pf/grace')
  await user.click(await screen.findByRole('button', { name: 'Hire Me' }))
  return within(await screen.findByRole('dialog', { name: 'Invite Grace Field to a project' }))
}
const choose = async (name: string) => {
  await user.click(await screen.findByRole('combobox', { name: /^Project/ }))
  await user.click(await screen.findByRole('option', { name }))
}
const send = () => user.click(screen.getByRole('button', { name: 'Send Invitation' }))

test("[PROF-07][INV-01][INV-02][INV-03][INV-05] 'Hire Me' opens a dialog with project, roles, message and two buttons", async () => {
  const dialog = await openDialog()
  await user.click(await dialog.findByRole('combobox', { name: /^Project/ }))
  const options = within(screen.getByRole('listbox')).getAllByRole('option')
  // People cannot be invited to an archived project.
  expect(options.map((option) => option.textContent)).toEqual(['Select a project', 'Project 1', 'Project 2 (draft)'])
  await user.keyboard('{Escape}')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Member contribute to tasks' }).checked).toBe(true)
  expect(dialog.getByRole('radio', { name: 'Admin manage project and team members' })).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: 'Message (optional)' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Send Invitation' })).toBeTruthy()
})

test("[INV-06] without a project the dialog shows 'Please select a project' and sends nothing", async () => {
  const dialog = await openDialog()
  await user.click(await dialog.findByRole('button', { name: 'Send Invitation' }))
  expect(await dialog.findByText('Please select a project')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('[INV-03][INV-04] the message stops at 200 characters, with a counter', async () => {
  const dialog = await openDialog()
  const field = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message (optional)' })
  expect(dialog.getByText('0 / 200')).toBeTruthy()
  await user.type(field, 'Please come.')
  expect(dialog.getByText('12 / 200')).toBeTruthy()
  await user.paste('x'.repeat(300))
  expect(field.value).toHaveLength(200)
})

test("[INV-01][INV-02][INV-07] the invitation is sent once; the dialog shows 'Invitation Sent!' and closes after two seconds", async () => {
  host.on('memberships.invite', accepted(2))
  const dialog = await openDialog()
  const requests = ['memberships.requests', { params: { id: uuid(102) }, query: { type: 'sent' } }]
  queryClient.setQueryData(requests, [])
  await choose('Project 2 (draft)')
  await user.click(dialog.getByRole('radio', { name: /^Admin/ }))
  fill(dialog.getByRole('textbox', { name: 'Message (optional)' }), 'Please come.')
  const since = performance.now()
  await send()
  expect(await dialog.findByText('Invitation Sent!')).toBeTruthy()
  // The project's list of requests is stale and will be read again.
  expect(queryClient.getQueryState(requests)?.isInvalidated).toBe(true)
  expect(sent()).toEqual([
    { params: { id: uuid(102), userId: person }, body: { role: 'admin', message: 'Please come.' } },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(performance.now() - since).toBeGreaterThanOrEqual(1_995)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hire Me' }))
  // The next invitation begins with an empty form.
  await user.click(screen.getByRole('button', { name: 'Hire Me' }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message (optional)' })).value).toBe('')
})

test("[INV-08] a viewer without projects reads 'You don't have any projects yet.'", async () => {
  host.on('projects.owned', ok({ data: [] }))
  const dialog = await openDialog()
  expect(await dialog.findByText("You don't have any projects yet.")).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Send Invitation' })).toBeNull()
})

test('only projects that the person can be invited to are offered: none that is over or that they are in', async () => {
  const joined = { id: uuid(105), title: 'Joined', description: '', tier: 'basic', role: 'member', createdAt: now }
  host.on('people.profileByUsername', () => ok({ data: { ...grace, projects: [joined] } }))
  host.on(
    'projects.owned',
    ok({ data: [project(1), project(3, { status: 3 }), project(4, { archivedAt: now }), project(5)] }),
  )
  await openDialog()
  await user.click(await screen.findByRole('combobox', { name: /^Project/ }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Select a project', 'Project 1'])
})

test("[INV-09] when the viewer's projects fail to load an error shows, and Retry brings the form", async () => {
  host.on('projects.owned', failedReply(500, 'INTERNAL'))
  const dialog = await openDialog()
  expect(await dialog.findByText('Failed to load your projects. Please try again.')).toBeTruthy()
  host.on('projects.owned', ok({ data: [project(1)] }))
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByRole('combobox', { name: /^Project/ })).toBeTruthy()
})

test.each([
  ["the server's message", 'This person has already been invited.', 'This person has already been invited.'],
  ['its own text without one', '', 'Failed to send invite. Please try again.'],
])('[INV-10] a failed invite shows %s and keeps the form', async (_what, message, text) => {
  const failed = failedReply(409, 'CONFLICT')
  host.on('memberships.invite', { ...failed, error: { ...failed.error, message } })
  const dialog = await openDialog()
  await choose('Project 1')
  fill(dialog.getByRole('textbox', { name: 'Message (optional)' }), 'Please come.')
  await send()
  expect((await dialog.findByRole('alert')).textContent).toContain(text)
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message (optional)' }).value).toBe('Please come.')
})

test('Escape with a typed message asks before it is lost', async () => {
  const dialog = await openDialog()
  await user.type(await dialog.findByRole('textbox', { name: 'Message (optional)' }), 'Please')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  const field = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message (optional)' })
  expect(field.value).toBe('Please')
})
