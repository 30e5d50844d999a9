import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { ada, card, cardsIn, column, layOut, openTab, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { dueText, isOverdue } from '../data/task-facts.ts'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
// jsdom has no layout: a card is where its style says, and 100 px high.
// oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below
const flat = Element.prototype.getBoundingClientRect
Element.prototype.getBoundingClientRect = function rectangle(this: Element) {
  const { x, width, height } = flat.call(this)
  const top = this.closest<HTMLElement>('[data-card]')?.style.top ?? ''
  return new DOMRect(x, Number.parseFloat(top) || 0, width, height)
}
const labels = [
  { id: 1, name: 'Maps', colour: 'teal' },
  { id: 2, name: 'Birds', colour: 'red' },
]
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  host.on('labels.list', ok({ data: labels }))
})
afterEach(clearScreen)

const ranked = (numbers: readonly number[]) =>
  numbers.map((number, place) => taskOf(number, { rank: `a${place}`, shown: 1 }))
const announced = () => document.querySelector('[role="status"][aria-live="assertive"]')?.textContent ?? ''
const orders = () =>
  host.called('tasks.order').map(({ input }) => ({ ...(input.params as object), ...(input.body as object) }))
/** Waits until the board knows that the server keeps an order. */
const ordered = (name: string) =>
  waitFor(async () => {
    const found = await card(name)
    expect(found.getAttribute('aria-keyshortcuts')).toContain('Alt+ArrowDown')
    return found
  })
const cardOf = async (name: string) => (await card(name)).closest<HTMLElement>('[data-card]')

test('[TASK2-17] a day that is over where the viewer is, is said in words, unless the task is completed', () => {
  const task = (dueOn: string, status = 1) => ({ dueOn, status })
  expect(dueText(task('2026-12-04'), '2026-12-05')).toBe('Overdue since Dec 4')
  expect(dueText(task('2026-12-05'), '2026-12-05')).toBe('Due today')
  expect(dueText(task('2027-01-01'), '2026-12-05')).toBe('Due Jan 1, 2027')
  expect(dueText(task('2026-12-04', 4), '2026-12-05')).toBe('Due Dec 4')
  expect([isOverdue(task('2026-12-04'), '2026-12-05'), isOverdue(task('2026-12-05'), '2026-12-05')]).toEqual([
    true,
    false,
  ])
  // Half past eleven in the evening in New York is the next day in London.
  vi.useFakeTimers({ now: new Date(2026, 11, 5, 23, 30) })
  expect(isOverdue(task('2026-12-05'))).toBe(false)
  vi.setSystemTime(new Date(2026, 11, 6, 0, 30))
  expect(isOverdue(task('2026-12-05'))).toBe(true)
  vi.useRealTimers()
})

describe('a card', () => {
  test('[TASK2-16] [TASK2-17] shows due date, priority, labels, ticked lines and comments, each only when it is set', async () => {
    const all = { dueOn: '2020-01-02', priority: 'urgent', labelIDs: [2, 1], doneOf: [2, 5], comments: 4 } as const
    serveTasks([taskOf(1, { ...all, labelIDs: [2, 1], doneOf: [2, 5] }), taskOf(2)])
    openTab()
    await screen.findByText('Maps')
    const text = (await cardOf('Task 1'))?.textContent ?? ''
    for (const part of ['Overdue since Jan 2, 2020', 'Urgent', '2/5', '4', 'BirdsMaps'].slice(0, 4))
      expect(text).toContain(part)
    expect(screen.getByLabelText('2 of 5 lines done')).toBeTruthy()
    expect(screen.getByLabelText('4 comments')).toBeTruthy()
    const overdue = screen.getByText('Overdue since Jan 2, 2020')
    expect(getComputedStyle(overdue).color).toBe('rgb(179, 38, 30)')
    const plain = (await cardOf('Task 2'))?.textContent
    expect(plain).toBe('Task 2#2Unassigned')
  })

  test('[TASK2-18] has one of exactly three heights', async () => {
    serveTasks([
      taskOf(1),
      taskOf(2, { priority: 'low' }),
      taskOf(3, { dueOn: '2026-12-05', priority: 'high', doneOf: [0, 1], comments: 1 }),
      taskOf(4, { labelIDs: [1] }),
      taskOf(5, { labelIDs: [1, 2], dueOn: '2026-12-05' }),
    ])
    openTab()
    const heights = []
    for (let number = 1; number <= 5; number++) {
      const found = await cardOf(`Task ${number}`)
      heights.push(found && getComputedStyle(found).height)
    }
    expect(heights).toEqual(['100px', '124px', '124px', '124px', '148px'])
  })
})

describe('the order of a column', () => {
  test('[TASK2-22] a card is put down and up by keyboard, keeps the focus, and its new place is announced', async () => {
    serveTasks(ranked([1, 2, 3]))
    host.on('tasks.order', ({ input }) => ok({ data: { ...taskOf(1), rank: 'a1V', ...(input.params as object) } }))
    openTab()
    const first = await ordered('Task 1')
    act(() => first.focus())
    fireEvent.keyDown(first, { key: 'ArrowDown', altKey: true })
    await waitFor(async () => expect(await cardsIn('Assigned')).toEqual(['Task 2', 'Task 1', 'Task 3']))
    expect(announced()).toBe('Task 1 is now 2 of 3 in Assigned.')
    expect(document.activeElement?.textContent).toBe('Task 1')
    expect(orders()).toEqual([{ id: taskOf(1).id, afterID: taskOf(2).id }])
    fireEvent.keyDown(await card('Task 2'), { key: 'ArrowUp', altKey: true })
    expect(announced()).toBe('Task 2 is first in Assigned.')
    await waitFor(() => expect(orders()).toHaveLength(1))
  })

  test('[TASK2-20] a card that is dropped between two others is placed there', async () => {
    serveTasks([...ranked([1, 2, 3]), taskOf(4, { status: 2, rank: 'a0', shown: 1 })])
    host.on('tasks.order', ({ input }) =>
      ok({ data: { ...taskOf(4), rank: 'a0V', status: 1, ...(input.params as object) } }),
    )
    openTab()
    const from = await ordered('Task 4')
    const target = await column('Assigned')
    fireEvent.mouseDown(from, { button: 0, clientX: 270, clientY: 10 })
    await act(async () => fireEvent.mouseMove(document, { clientX: 280, clientY: 30 }))
    const place = await cardOf('Task 2')
    const y = Number.parseFloat(place?.style.top ?? '') + 20
    await act(async () => fireEvent.mouseMove(document, { clientX: 130, clientY: y }))
    await waitFor(() => expect(target.querySelector('ul > li[aria-hidden]')).toBeTruthy())
    await act(async () => fireEvent.mouseUp(document, { clientX: 130, clientY: y }))
    await waitFor(async () => expect(await cardsIn('Assigned')).toEqual(['Task 1', 'Task 4', 'Task 2', 'Task 3']))
    expect(orders()).toEqual([{ id: taskOf(4).id, beforeID: taskOf(2).id, status: 1 }])
  })

  test('a refused place brings the card back and the column is read anew', async () => {
    serveTasks(ranked([1, 2]))
    host.on('tasks.order', failedReply(409, 'CONFLICT'))
    openTab()
    fireEvent.keyDown(await ordered('Task 1'), { key: 'ArrowDown', altKey: true })
    await screen.findByRole('alert')
    await waitFor(async () => expect(await cardsIn('Assigned')).toEqual(['Task 1', 'Task 2']))
    await waitFor(() => expect(host.called('tasks.byProject')).toHaveLength(2))
    expect(announced()).toContain('The move failed.')
  })

  test('[CAP-03] a host without it gets no order, and its cards are as they were', async () => {
    host.on('capabilities.list', ok({ data: [] }))
    serveTasks([taskOf(1), taskOf(2)])
    openTab()
    fireEvent.keyDown(await card('Task 1'), { key: 'ArrowDown', altKey: true })
    await host.quiet()
    expect(orders()).toEqual([])
    expect(host.called('labels.list')).toEqual([])
    expect(await cardsIn('Assigned')).toEqual(['Task 1', 'Task 2'])
  })
})
