import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Stage } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { useConfirmStore } from '#lib/confirm.ts'
import { StageSettings } from './StageSettings.tsx'

const projectID = '01890000-0000-7000-8000-000000000001'
afterEach(clearScreen)
const open = () => renderRoutes([{ path: '/', element: <StageSettings projectID={projectID} /> }], '/')

test('[STAGE-15] the first stage of a project is added in its settings', async () => {
  let now: { stages: Stage[]; version: number } = { stages: [], version: 0 }
  host.on('capabilities.list', ok({ data: ['stages'] }))
  host.on('stages.list', () => ok({ data: now }))
  host.on('stages.replace', ({ input }) => {
    const { stages } = input.body as { stages: Stage[] }
    now = { stages: stages.map((stage) => ({ ...stage, id: 1 })), version: 1 }
    return ok({ data: now })
  })
  open()
  const button = await screen.findByRole('button', { name: 'Add stage' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await user.click(button)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'QA')
  await user.type(screen.getByRole('textbox', { name: 'Limit (optional)' }), '3{Enter}')
  expect((await screen.findByText('Limit 3')).textContent).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Stages' }).textContent).toContain('QA')
  expect(host.called('stages.replace').map(({ input }) => input.body)).toEqual([
    { stages: [{ name: 'QA', status: 1, limit: 3 }], version: 0 },
  ])
})

test('stages that cannot be loaded are not called none, and are asked for again', async () => {
  host.on('capabilities.list', ok({ data: ['stages'] }))
  host.on('stages.list', failedReply(403, 'FORBIDDEN', 'Please sign in again.'))
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the stagesPlease sign in again.')
  expect(screen.queryByText(/^The board has a column for each status/)).toBeNull()
  host.on('stages.list', ok({ data: { stages: [], version: 0 } }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect((await screen.findByText(/^The board has a column for each status/)).textContent).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add stage' })).toHaveProperty('disabled', false)
})

test('[STAGE-08] where the tasks cannot be loaded, deleting a stage asks without their number', async () => {
  host.on('capabilities.list', ok({ data: ['stages'] }))
  host.on('stages.list', ok({ data: { stages: [{ id: 1, name: 'QA', status: 1, limit: null }], version: 1 } }))
  host.on('tasks.byProject', failedReply(403, 'FORBIDDEN', 'Please sign in again.'))
  open()
  await user.click(await screen.findByRole('button', { name: 'Stage QA' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  await waitFor(() => expect(useConfirmStore.getState().question?.text).toBe('Its tasks move to Assigned.'))
  act(() => useConfirmStore.getState().answer('cancelled'))
  await host.quiet()
  expect(host.called('stages.replace')).toEqual([])
})
