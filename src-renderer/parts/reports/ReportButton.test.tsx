import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { openPageOf, serveOpenTasks } from '#support/open-tasks.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

let capabilities: string[] = []
beforeEach(() => {
  capabilities = ['claims', 'search', 'market', 'reports']
  serveOpenTasks(() => capabilities)
})
afterEach(clearApp)
const reported = {
  ...{ id: openPageOf().id, kind: 'task', side: 'reporter', createdAt: '2026-11-01T10:00:00.000Z', isLookedAt: false },
  ...{
    decision: null,
    text: null,
    decidedAt: null,
    appealBy: null,
    appealedAt: null,
    isGranted: null,
    finalText: null,
  },
}
const path = `/open/${openPageOf().id}`

test('[REPORT-04] Report opens one sheet with five reasons, which says what happens next', async () => {
  host.on('reports.create', failedReply(409, 'CONFLICT', 'You have reported this. The administrators will look at it.'))
  await renderApp(path)
  await user.click(await screen.findByRole('button', { name: 'Report the task' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Report this task' }))
  expect(sheet.getAllByRole('radio')).toHaveLength(5)
  expect(sheet.getByText(/The administrators look at it and decide/)).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Report' }))
  expect(sheet.getByText('Please choose a reason.')).toBeTruthy()
  await user.click(sheet.getByRole('radio', { name: 'Stolen work' }))
  fill(sheet.getByRole('textbox'), 'This is my map.')
  await user.click(sheet.getByRole('button', { name: 'Report' }))
  expect((await sheet.findByRole('alert')).textContent).toContain('You have reported this.')
  host.on('reports.create', ok({ data: reported }))
  await user.click(sheet.getByRole('button', { name: 'Report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.called('reports.create').at(-1)?.input).toEqual({
    body: { kind: 'task', id: openPageOf().id, reason: 'stolenWork', text: 'This is my map.' },
  })
})

test('[REPORT-04] nobody is offered to report what is their own', async () => {
  const owner = openPageOf().project.owner?.username
  host.on('users.username', ok({ data: { username: owner } }))
  await renderApp(path)
  await screen.findByRole('region', { name: 'Who decides' })
  await host.quiet()
  expect(host.called('users.username').length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Report the task' })).toBeNull()
})

test('[REPORT-04] the link to your reports asks before a typed text is lost', async () => {
  host.on('reports.mine', ok({ data: [] }))
  const app = await renderApp(path)
  await user.click(await screen.findByRole('button', { name: 'Report the task' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Report this task' }))
  fill(sheet.getByRole('textbox'), 'This is my map.')
  await user.click(sheet.getByRole('link', { name: 'Your reports' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(app.path()).toBe(path)
  expect((await sheet.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('This is my map.')
  await user.click(sheet.getByRole('link', { name: 'Your reports' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(app.path()).toBe('/reports'))
})

test('a server without reports offers none', async () => {
  capabilities = ['claims', 'search', 'market']
  await renderApp(path)
  await screen.findByRole('button', { name: 'Take this task' })
  await host.quiet()
  expect(screen.queryByRole('button', { name: 'Report the task' })).toBeNull()
})
