import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import {
  ada,
  card,
  cardsIn,
  column,
  grace,
  layOut,
  middleOf,
  openTab,
  projectID,
  sentUpdates,
  serveTasks,
  taskOf,
} from '#support/tasks-tab.tsx'

// A dialog hides everything behind it. MUI tests that; checking it for every element would take jsdom seconds.
configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeEach(() => {
  host.userID = ada.id
})
afterEach(clearScreen)

/** Presses on a card, carries it over a column and lets go there. */
const drag = async (name: string, to: string) => {
  const [from, target] = [await card(name), await column(to)]
  fireEvent.mouseDown(from, { button: 0, clientX: 10, clientY: 10 })
  fireEvent.mouseMove(document, { clientX: 40, clientY: 20 })
  await act(async () => fireEvent.mouseMove(document, middleOf(target)))
  await act(async () => fireEvent.mouseUp(document, middleOf(target)))
}
const announced = () => document.querySelector('[role="status"][aria-live="assertive"]')?.textContent ?? ''
/** An answer that arrives when the test says so. */
const later = () => {
  let answer: (reply: Reply) => void = () => undefined
  const reply = new Promise<Reply>((resolve) => (answer = resolve))
  return { reply, answer: (value: Reply) => answer(value) }
}

test('[TASK-21][TASK-22][TASK-23][TASK-24] four columns show counts and a total; empty ones say so; statuses 0 and 5 have no column', async () => {
  serveTasks([taskOf(1), taskOf(2, { status: 2 }), taskOf(3, { status: 0 }), taskOf(4, { status: 5 }), taskOf(5)])
  openTab()
  await card('Task 1')
  const titles = [...document.querySelectorAll('[data-column] h3')].map(({ textContent }) => textContent)
  expect(titles).toEqual(['Assigned', 'In Progress', 'Under Review', 'Completed'])
  expect(await cardsIn('Assigned')).toEqual(['Task 1', 'Task 5'])
  expect(await cardsIn('In Progress')).toEqual(['Task 2'])
  expect(screen.queryByText('Task 3')).toBeNull()
  expect(screen.getByText('5 tasks')).toBeTruthy()
  expect(screen.getByLabelText('2 in Assigned').textContent).toBe('2')
  expect((await column('Under Review')).textContent).toContain('Nothing is waiting for review.')
})

test('[TASK-25] columns are at least 440 px high', async () => {
  serveTasks([taskOf(1)])
  openTab()
  expect(getComputedStyle(await column('Completed')).minHeight).toBe('440px')
})

test('[TASK-26] a card dragged to another column moves at once, then its status is sent', async () => {
  serveTasks([taskOf(1)])
  const { reply, answer } = later()
  host.on('tasks.update', () => reply)
  openTab()
  await drag('Task 1', 'Under Review')
  await waitFor(async () => expect(await cardsIn('Under Review')).toEqual(['Task 1']))
  expect(sentUpdates()).toEqual([{ id: taskOf(1).id, status: 3, version: 1 }])
  answer(ok({ data: taskOf(1, { status: 3, version: 2 }) }))
  // The next move is based on the server's answer.
  await drag('Task 1', 'In Progress')
  await waitFor(() => expect(sentUpdates().at(-1)).toEqual({ id: taskOf(1).id, status: 2, version: 2 }))
})

test('a dropped card has a frame for a moment, and no other one has', async () => {
  serveTasks([taskOf(1), taskOf(2)])
  host.on('tasks.update', ok({ data: taskOf(1, { status: 2, version: 2 }) }))
  openTab()
  const framed = () => [...document.querySelectorAll('[data-landed] a')].map(({ textContent }) => textContent)
  await card('Task 1')
  expect(framed()).toEqual([])
  await drag('Task 1', 'In Progress')
  await waitFor(() => expect(framed()).toEqual(['Task 1']))
  await waitFor(() => expect(framed()).toEqual([]))
})

test('[TASK-27][TASK-17] when that call fails the card goes back to its column, and a toast says so', async () => {
  serveTasks([taskOf(1), taskOf(2, { status: 3 })])
  host.on('tasks.update', failedReply(500, 'INTERNAL'))
  openTab()
  await drag('Task 1', 'Under Review')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update task')
  await waitFor(async () => expect(await cardsIn('Assigned')).toEqual(['Task 1']))
  expect(await cardsIn('Under Review')).toEqual(['Task 2'])
})

test('[TASK-28] dropping a card on its own column, or beside the board, sends nothing', async () => {
  serveTasks([taskOf(1)])
  openTab()
  await drag('Task 1', 'Assigned')
  fireEvent.mouseDown(await card('Task 1'), { button: 0, clientX: 10, clientY: 10 })
  await act(async () => fireEvent.mouseMove(document, { clientX: 5000, clientY: 5000 }))
  await act(async () => fireEvent.mouseUp(document, { clientX: 5000, clientY: 5000 }))
  expect(await cardsIn('Assigned')).toEqual(['Task 1'])
  await host.quiet()
  expect(sentUpdates()).toEqual([])
})

test.each(['Completed', 'Assigned'])(
  '[TASK-29] a member who drops a card across Completed (onto %s) is refused',
  async (to) => {
    serveTasks([taskOf(1, { status: to === 'Completed' ? 1 : 4 })], 'member')
    openTab()
    await drag('Task 1', to)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(
      `Only admins and owners can move tasks ${to === 'Completed' ? 'to' : 'out of'} completed status.`,
    )
    expect(await cardsIn(to)).toEqual([])
    await host.quiet()
    expect(sentUpdates()).toEqual([])
  },
)

test('[TASK-37] by keyboard, picking up, moving over, dropping and refusing are announced', async () => {
  serveTasks([taskOf(1)], 'member')
  openTab()
  const first = await card('Task 1')
  act(() => first.focus())
  await user.keyboard(' ')
  await waitFor(() => expect(announced()).toBe('Picked up Task 1 from Assigned.'))
  const over = async (key: string, text: string) => {
    await user.keyboard(key)
    await waitFor(() => expect(announced()).toBe(text))
  }
  await over('{ArrowRight}', 'Task 1 is over In Progress.')
  await over('{ArrowRight}', 'Task 1 is over Under Review.')
  await over(
    '{ArrowRight}',
    'Task 1 is over Completed. It cannot be dropped here: Only admins and owners can move tasks to completed status.',
  )
  await user.keyboard(' ')
  await waitFor(() =>
    expect(announced()).toBe(
      'Refused: Only admins and owners can move tasks to completed status. Task 1 stays in Assigned.',
    ),
  )
  await host.quiet()
  expect(sentUpdates()).toEqual([])
  await user.keyboard(' ')
  await over('{ArrowRight}', 'Task 1 is over In Progress.')
  await user.keyboard(' ')
  await waitFor(() => expect(announced()).toBe('Dropped. Task 1 is now in In Progress.'))
  await waitFor(async () => expect(await cardsIn('In Progress')).toEqual(['Task 1']))
  // In the other column the card is a new element, and still has the focus.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Task 1'))
  await user.keyboard(' ')
  await over('{ArrowLeft}', 'Task 1 is over Assigned.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(announced()).toBe('Cancelled. Task 1 stays in In Progress.'))
})

test('each column is one stop of Tab; the arrow keys, Home and End go from card to card', async () => {
  serveTasks([...Array.from({ length: 30 }, (_, index) => taskOf(index + 1)), taskOf(40, { status: 3 })])
  openTab()
  const first = await card('Task 1')
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('[data-card] a, [data-card] button')]
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(({ textContent }) => textContent)
  expect(stops()).toEqual(['Task 1', 'Task 40'])
  const focused = () => document.activeElement?.textContent
  act(() => first.focus())
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Task 2')
  expect(stops()).toEqual(['Task 2', 'Task 40'])
  await user.keyboard('{End}')
  await waitFor(() => expect(focused()).toBe('Task 30'))
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Task 30')
  await user.keyboard('{Home}{ArrowUp}')
  await waitFor(() => expect(focused()).toBe('Task 1'))
  // Columns without cards are skipped.
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('Task 40')
  await user.keyboard('{ArrowRight}')
  expect(focused()).toBe('Task 40')
  await user.keyboard('{ArrowLeft}')
  expect(focused()).toMatch(/^Task \d+$/)
  expect((await column('Assigned')).contains(document.activeElement)).toBe(true)
})

test("Shift and F10 open a card's menu", async () => {
  serveTasks([taskOf(1)])
  openTab()
  const first = await card('Task 1')
  act(() => first.focus())
  await user.keyboard('{Shift>}{F10}{/Shift}')
  expect(await screen.findByRole('menu', { name: 'More about Task 1' })).toBeTruthy()
})

test('a move that fails is corrected for a screen reader too', async () => {
  serveTasks([taskOf(1)])
  const { reply, answer } = later()
  host.on('tasks.update', () => reply)
  openTab()
  await user.click(await screen.findByLabelText('More about Task 1'))
  await user.click(await screen.findByRole('menuitem', { name: /^Move to In Progress/ }))
  await waitFor(() => expect(announced()).toBe('Task 1 is now in In Progress.'))
  answer(failedReply(500, 'INTERNAL'))
  await waitFor(() => expect(announced()).toBe('The move failed. Task 1 is in Assigned.'))
})

test('a search scrolls every column to its top', async () => {
  serveTasks(Array.from({ length: 60 }, (_, index) => taskOf(index + 1)))
  openTab()
  await card('Task 1')
  const list = (await column('Assigned')).querySelector('ul')!.parentElement!
  const scrolls: unknown[] = []
  list.scrollTo = (to?: unknown) => void scrolls.push(to)
  await user.type(screen.getByRole('searchbox', { name: 'Search tasks' }), 'task{Enter}')
  await waitFor(() => expect(scrolls).toContainEqual({ top: 0 }))
})

test('two quick moves of one task are sent one after the other, each based on the answer before it', async () => {
  serveTasks([taskOf(1)])
  const { reply, answer } = later()
  host.on('tasks.update', ({ input }) =>
    (input.body as { status: number }).status === 2 ? reply : ok({ data: taskOf(1, { status: 3, version: 3 }) }),
  )
  openTab()
  await drag('Task 1', 'In Progress')
  await drag('Task 1', 'Under Review')
  await host.quiet()
  expect(sentUpdates()).toEqual([{ id: taskOf(1).id, status: 2, version: 1 }])
  answer(ok({ data: taskOf(1, { status: 2, version: 2 }) }))
  await waitFor(() => expect(sentUpdates().at(-1)).toEqual({ id: taskOf(1).id, status: 3, version: 2 }))
  await waitFor(async () => expect(await cardsIn('Under Review')).toEqual(['Task 1']))
})

test("each card's menu moves the card too, and says what a member may not do", async () => {
  serveTasks([taskOf(1)], 'member')
  openTab()
  await user.click(await screen.findByLabelText('More about Task 1'))
  const menu = within(await screen.findByRole('menu', { name: 'More about Task 1' }))
  const item = (name: RegExp) => menu.findByRole('menuitem', { name })
  expect((await item(/^Move to Assigned/)).getAttribute('aria-disabled')).toBe('true')
  const completed = await item(/^Move to Completed/)
  expect(completed.getAttribute('aria-disabled')).toBe('true')
  expect(completed.textContent).toContain('Only admins and owners can move tasks to completed status.')
  await user.click(await item(/^Move to In Progress/))
  await waitFor(async () => expect(await cardsIn('In Progress')).toEqual(['Task 1']))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Task 1'))
})

test("a card's menu opens the task, copies its address and lets managers assign it", async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  host.on('memberships.suggestions', ok({ data: [grace] }))
  serveTasks([taskOf(1)])
  const router = openTab()
  const choose = async (name: string) => {
    await user.click(await screen.findByLabelText('More about Task 1'))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Copy link')
  await waitFor(() =>
    expect(written).toHaveBeenCalledWith(`http://server.test/project/${projectID}/tasks?task=${taskOf(1).id}`),
  )
  await choose('Assign…')
  await user.click(await screen.findByRole('option', { name: /grace/ }))
  await waitFor(() => expect(sentUpdates()).toMatchObject([{ id: taskOf(1).id, assignedToID: grace.id }]))
  await choose('Open')
  await waitFor(() => expect(router.state.location.search).toBe(`?task=${taskOf(1).id}`))
})

test('a member reads in the menu why they cannot assign', async () => {
  serveTasks([taskOf(1)], 'member')
  openTab()
  await user.click(await screen.findByLabelText('More about Task 1'))
  const item = await screen.findByRole('menuitem', { name: /^Assign…/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.textContent).toContain('Only owners and admins can change the assignee.')
})

test('when somebody else has moved the task meanwhile, the newer state is shown and a toast says so', async () => {
  serveTasks([taskOf(1)])
  const newer = taskOf(1, { status: 4, version: 9 })
  const refused = failedReply(409, 'CONFLICT')
  host.on('tasks.update', { ...refused, error: { ...refused.error, newer } })
  openTab()
  await drag('Task 1', 'In Progress')
  expect((await screen.findByRole('alert')).textContent).toContain('it is in Completed now')
  expect(await cardsIn('Completed')).toEqual(['Task 1'])
})

test('when somebody else has changed only its title, the move is sent again, based on the newer task', async () => {
  serveTasks([taskOf(1)])
  const newer = taskOf(1, { title: 'A better title', version: 9 })
  const refused = failedReply(409, 'CONFLICT')
  host.on('tasks.update', ({ input }) =>
    (input.body as { version: number }).version === 9
      ? ok({ data: { ...newer, status: 2, version: 10 } })
      : { ...refused, error: { ...refused.error, newer } },
  )
  openTab()
  await drag('Task 1', 'In Progress')
  await waitFor(async () => expect(await cardsIn('In Progress')).toEqual(['A better title']))
  expect(screen.queryByRole('alert')).toBeNull()
})
