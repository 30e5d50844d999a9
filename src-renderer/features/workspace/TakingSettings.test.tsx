import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectOf, serveWorkspace, workspacePath } from '#support/workspace.ts'

let capabilities: string[] = []
beforeEach(() => {
  capabilities = ['claims']
  host.on('capabilities.list', () => ok({ data: capabilities }))
})
afterEach(clearApp)

const sent = () => host.called('projects.update').map(({ input }) => input.body)
const show = async (role: 'owner' | 'admin' | 'member', extra: Partial<ProjectDetails> = {}) => {
  serveWorkspace({ role, project: extra })
  await renderApp(workspacePath('settings'))
}
const region = async () => within(await screen.findByRole('region', { name: 'Taking tasks' }))

test.each(['owner', 'admin'] as const)(
  '[CLAIM-17] [CLAIM-33] %s says who takes free tasks, and how many hand-ins may wait',
  async (role) => {
    let project: Partial<ProjectDetails> = {}
    await show(role)
    host.on('projects.get', () => ok({ data: projectOf({ role, ...project }) }))
    host.on('projects.update', ({ input }) => {
      project = { ...project, ...(input.body as Partial<ProjectDetails>) }
      return ok({ data: projectOf({ role, ...project }) })
    })
    const card = await region()
    const members = card.getByRole<HTMLInputElement>('switch', { name: 'Members can take free tasks' })
    expect(members.checked).toBe(true)
    await user.click(members)
    await waitFor(() => expect(members).toMatchObject({ checked: false, disabled: false }))
    const queue = card.getByRole('combobox', { name: 'Review queue' })
    expect(queue.textContent).toBe('10 hand-ins')
    await user.click(queue)
    expect(await screen.findAllByRole('option')).toHaveLength(50)
    await user.click(screen.getByRole('option', { name: '1 hand-in' }))
    await waitFor(() => expect(queue.textContent).toBe('1 hand-in'))
    expect(await screen.findByText('No task can be taken while 1 hand-in waits for review.')).toBeTruthy()
    expect(sent()).toEqual([{ membersTake: false }, { reviewQueueMax: 1 }])
  },
)

test('a refusal is shown in the section, which goes back to what is saved', async () => {
  await show('owner')
  host.on('projects.update', failedReply(409, 'CONFLICT', 'The project has changed. Please reload.'))
  const card = await region()
  const members = card.getByRole<HTMLInputElement>('switch', { name: 'Members can take free tasks' })
  await user.click(members)
  expect((await card.findByRole('alert')).textContent).toBe('The project has changed. Please reload.')
  expect(members.checked).toBe(true)
})

test.each([
  ['a member', 'member', ['claims']],
  ['the owner at a host without claims', 'owner', []],
] as const)('%s has no such section', async (_who, role, listed) => {
  capabilities = [...listed]
  await show(role)
  await screen.findByRole('region', { name: 'Project Information' })
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Taking tasks' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Taking tasks' })).toBeNull()
})
