import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Task } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import {
  ada,
  card,
  cardsIn,
  column,
  fill,
  grace,
  layOut,
  middleOf,
  openTab,
  projectID,
  sentUpdates,
  serveTasks,
  taskOf,
} from '#support/tasks-tab.tsx'
import { followLive } from '#data/live.ts'
import { membersQuery } from '#data/memberships.ts'
import { queryClient } from '#lib/query-client.ts'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeAll(() => import('./task/TaskDialog.tsx'))
let end: () => void = () => undefined
beforeEach(() => {
  host.userID = ada.id
})
afterEach(() => {
  end()
  clearScreen()
})

const lena = { ...grace, userID: grace.id, name: 'Lena', username: 'lena', role: 'member' as const }
const open = async (tasks: Task[], search = '') => {
  serveTasks(tasks)
  openTab(search)
  act(() => void queryClient.setQueryData(membersQuery(projectID).queryKey, { data: [lena] } as never))
  await act(async () => {
    end = await followLive(queryClient, ada.id)
    // The task that is opened, and the members, are read by then: what a test says afterwards is newer.
    await host.quiet()
  })
}
/** What the stream says after somebody else has changed the task. */
const frame = (task: Task) => {
  const { description: _text, taskCreatedByUsername: _maker, version = 1, ...fields } = task
  host.live({
    type: 'frame',
    cursor: `c${version}`,
    frame: {
      cursor: `c${version}`,
      id: ada.id,
      kind: 'task.changed',
      actorID: grace.id,
      projectID,
      taskID: task.id,
      requestID: null,
      subjectID: null,
      createdAt: '2025-01-06T10:00:00.000Z',
      task: { ...fields, version },
    },
  })
}
const dialog = async () => within(await screen.findByRole('dialog', { name: /, task \d+$/ }))
const title = async () => (await dialog()).findByLabelText<HTMLInputElement>('Title')

test('[LIVE-13][LIVE-15] a card that somebody else moves goes to its column without a call, and is marked for a moment', async () => {
  await open([taskOf(1), taskOf(2)])
  await card('Task 1')
  await host.quiet()
  const before = host.calls.length
  act(() => frame(taskOf(1, { status: 3, version: 2 })))
  await waitFor(async () => expect(await cardsIn('Under Review')).toEqual(['Task 1']))
  const marked = [...document.querySelectorAll('[data-changed]')]
  expect(marked.map((one) => one.querySelector('a')?.textContent)).toEqual(['Task 1'])
  expect(host.calls.length).toBe(before)
  await waitFor(() => expect(document.querySelectorAll('[data-changed]')).toHaveLength(0), { timeout: 8_000 })
})

test.each([
  [false, 1],
  [true, 0],
])(
  'a card that somebody else moves slides to its column within 200 ms, unless less motion is wanted (%s)',
  async (isStill, slides) => {
    const way = {} as Animation
    const animate = vi.fn<Element['animate']>(() => way)
    Element.prototype.animate = animate
    const matchMedia = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
      ...matchMedia(query),
      matches: isStill && query.includes('reduce'),
    }))
    await open([taskOf(1), taskOf(2)])
    await card('Task 1')
    await host.quiet()
    act(() => frame(taskOf(1, { status: 3, version: 2 })))
    await waitFor(async () => expect(await cardsIn('Under Review')).toEqual(['Task 1']))
    expect(animate).toHaveBeenCalledTimes(slides)
    for (const [, timing] of animate.mock.calls)
      expect((timing as KeyframeAnimationOptions).duration).toBeLessThanOrEqual(200)
    // The copy that is on its way is nothing to press or to hear, and goes at the end.
    const copies = () => [...document.querySelectorAll('body > ul')]
    expect(copies().map((copy) => copy.ariaHidden)).toEqual(Array(slides).fill('true'))
    // Behind its copy the card is transparent, and not hidden, so that it can take the focus.
    const moved = document.querySelector<HTMLElement>(`[data-card="${taskOf(1).id}"]`) as HTMLElement
    const look = () => {
      const { opacity, visibility, display } = moved.style
      return { opacity, visibility, display }
    }
    expect(look()).toEqual({ opacity: isStill ? '1' : '0', visibility: '', display: '' })
    way.onfinish?.({} as AnimationPlaybackEvent)
    expect(copies()).toEqual([])
    expect(look().opacity).toBe('1')
    Reflect.deleteProperty(Element.prototype, 'animate')
    vi.restoreAllMocks()
  },
)

test('[LIVE-16] a card that is carried stays in the hand; dropped, it goes where it is now, with a sentence about it', async () => {
  await open([taskOf(1), taskOf(2)])
  const [from, target] = [await card('Task 1'), await column('Under Review')]
  fireEvent.mouseDown(from, { button: 0, clientX: 10, clientY: 10 })
  fireEvent.mouseMove(document, { clientX: 40, clientY: 20 })
  await act(async () => fireEvent.mouseMove(document, middleOf(target)))
  await act(async () => {
    frame(taskOf(1, { status: 2, version: 2 }))
    await new Promise((resolve) => setTimeout(resolve, 150))
  })
  expect((await cardsIn('Assigned')).sort()).toEqual(['Task 1', 'Task 2'])
  expect(from.isConnected).toBe(true)
  await act(async () => fireEvent.mouseUp(document, middleOf(target)))
  expect(await cardsIn('In Progress')).toEqual(['Task 1'])
  expect(await screen.findByText(/Somebody else has changed “Task 1” meanwhile: it is in In Progress now/)).toBeTruthy()
  expect(sentUpdates()).toEqual([])
})

test("[LIVE-16] an edit is not overwritten: the form says 'Lena changed this task', and Show brings what she saved", async () => {
  const first = taskOf(1)
  await open([first], `?task=${first.id}`)
  fill(await title(), 'Mine')
  const theirs = taskOf(1, { title: 'Theirs', description: 'Their text', version: 2 })
  host.on('tasks.get', ok({ data: theirs }))
  act(() => frame(theirs))
  const text = await (await dialog()).findByText(/Lena changed this task/)
  expect(text.closest('[role="status"]')).toBeTruthy()
  const description = (await dialog()).getByLabelText<HTMLTextAreaElement>('Description')
  expect([(await title()).value, description.value]).toEqual(['Mine', 'What task 1 is about'])
  await user.click((await dialog()).getByRole('button', { name: 'Show' }))
  expect([(await title()).value, description.value]).toEqual(['Mine', 'Their text'])
  expect((await dialog()).getByText(/They changed the title to “Theirs”\. What you entered/)).toBeTruthy()
  expect((await dialog()).queryByText(/Lena changed this task/)).toBeNull()
  fireEvent.keyDown(await title(), { key: 'Enter' })
  await waitFor(() => expect(sentUpdates()).toEqual([{ id: first.id, title: 'Mine', version: 2 }]))
})

test('[LIVE-16] saving without Show is based on what the person saw, so that the server can refuse it', async () => {
  const first = taskOf(1)
  await open([first], `?task=${first.id}`)
  fill(await title(), 'Mine')
  const theirs = taskOf(1, { title: 'Theirs', version: 2 })
  host.on('tasks.get', ok({ data: theirs }))
  act(() => frame(theirs))
  await (await dialog()).findByText(/Lena changed this task/)
  const refused = failedReply(409, 'CONFLICT')
  host.on('tasks.update', { ...refused, error: { ...refused.error, newer: theirs } })
  fireEvent.keyDown(await title(), { key: 'Enter' })
  expect(await (await dialog()).findByText(/They changed the title to “Theirs”/)).toBeTruthy()
  expect(sentUpdates()).toEqual([{ id: first.id, title: 'Mine', version: 1 }])
  expect((await title()).value).toBe('Mine')
})

test('[LIVE-16] an open task that is not being edited follows at once, without a word', async () => {
  const first = taskOf(1)
  await open([first], `?task=${first.id}`)
  expect((await title()).value).toBe('Task 1')
  const theirs = taskOf(1, { title: 'Theirs', version: 2 })
  host.on('tasks.get', ok({ data: theirs }))
  act(() => frame(theirs))
  await waitFor(async () => expect((await title()).value).toBe('Theirs'))
  expect((await dialog()).queryByText(/changed this task/)).toBeNull()
})
