import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { RunningClaim } from '#shared/contract/claims.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { projectID, projectOf, taskOf } from '#support/workspace.ts'
import { useConfirmStore } from '#lib/confirm.ts'
import { ProjectStatusSettings } from './ProjectStatusSettings.tsx'

const runningOf = (number: number, name: string, more: Partial<RunningClaim> = {}): RunningClaim => ({
  ...{ id: taskOf(50 + number).id, taskID: taskOf(number).id, taskId: String(number), title: `Task ${number}` },
  holder: { id: taskOf(90 + number).id, username: name.toLowerCase(), name },
  ...{ leaseUntil: '2026-12-12T10:00:00.000Z', reviewBy: null },
  mayTakeBack: true,
  ...more,
})
const two = [runningOf(12, 'Ana'), runningOf(13, 'Ben', { leaseUntil: null, reviewBy: '2026-12-20T10:00:00.000Z' })]
const said = 'Ana has task #12 until Dec 12, 2026; Ben has task #13, to be reviewed by Dec 20, 2026. That goes on, with its dates.' // prettier-ignore
let capabilities: string[] = []
beforeEach(() => {
  capabilities = ['claims']
  host.on('capabilities.list', () => ok({ data: capabilities }))
  host.on('claims.running', ok({ data: two }))
  host.on('projects.update', ok({ data: projectOf() }))
  host.on('projects.get', ok({ data: projectOf() }))
})
afterEach(clearScreen)

const open = async () => {
  renderRoutes([{ path: '/', element: <ProjectStatusSettings project={projectOf()} /> }], '/')
  await host.quiet()
}
const question = () => useConfirmStore.getState().question
const answer = async (choice: 'confirmed' | 'cancelled') => {
  await waitFor(() => expect(question()).not.toBeNull())
  act(() => useConfirmStore.getState().answer(choice))
  await host.quiet()
}
const sent = () => host.called('projects.update').map(({ input }) => input.body)

test.each([
  ['No', 'cancelled', []],
  ['Archive', 'confirmed', [{ archived: true }]],
] as const)('[CLAIM-37] archiving first names who has tasks, and until when; %s', async (_label, choice, changes) => {
  await open()
  await user.click(screen.getByRole('button', { name: 'Archive Project' }))
  await waitFor(() => expect(question()?.text).toBe(said))
  expect(question()).toMatchObject({ title: 'Archive “Harbour map”?', cancelLabel: 'No' })
  await answer(choice)
  await waitFor(() => expect(sent()).toEqual(changes))
})

test.each([
  ['No', 'cancelled', []],
  ['Yes', 'confirmed', [{ status: 3 }]],
] as const)('[CLAIM-37] completing first names who has tasks, and until when; %s', async (_label, choice, changes) => {
  await open()
  await user.click(screen.getByRole('combobox', { name: 'Project status' }))
  await user.click(await screen.findByRole('option', { name: 'Completed' }))
  await waitFor(() => expect(question()?.text.endsWith(` ${said}`)).toBe(true))
  await answer(choice)
  await waitFor(() => expect(sent()).toEqual(changes))
})

test('where nobody has a task, and at a host without claims, archiving asks nothing', async () => {
  host.on('claims.running', ok({ data: [] }))
  await open()
  await user.click(screen.getByRole('button', { name: 'Archive Project' }))
  await waitFor(() => expect(sent()).toEqual([{ archived: true }]))
  clearScreen()
  capabilities = []
  host.on('capabilities.list', ok({ data: [] }))
  host.on('projects.update', ok({ data: projectOf() }))
  host.on('projects.get', ok({ data: projectOf() }))
  await open()
  await user.click(screen.getByRole('button', { name: 'Archive Project' }))
  await waitFor(() => expect(sent()).toEqual([{ archived: true }]))
  expect(host.called('claims.running')).toEqual([])
})

test('where it cannot be read who has tasks, the question says so', async () => {
  host.on('claims.running', failedReply(403, 'FORBIDDEN'))
  await open()
  await user.click(screen.getByRole('button', { name: 'Archive Project' }))
  await waitFor(() => expect(question()?.text).toBe('Who has tasks of it could not be loaded.'))
  await answer('cancelled')
  expect(sent()).toEqual([])
})

test('many who have tasks are counted', async () => {
  host.on('claims.running', ok({ data: Array.from({ length: 8 }, (_, at) => runningOf(at + 1, `Person ${at + 1}`)) }))
  await open()
  await user.click(screen.getByRole('button', { name: 'Archive Project' }))
  await waitFor(() =>
    expect(question()?.text).toMatch(/Person 5 has task #5 until Dec 12, 2026; 3 more\. That goes on/),
  )
  await answer('cancelled')
  expect(host.called('claims.running')[0]?.input.params).toEqual({ id: projectID })
})
