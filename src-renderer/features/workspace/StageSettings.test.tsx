import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Stage } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { StageSettings } from './StageSettings.tsx'

const projectID = '01890000-0000-7000-8000-000000000001'
afterEach(clearScreen)

test('[STAGE-15] the first stage of a project is added in its settings', async () => {
  let now: { stages: Stage[]; version: number } = { stages: [], version: 0 }
  host.on('capabilities.list', ok({ data: ['stages'] }))
  host.on('stages.list', () => ok({ data: now }))
  host.on('stages.replace', ({ input }) => {
    const { stages } = input.body as { stages: Stage[] }
    now = { stages: stages.map((stage) => ({ ...stage, id: 1 })), version: 1 }
    return ok({ data: now })
  })
  renderRoutes([{ path: '/', element: <StageSettings projectID={projectID} /> }], '/')
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
