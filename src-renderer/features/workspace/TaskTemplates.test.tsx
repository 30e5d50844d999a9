import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { TaskTemplate } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID, serveWorkspace, workspacePath } from '#support/workspace.ts'

// Code that is loaded apart may take long on a busy machine.
beforeAll(() => import('./SettingsTab.tsx'))
afterEach(clearApp)

const bug: TaskTemplate = {
  id: '0198b0e2-7c1a-7bbd-8a7c-0242ac120001',
  name: 'Bug',
  title: 'Mend what is broken',
  description: 'What happens, and what should.',
  priority: 'none',
  estimateHours: null,
  labelIDs: [],
  doneWhen: [],
}
const open = async (role: 'owner' | 'admin' | 'member' = 'admin', capabilities = ['templates']) => {
  serveWorkspace({ role })
  host.on('capabilities.list', ok({ data: capabilities }))
  await renderApp(workspacePath('settings'))
}
const card = async () => within(await screen.findByRole('region', { name: 'Task Templates' }))

test('a template is renamed, and a failure says why', async () => {
  host.on('templates.byProject', ok({ data: [bug] }))
  await open()
  const name = await (await card()).findByLabelText('Name of Bug')
  host.on('templates.update', failedReply(422, 'VALIDATION_ERROR', 'The project has a template of this name already.'))
  await user.clear(name)
  await user.type(name, 'Defect{Enter}')
  expect(await screen.findByText('The project has a template of this name already.')).toBeTruthy()
  const renamed = { ...bug, name: 'Defect' }
  host.on('templates.update', ok({ data: renamed }))
  host.on('templates.byProject', ok({ data: [renamed] }))
  await user.click((await card()).getByRole('button', { name: 'Save' }))
  expect(await (await card()).findByLabelText('Name of Defect')).toBeTruthy()
  expect(host.called('templates.update')[1]?.input).toEqual({
    params: { id: projectID, templateID: bug.id },
    body: { name: 'Defect' },
  })
})

test('a template is deleted after a question, and the empty list leads to the tasks', async () => {
  host.on('templates.byProject', ok({ data: [bug] }))
  await open('owner')
  const press = async () => user.click(await (await card()).findByRole('button', { name: 'Delete Bug' }))
  const answer = async (label: string) =>
    user.click(within(await screen.findByRole('dialog', { name: 'Delete Bug?' })).getByRole('button', { name: label }))
  await press()
  await answer('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.called('templates.remove')).toEqual([])
  host.on('templates.remove', ok({ message: 'The template was deleted.' }))
  await press()
  host.on('templates.byProject', ok({ data: [] }))
  await answer('Delete')
  expect(await (await card()).findByRole('link', { name: 'Go to the tasks' })).toBeTruthy()
  expect(host.called('templates.remove')[0]?.input).toEqual({ params: { id: projectID, templateID: bug.id } })
})

test('templates that could not be loaded are asked for again', async () => {
  host.on('templates.byProject', failedReply(500, 'INTERNAL'))
  await open()
  const retry = await (await card()).findByRole('button', { name: 'Retry' })
  host.on('templates.byProject', ok({ data: [bug] }))
  await user.click(retry)
  expect(await (await card()).findByLabelText('Name of Bug')).toBeTruthy()
})

test.each([
  ['a member', 'member', ['templates']],
  ['a host of the first release', 'owner', []],
] as const)('%s sees nothing of templates', async (_, role, capabilities) => {
  await open(role, [...capabilities])
  await screen.findByRole('heading', { level: 2, name: 'Settings' })
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Task Templates' })).toBeNull()
  expect(host.called('templates.byProject')).toEqual([])
})
