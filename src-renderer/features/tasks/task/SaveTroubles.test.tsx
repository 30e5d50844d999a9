import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Task } from '#shared/contract/index.ts'
import { failedReply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, fill, layOut, openTab, sentUpdates, serveTasks, taskOf } from '#support/tasks-tab.tsx'

// A dialog hides everything behind it. MUI tests that; checking it for every element would take jsdom seconds.
configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeAll(() => import('./TaskDialog.tsx'))
beforeEach(() => {
  host.userID = ada.id
})
afterEach(clearScreen)

const bare: Partial<Task> = { dueOn: null, priority: 'none', labelIDs: [], fileIDs: [], blockedByIDs: [] }
const task = taskOf(1, bare)
const dialog = async () => within(await screen.findByRole('dialog', { name: /, task \d+$/ }))
const title = async () => (await dialog()).findByLabelText<HTMLInputElement>('Title')
const description = async () => (await dialog()).findByLabelText<HTMLTextAreaElement>('Description')
const alert = async () => (await dialog()).findByRole('alert')
const noAlert = () => waitFor(async () => expect((await dialog()).queryByRole('alert')).toBeNull())
const press = async (name: string) => user.click((await dialog()).getByRole('button', { name }))
const open = async () => {
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  host.on('labels.list', ok({ data: [] }))
  serveTasks([task, taskOf(2)])
  const router = openTab(`?task=${task.id}`)
  await title()
  return router
}
const choose = async (field: RegExp, option: RegExp) => {
  await user.click(await (await dialog()).findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const failed = failedReply(500, 'INTERNAL')
/** Refuses what is based on the first version, as the newer task has been saved. */
const refuseFor = (newer: Task) => {
  const refused = failedReply(409, 'CONFLICT')
  host.on('tasks.update', ({ input }) => {
    const body = input.body as Partial<Task>
    if (body.version === newer.version) return ok({ data: { ...newer, ...body, version: 8 } })
    return { ...refused, error: { ...refused.error, newer } }
  })
}

test('a refused choice stays announced when a later one has been saved', async () => {
  await open()
  let answer = () => undefined as void
  const bothChosen = new Promise<void>((resolve) => (answer = resolve))
  host.on('tasks.update', async ({ input }) => {
    const body = input.body as Partial<Task>
    await bothChosen
    return body.priority ? failed : ok({ data: { ...task, ...body, version: 2 } })
  })
  await choose(/^Priority/, /^High/)
  await choose(/^Status/, /^In Progress/)
  answer()
  await screen.findByText('Moved to In Progress.')
  expect((await alert()).textContent).toContain('Failed to update task')
})

test('a choice that somebody else has made too is no conflict', async () => {
  await open()
  refuseFor(taskOf(1, { ...bare, status: 2, version: 7 }))
  await choose(/^Status/, /^In Progress/)
  await waitFor(() => expect(sentUpdates()).toHaveLength(1))
  await host.quiet()
  expect((await dialog()).queryByRole('alert')).toBeNull()
  await choose(/^Priority/, /^High/)
  await waitFor(() => expect(sentUpdates().at(-1)).toEqual({ id: task.id, priority: 'high', version: 7 }))
})

test('a conflict is about all that both have changed, and Save mine sends it', async () => {
  await open()
  refuseFor(taskOf(1, { ...bare, description: 'Theirs', version: 7 }))
  fill(await description(), 'Mine')
  await choose(/^Priority/, /^High/)
  expect((await alert()).textContent).toContain('changed the description')
  await press('Save mine')
  await noAlert()
  expect(sentUpdates().at(-1)).toEqual({ id: task.id, description: 'Mine', priority: 'high', version: 7 })
})

test('a conflict ends when the text that it is about is taken back', async () => {
  await open()
  refuseFor(taskOf(1, { ...bare, description: 'Theirs', version: 7 }))
  fill(await description(), 'Mine')
  await press('Save the description')
  await alert()
  await press('Cancel the changes of the description')
  await noAlert()
  expect((await description()).value).toBe('Theirs')
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a refusal goes with the text that it is about, and leaving that text sends it once', async () => {
  await open()
  host.on('tasks.update', failed)
  const field = await title()
  act(() => field.focus())
  fill(field, 'Another')
  fireEvent.keyDown(field, { key: 'Enter' })
  act(() => field.blur())
  await alert()
  await host.quiet()
  expect(sentUpdates()).toHaveLength(1)
  act(() => field.focus())
  fireEvent.keyDown(field, { key: 'Escape' })
  await noAlert()
})

test('a blank behind the title is no change, and an error goes when its text is mended', async () => {
  await open()
  const field = await title()
  const leaveWith = (text: string) => {
    act(() => field.focus())
    fill(field, text)
    act(() => field.blur())
  }
  leaveWith('Task 1 ')
  await host.quiet()
  expect(sentUpdates()).toEqual([])
  leaveWith('')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  act(() => field.focus())
  fill(field, 'T')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('false'))
})

test('leaving waits two seconds for what is being saved, then asks', async () => {
  const router = await open()
  host.on('tasks.update', () => new Promise(() => undefined))
  fill(await title(), 'Another')
  await act(async () => router.navigate('.'))
  expect(await screen.findByText('Discard your changes?')).toBeTruthy()
})
