import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, fill, grace, layOut, openTab, sentUpdates, serveTasks, taskOf } from '#support/tasks-tab.tsx'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeAll(() => import('../task/TaskDialog.tsx'))
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  host.on('labels.list', ok({ data: [] }))
})
afterEach(clearScreen)

const old = { id: grace.id, text: 'Two colours', isDone: false }
const open = async (doneWhen: readonly (typeof old)[]) => {
  const task = taskOf(1, {
    ...{ dueOn: null, priority: 'none', estimateHours: null, labelIDs: [], fileIDs: [], blockedByIDs: [] },
    doneWhen: [...doneWhen],
  })
  serveTasks([task])
  host.on('tasks.update', ({ input }) => {
    const sent = (input.body as { doneWhen: Array<{ id?: string; text: string }> }).doneWhen
    const saved = sent.map(({ id, text }, at) => ({ id: id ?? taskOf(50 + at).id, text, isDone: false }))
    return ok({ data: { ...task, doneWhen: saved, version: 2 } })
  })
  openTab(`?task=${task.id}`)
  const inside = within(await screen.findByRole('dialog', { name: /, task \d+$/ }))
  await inside.findByRole('button', { name: 'Add a line' })
  const isSaved = () => waitFor(() => expect(inside.queryByRole('button', { name: 'Save the lines' })).toBeNull())
  const add = async (line: number, text: string) => {
    await user.click(inside.getByRole('button', { name: 'Add a line' }))
    const field = await inside.findByLabelText<HTMLInputElement>(`Line ${line}`)
    act(() => field.focus())
    if (text) fill(field, text)
    return field
  }
  return { inside, isSaved, add }
}

test('the focus stays in a new line that is saved by Ctrl+Enter, also when an empty one before it goes', async () => {
  const { isSaved, add } = await open([old])
  await add(2, '')
  const field = await add(3, 'On the wall')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await isSaved()
  expect(sentUpdates()).toHaveLength(1)
  expect([field.isConnected, document.activeElement, field.getAttribute('aria-label')]).toEqual([true, field, 'Line 2'])
})

test('the focus stays in a new line that is saved by the button', async () => {
  const { inside, isSaved, add } = await open([])
  const field = await add(1, 'On the wall')
  await user.click(inside.getByRole('button', { name: 'Save the lines' }))
  await isSaved()
  expect(document.activeElement).toBe(field)
})

test('the focus goes to the last line when the empty line that has it is not saved', async () => {
  const { inside, isSaved, add } = await open([])
  await add(1, 'On the wall')
  fireEvent.keyDown(await add(2, ''), { key: 'Enter', ctrlKey: true })
  await isSaved()
  expect(document.activeElement).toBe(inside.getByLabelText('Line 1'))
})

test('after the only line was removed and that was saved, the focus is on the button that adds one', async () => {
  const { inside, isSaved } = await open([old])
  await user.click(inside.getByRole('button', { name: 'Remove line 1' }))
  await user.click(inside.getByRole('button', { name: 'Save the lines' }))
  await isSaved()
  expect(document.activeElement).toBe(inside.getByRole('button', { name: 'Add a line' }))
})
