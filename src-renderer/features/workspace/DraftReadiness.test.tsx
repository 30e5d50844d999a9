import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { idOf } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
import { projectOf, serveWorkspace, taskOf, workspacePath } from '#support/workspace.ts'

afterEach(clearApp)

const draft = {
  status: 0,
  description:
    'A map of every mooring between the two bridges, with the depth at low water and who to ask for a place.',
  estimatedDeadline: null,
  deliverables: '',
  budget: '3000',
  tags: 'maps',
}
const readiness = async () => within(await screen.findByRole('group', { name: 'Readiness' }))

test('a draft says how ready it is, and what is missing leads to its field in the settings', async () => {
  serveWorkspace({ role: 'owner', project: draft, tasks: [taskOf(1)] })
  const { router } = await renderApp(workspacePath('overview'))
  const line = await readiness()
  expect(line.getByText('Ready: 6 of 8')).toBeTruthy()
  expect(line.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['no deliverables', 'no deadline'])
  await user.click(line.getByRole('link', { name: 'no deadline' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(workspacePath('settings')))
  const field = await screen.findByRole('textbox', { name: /deadline/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  // Closing the form leaves it closed, although the address still names the field.
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Edit project' })).toBeTruthy()
})

test('a draft without tasks leads to a new one', async () => {
  serveWorkspace({ role: 'owner', project: draft })
  await renderApp(workspacePath('overview'))
  const link = (await readiness()).getByRole('link', { name: 'no tasks' })
  expect(link.getAttribute('href')).toBe(`${workspacePath('tasks')}?task=new`)
})

test("[OFFER-40] where tasks have rewards a draft names 'no open task with a reward' and 'rewards beyond the budget', and can be published", async () => {
  const tasks = [taskOf(1, { rewardCents: 400_000, assignedToID: idOf(9), assignedToUsername: 'grace' })]
  serveWorkspace({ role: 'owner', project: draft, tasks })
  host.on('capabilities.list', ok({ data: ['rewards'] }))
  await renderApp(workspacePath('overview'))
  const line = await readiness()
  expect(await line.findByText('Ready: 6 of 9')).toBeTruthy()
  const links = line.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links.slice(-2)).toEqual([
    ['no open task with a reward', workspacePath('tasks')],
    ['rewards beyond the budget', `${workspacePath('settings')}?edit=budget`],
  ])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(false)
})

test.each([
  ['a published project', 'owner', 1],
  ['a draft to a member', 'member', 0],
] as const)('%s has no such line', async (_, role, status) => {
  serveWorkspace({ role, project: { ...draft, status } })
  await renderApp(workspacePath('overview'))
  await screen.findByText('No tasks yet')
  expect(screen.queryByRole('group', { name: 'Readiness' })).toBeNull()
})

test('the owner publishes a draft beside its readiness; a failure is said, and the draft stays', async () => {
  serveWorkspace({ role: 'owner', project: draft, tasks: [taskOf(1)] })
  host.on('projects.update', failedReply(500, 'INTERNAL'))
  await renderApp(workspacePath('overview'))
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Failed to publish project')).toBeTruthy()
  const published = ok({ data: projectOf({ ...draft, status: 1 }) })
  host.on('projects.update', published)
  host.on('projects.get', published)
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('“Harbour map” is published. People find it on the market now.')).toBeTruthy()
  expect(host.called('projects.update').map(({ input }) => input.body)).toEqual([{ status: 1 }, { status: 1 }])
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Readiness' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Overview' }))
})

test('an admin of a draft has no Publish, which is the owner’s', async () => {
  serveWorkspace({ role: 'admin', project: draft, tasks: [taskOf(1)] })
  await renderApp(workspacePath('overview'))
  await readiness()
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
})
