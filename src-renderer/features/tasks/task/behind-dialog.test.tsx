import { configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { host } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, card, layOut, openTab, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import type { Task } from '#shared/contract/index.ts'

/** The tasks whose assignee was drawn, in their order: each card draws it once whenever the card is drawn. */
const drawn = vi.hoisted(() => [] as string[])
vi.mock('../data/task-rules.ts', async (original) => {
  const rules = await original<{ assigneeName: (task: Task | null) => string }>()
  return {
    ...rules,
    assigneeName: (task: Task | null) => {
      if (task) drawn.push(task.title)
      return rules.assigneeName(task)
    },
  }
})
configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeAll(() => Promise.all([import('./TaskDialog.tsx'), import('./CreateTaskDialog.tsx')]))
beforeEach(() => {
  host.userID = ada.id
})
afterEach(clearScreen)

const drawsOf = (title: string) => drawn.filter((one) => one === title).length

test.each([
  ['a task', async () => user.click(await card('Task 1')), 'Task 1, task 1'],
  ['a new task', async () => user.click(screen.getByRole('button', { name: 'Create New Task' })), 'Create New Task'],
])('opening and closing the dialog of %s draws no card behind it again', async (_what, open, name) => {
  serveTasks([taskOf(1), taskOf(2)])
  openTab()
  await card('Task 2')
  // The dialogs are mounted a while after the board.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  const before = drawsOf('Task 2')
  expect(before).toBeGreaterThan(0)
  await open()
  await screen.findByRole('dialog', { name })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(drawsOf('Task 2')).toBe(before)
})
