import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Stage, Task } from '#shared/contract/index.ts'
import { writeStages } from '#data/stages.ts'
import { queryClient } from '#lib/query-client.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import {
  ada,
  card,
  cardsIn,
  column,
  layOut,
  middleOf,
  openTab,
  projectID,
  serveTasks,
  taskOf,
} from '#support/tasks-tab.tsx'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeEach(() => {
  host.userID = ada.id
})
afterEach(() => {
  clearScreen()
  vi.unstubAllGlobals()
})

const stages: readonly Stage[] = [
  { id: 1, name: 'Next', status: 1, limit: null },
  { id: 2, name: 'Design', status: 2, limit: 1 },
  { id: 3, name: 'Build', status: 2, limit: null },
  { id: 4, name: 'Completed', status: 4, limit: null },
]
const tasks = [
  taskOf(1),
  taskOf(2, { status: 2 }),
  taskOf(3, { status: 2, stageID: 2 }),
  taskOf(4, { status: 2, stageID: 3 }),
  taskOf(5, { status: 3 }),
]
/** Lets the host know stages, and answer moves as the server would. */
const serveStages = (
  role: 'owner' | 'member' = 'owner',
  list: readonly Stage[] = stages,
  all: readonly Task[] = tasks,
) => {
  serveTasks(all, role)
  host.on('capabilities.list', ok({ data: ['stages', 'tasks2'] }))
  host.on('labels.list', ok({ data: [] }))
  let now = { stages: list, version: 3 }
  host.on('stages.list', () => ok({ data: now }))
  host.on('stages.replace', ({ input }) => {
    now = { stages: (input.body as { stages: Stage[] }).stages, version: now.version + 1 }
    return ok({ data: now })
  })
  host.on('tasks.order', ({ input }) => {
    const { id } = input.params as { id: string }
    const { stageID } = input.body as { stageID?: number }
    const status = list.find((one) => one.id === stageID)?.status
    const found = all.find((task) => task.id === id)
    return ok({ data: { ...found, ...(stageID && { stageID }), ...(status && { status }), version: 2 } })
  })
}
const titles = () => [...document.querySelectorAll('[data-column] h3')].map(({ textContent }) => textContent)
const sentOrders = () => host.called('tasks.order').map(({ input }) => input.body)
const sentLists = () =>
  host.called('stages.replace').map(({ input }) => input.body as { stages: Stage[]; version: number })
const drag = async (from: HTMLElement, to: Element) => {
  fireEvent.mouseDown(from, { button: 0, clientX: 10, clientY: 10 })
  fireEvent.mouseMove(document, { clientX: 40, clientY: 20 })
  await act(async () => fireEvent.mouseMove(document, middleOf(to)))
  await act(async () => fireEvent.mouseUp(document, middleOf(to)))
}
const openMenu = async (stage: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `Stage ${stage}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('[STAGE-02] each stage is a column, in the order of statuses; a status without a stage keeps its own', async () => {
  serveStages()
  openTab()
  await card('Task 1')
  expect(titles()).toEqual(['Next', 'Design', 'Build', 'Under Review', 'Completed'])
  // A task that names no stage is in the first one of its status.
  expect(await cardsIn('Design')).toEqual(['Task 2', 'Task 3'])
  expect(await cardsIn('Build')).toEqual(['Task 4'])
  expect(await cardsIn('Under Review')).toEqual(['Task 5'])
})

test('[STAGE-02] a project without stages has the board of the four statuses, and asks for nothing else on it', async () => {
  serveStages('owner', [])
  openTab()
  await card('Task 1')
  expect(titles()).toEqual(['Assigned', 'In Progress', 'Under Review', 'Completed'])
  expect(screen.queryByRole('button', { name: 'Add stage' })).toBeNull()
  expect(screen.queryByLabelText('Columns')).toBeNull()
})

test('[STAGE-03] a head has the word of a status that its name does not say, and says in words what is beyond the limit', async () => {
  serveStages()
  openTab()
  await card('Task 1')
  expect((await column('Next')).textContent).toContain('Assigned')
  expect((await column('Design')).textContent).toContain('In Progress')
  expect((await column('Completed')).textContent).not.toContain('CompletedCompleted')
  expect(screen.getByRole('img', { name: '2 in Design, 1 more than its limit of 1' }).textContent).toBe('2 of 1')
  expect(screen.getByRole('img', { name: '1 in Build' }).textContent).toBe('1')
})

test('[STAGE-03] the limit counts all tasks of a stage, also those that a filter hides', async () => {
  serveStages()
  openTab('?q=task+3')
  expect(await cardsIn('Design')).toEqual(['Task 3'])
  const count = screen.getByRole('img', { name: '2 in Design, 1 more than its limit of 1, 1 shown' })
  expect(count.textContent).toBe('2 of 1')
  expect(screen.getByRole('img', { name: '0 in Build' }).textContent).toBe('0')
})

test('[STAGE-15] a card is dragged from stage to stage, also within its status', async () => {
  serveStages()
  openTab()
  await drag(await card('Task 2'), await column('Build'))
  await waitFor(async () => expect(await cardsIn('Build')).toContain('Task 2'))
  expect(sentOrders()).toEqual([expect.objectContaining({ stageID: 3 })])
  expect(host.called('tasks.update')).toEqual([])
})

test('[STAGE-15] by its menu a card goes to a stage of another status', async () => {
  serveStages()
  openTab()
  await user.click(await screen.findByLabelText('More about Task 1'))
  await user.click(await screen.findByRole('menuitem', { name: /^Move to Build/ }))
  await waitFor(async () => expect(await cardsIn('Build')).toContain('Task 1'))
  expect(sentOrders()).toEqual([{ stageID: 3, version: 1 }])
})

test('[STAGE-15] a member may not move a card into a stage of Completed, and sees no menu of a stage', async () => {
  serveStages('member')
  openTab()
  await drag(await card('Task 1'), await column('Completed'))
  expect((await screen.findByRole('alert')).textContent).toContain('Only admins and owners can move tasks to completed')
  expect(screen.queryByRole('button', { name: 'Stage Design' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add stage' })).toBeNull()
  await host.quiet()
  expect(sentOrders()).toEqual([])
})

test('[STAGE-15] a task added at the head of a stage is in it', async () => {
  serveStages()
  host.on('tasks.create', ({ input }) => ok({ data: taskOf(9, input.body as Partial<Task>) }))
  openTab()
  await user.click(await screen.findByRole('button', { name: 'Add task to Build' }))
  await user.type(await screen.findByRole('textbox', { name: 'New task in Build' }), 'A roof{Enter}')
  await waitFor(async () => expect(await cardsIn('Build')).toContain('A roof'))
  expect(host.called('tasks.create')[0]?.input.body).toMatchObject({ title: 'A roof', status: 2, stageID: 3 })
})

test('[STAGE-15] a stage is renamed in place; a name that another one has is refused before it is sent', async () => {
  serveStages()
  openTab()
  await openMenu('Design', 'Rename')
  const field = await screen.findByRole('textbox', { name: 'Name of Design' })
  fireEvent.change(field, { target: { value: 'build' } })
  await user.keyboard('{Enter}')
  expect((await screen.findByText('There is a stage of this name already.')).textContent).toBeTruthy()
  expect(sentLists()).toEqual([])
  fireEvent.change(field, { target: { value: 'Drafts' } })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(titles()).toContain('Drafts'))
  expect(sentLists()).toEqual([
    { stages: stages.map((one) => (one.id === 2 ? { ...one, name: 'Drafts' } : one)), version: 3 },
  ])
})

test('[STAGE-15] a new name is sent once, though the field loses the focus before the answer', async () => {
  serveStages()
  let answer = () => {}
  const promise = new Promise<void>((resolve) => (answer = resolve))
  host.on('stages.replace', async ({ input }) => {
    await promise
    return ok({ data: { stages: (input.body as { stages: Stage[] }).stages, version: 4 } })
  })
  openTab()
  await openMenu('Design', 'Rename')
  const field = await screen.findByRole('textbox', { name: 'Name of Design' })
  fireEvent.change(field, { target: { value: 'Drafts' } })
  await user.keyboard('{Enter}')
  act(() => field.blur())
  answer()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name of Design' })).toBeNull())
  await host.quiet()
  expect(sentLists()).toHaveLength(1)
})

test('[STAGE-15] Space presses a button in a head that can be dragged', async () => {
  serveStages()
  openTab()
  const button = await screen.findByRole('button', { name: 'Stage Design' })
  act(() => button.focus())
  await user.keyboard(' ')
  expect((await screen.findByRole('menuitem', { name: 'Rename' })).textContent).toBe('Rename')
})

test('[STAGE-15] cards of a column far beyond the edge are drawn only when it comes near', async () => {
  const tellers = new Map<Element, (isIntersecting: boolean) => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      onSeen
      constructor(onSeen: (entries: Array<{ isIntersecting: boolean }>) => void) {
        this.onSeen = onSeen
      }
      observe = (target: Element) => void tellers.set(target, (isIntersecting) => this.onSeen([{ isIntersecting }]))
      disconnect = () => undefined
    },
  )
  const many = Array.from({ length: 9 }, (_, at) => ({ id: at + 1, name: `Step ${at + 1}`, status: 2, limit: null }))
  const inLast = [11, 12, 13].map((number) => taskOf(number, { status: 2, stageID: 9 }))
  serveStages('owner', many, [taskOf(1, { status: 2, stageID: 1 }), ...inLast])
  openTab()
  await card('Task 1')
  const last = await column('Step 9')
  // The first card is where the Tab key stops, and is drawn in any case.
  expect(await cardsIn('Step 9')).toEqual(['Task 11'])
  const tell = await waitFor(() => {
    const found = [...tellers].find(([target]) => target === last || target.contains(last))
    if (!found) throw new Error('Nobody watches the column.')
    return found[1]
  })
  act(() => tell(true))
  await waitFor(async () => expect(await cardsIn('Step 9')).toEqual(['Task 11', 'Task 12', 'Task 13']))
  act(() => tell(false))
  await waitFor(async () => expect(await cardsIn('Step 9')).toEqual(['Task 11']))
})

test('[STAGE-22] a board of 20 stages and 5,000 cards draws what is near the screen', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  const many = Array.from({ length: 20 }, (_, at) => ({
    ...{ id: at + 1, name: `Stage ${at + 1}`, status: 1 + Math.floor(at / 5), limit: null },
  }))
  const all = Array.from({ length: 5000 }, (_, at) => {
    const { id, status } = many[at % 20]!
    return taskOf(at + 1, { status, stageID: id })
  })
  serveStages('owner', many, all)
  openTab()
  await card('Task 1')
  expect(document.querySelectorAll('[data-column]')).toHaveLength(20)
  const [first, last] = [await cardsIn('Stage 1'), await cardsIn('Stage 20')]
  expect(first.length).toBeGreaterThan(1)
  expect(last).toEqual(['Task 20'])
  // Nor are the buttons of columns that nobody sees.
  const buttonsIn = async (name: string) =>
    [...(await column(name)).querySelectorAll('button')].filter((button) => !button.closest('[data-card]')).length
  expect(await buttonsIn('Stage 20')).toBe(0)
  expect(await buttonsIn('Stage 1')).toBeGreaterThan(1)
  const drawn = document.querySelectorAll('[data-card]').length
  expect(drawn).toBeLessThan(120)
}, 60_000)

test('[STAGE-15] a head is dragged beside another one, and moved by the keyboard', async () => {
  serveStages()
  openTab()
  await card('Task 1')
  const head = (await column('Design')).querySelector<HTMLElement>('h3')!
  await drag(head, await column('Build'))
  await waitFor(() => expect(titles()).toEqual(['Next', 'Build', 'Design', 'Under Review', 'Completed']))
  expect((await screen.findByText('Design is now to the right of Build.')).textContent).toBeTruthy()
  act(() => screen.getByRole('button', { name: 'Stage Design' }).focus())
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await waitFor(() => expect(titles()).toEqual(['Next', 'Design', 'Build', 'Under Review', 'Completed']))
  expect(sentLists().map(({ version }) => version)).toEqual([3, 4])
})

test('[STAGE-08] deleting a stage, and giving it another status, first ask with the number of its tasks', async () => {
  serveStages()
  openTab()
  const { useConfirmStore } = await import('#lib/confirm.ts')
  await openMenu('Design', 'Delete…')
  await waitFor(() => expect(useConfirmStore.getState().question?.text).toBe('Its 2 tasks move to Build.'))
  act(() => useConfirmStore.getState().answer('cancelled'))
  await openMenu('Next', 'Status…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Stage Next' }))
  fireEvent.mouseDown(dialog.getByRole('combobox', { name: 'Status of its tasks' }))
  await user.click(await screen.findByRole('option', { name: 'In Progress' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(useConfirmStore.getState().question?.text).toBe(
      'Its task moves to In Progress, each as if you had moved it.',
    ),
  )
  act(() => useConfirmStore.getState().answer('cancelled'))
  await host.quiet()
  expect(sentLists()).toEqual([])
})

test('when somebody else has changed the stages, theirs are shown and a toast says so', async () => {
  serveStages()
  const newer = { stages: [...stages, { id: 5, name: 'Shipped', status: 4, limit: null }], version: 8 }
  const refused = failedReply(409, 'CONFLICT')
  const message = 'Somebody else has changed the stages. Please look at them again.'
  host.on('stages.replace', () => {
    host.on('stages.list', ok({ data: newer }))
    return { ...refused, error: { ...refused.error, message, newer } }
  })
  openTab()
  await openMenu('Design', 'Move right')
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else has changed the stages.')
  await waitFor(() => expect(titles()).toContain('Shipped'))
})

test('a stage that somebody deletes while it is renamed is told as gone, and nothing is sent', async () => {
  serveStages()
  openTab()
  await openMenu('Design', 'Rename')
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name of Design' }), { target: { value: 'Drafts' } })
  await act(async () =>
    writeStages(queryClient, projectID, { stages: stages.filter(({ id }) => id !== 2), version: 4 }),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Design is gone: somebody has deleted this stage.')
  expect(titles()).toEqual(['Next', 'Build', 'Under Review', 'Completed'])
  await host.quiet()
  expect(sentLists()).toEqual([])
})

test('a dialog about a stage that somebody has deleted says that it is gone, and nothing was changed', async () => {
  serveStages()
  openTab()
  await openMenu('Design', 'Limit…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Stage Design' }))
  await act(async () =>
    writeStages(queryClient, projectID, { stages: stages.filter(({ id }) => id !== 2), version: 4 }),
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Design is gone: somebody has deleted this stage.')).toBeTruthy()
  expect(sentLists()).toEqual([])
})

test('[STAGE-16] the name and place of the shown column are above the board, with buttons for those who do not swipe', async () => {
  serveStages()
  openTab()
  await card('Task 1')
  // It is hidden on a wide screen, and what is hidden has no name for a role.
  const pager = within(screen.getByLabelText('Columns'))
  expect(pager.getByLabelText('Column 1 of 5')).toBeTruthy()
  expect(pager.getByText('Next')).toBeTruthy()
  expect(pager.getByLabelText('Previous column')).toHaveProperty('disabled', true)
  await user.click(pager.getByLabelText('Next column'))
  expect(pager.getByText('Design')).toBeTruthy()
  expect(pager.getByLabelText('Column 2 of 5')).toBeTruthy()
  // 'Add stage' behind the last column is a page as well.
  for (let page = 3; page <= 6; page += 1) await user.click(pager.getByLabelText('Next column'))
  expect(pager.getByText('New stage')).toBeTruthy()
  expect(pager.getByLabelText('Behind the last column').children).toHaveLength(6)
  expect(pager.getByLabelText('Next column')).toHaveProperty('disabled', true)
})
