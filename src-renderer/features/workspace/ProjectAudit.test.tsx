import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { serveWorkspace, workspacePath } from '#support/workspace.ts'

const entry = {
  id: idOf(50),
  kind: 'member.role',
  createdAt: '2026-11-05T10:00:00.000Z',
  actor: { id: idOf(1), username: 'lena' },
  subject: null,
  projectID: idOf(3),
  taskID: null,
  requestID: null,
  network: null,
  details: {},
}
beforeEach(() => {
  host.on('audit.list', ok({ data: [entry], nextCursor: null, newest: 'end' }))
})
afterEach(clearApp)

const open = (role: 'owner' | 'admin', search = '') => {
  serveWorkspace({ role })
  host.on('capabilities.list', ok({ data: ['audit'] }))
  return renderApp(workspacePath('settings') + search)
}
const asked = () => host.called('audit.list').map(({ input }) => input.query as Record<string, unknown>)

test('[ACCT-42] an owner reads the audit of the project in its settings, with the filters in the address', async () => {
  const { path } = await open('owner')
  const card = within(await screen.findByRole('region', { name: 'Audit' }))
  await user.click(card.getByRole('button', { name: 'Show who did what' }))
  expect(await card.findByText(/Role changed/)).toBeTruthy()
  const [first] = asked()
  expect(workspacePath('settings')).toContain(String(first?.['projectID']))
  await user.click(card.getByLabelText('What'))
  await user.click(await screen.findByRole('option', { name: 'Members' }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ projectID: first?.['projectID'], kind: 'member' }))
  expect(path()).toContain('kind=member')
  expect(card.queryByText('From', { selector: '.MuiDataGrid-columnHeaderTitle' })).toBeNull()
})

test('[ACCT-42] the audit is folded, and reads nothing, until its button, its link or a link to a filter opens it', async () => {
  await open('owner')
  const button = await screen.findByRole('button', { name: 'Show who did what' })
  await host.quiet()
  expect(asked()).toEqual([])
  for (const { input } of host.called('tasks.byProject')) expect(input).toMatchObject({ query: { limit: 3 } })
  await user.click(button)
  expect(await screen.findByText(/Role changed/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText(/Role changed/)).toBeNull()
  for (const link of ['?kind=member', '#audit']) {
    clearApp()
    host.on('audit.list', ok({ data: [entry], nextCursor: null, newest: 'end' }))
    await open('owner', link)
    expect(await screen.findByText(/Role changed/)).toBeTruthy()
  }
})

test('[ACCT-42] only its button folds the audit away, and its link opens it again', async () => {
  const { router } = await open('owner', '?kind=member')
  const card = within(await screen.findByRole('region', { name: 'Audit' }))
  expect(await card.findByText(/Role changed/)).toBeTruthy()
  await user.click(card.getByLabelText('What'))
  await user.click(await screen.findByRole('option', { name: 'Everything' }))
  await waitFor(() => expect(asked().at(-1)).not.toHaveProperty('kind'))
  expect(card.getByText(/Role changed/)).toBeTruthy()
  for (const _ of ['first', 'again']) {
    await user.click(card.getByRole('button', { name: 'Hide' }))
    expect(card.queryByText(/Role changed/)).toBeNull()
    await act(() => router.navigate(`${workspacePath('settings')}#audit`))
    expect(await card.findByText(/Role changed/)).toBeTruthy()
  }
})

test('nobody but an owner is shown it, and the server is not asked', async () => {
  await open('admin')
  await screen.findByRole('region', { name: 'Project Information' })
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Audit' })).toBeNull()
  expect(asked()).toEqual([])
})
