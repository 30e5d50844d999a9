import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectRole } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { goOffline } from '#support/network.ts'
import { user } from '#support/quick-user.ts'
import { localData } from '#lib/browser-storage.ts'
import { dropQuestion, useConfirmStore } from '#lib/confirm.ts'
import { useToasts } from '#lib/toast.ts'
import { ada, cardsIn, fill, layOut, openTab, projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'

layOut()
// The code of the backlog and of the dialog is loaded apart, which may take long on a busy machine.
beforeAll(async () => {
  await Promise.all([import('../backlog/TaskBacklog.tsx'), import('../task/CreateTaskDialog.tsx')])
})
let number = 50
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2', 'import'] }))
  host.on('labels.list', ok({ data: [] }))
  host.on('tasks.create', ({ input }) => ok({ data: taskOf(++number, input.body as object) }))
})
afterEach(clearScreen)

let router: ReturnType<typeof openTab>
const openField = async (role: ProjectRole = 'owner', where = 'In Progress') => {
  serveTasks([taskOf(1)], role)
  router = openTab()
  await user.click(await screen.findByRole('button', { name: `Add task to ${where}` }))
  return screen.findByRole<HTMLInputElement>('textbox', { name: `New task in ${where}` })
}
const created = () => host.called('tasks.create').map(({ input }) => input.body)
const keys = () => created().map((body) => (body as { idempotencyKey?: string }).idempotencyKey)
const paste = (field: HTMLElement, text: string) =>
  fireEvent.paste(field, { clipboardData: { getData: () => text } as unknown as DataTransfer })

test('Enter adds a task to the column, and the field stays for the next one; Escape closes it', async () => {
  const field = await openField('member')
  expect(document.activeElement).toBe(field)
  await user.keyboard('  Draw the pier {Enter}')
  expect(field.value).toBe('')
  await user.keyboard('Mark the shoals{Enter}')
  await waitFor(async () => expect(await cardsIn('In Progress')).toEqual(['Mark the shoals', 'Draw the pier']))
  const idempotencyKey: unknown = expect.any(String)
  expect(created()).toEqual([
    { title: 'Draw the pier', description: 'Draw the pier', status: 2, projectID, idempotencyKey },
    { title: 'Mark the shoals', description: 'Mark the shoals', status: 2, projectID, idempotencyKey },
  ])
  expect(new Set(keys()).size).toBe(2)
  await user.keyboard('{Enter}   {Enter}')
  await host.quiet()
  expect(created()).toHaveLength(2)
  await user.keyboard('{Escape}')
  const button = await screen.findByRole('button', { name: 'Add task to In Progress' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('what is under way is shown at once; a title that could not be added stays, with the reason, and is tried again', async () => {
  const field = await openField()
  host.on('tasks.create', failedReply(429, 'RATE_LIMITED', 'Too many tasks.'))
  await user.keyboard('Draw the pier{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tasks.')
  expect(field.value).toBe('Draw the pier')
  // Somebody who goes on typing keeps both.
  let answer: (reply: ReturnType<typeof failedReply>) => void = () => undefined
  host.on('tasks.create', () => new Promise((resolve) => (answer = resolve)))
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Adding…')).toBeTruthy()
  await user.keyboard('Second')
  answer(failedReply(500, 'INTERNAL', ''))
  expect(await screen.findByText(/^Not added\./)).toBeTruthy()
  expect(field.value).toBe('Second')
  host.on('tasks.create', ({ input }) => ok({ data: taskOf(++number, input.body as object) }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await cardsIn('In Progress')).toEqual(['Draw the pier']))
  expect(screen.queryByText(/^Not added\./)).toBeNull()
  // From the field and by its button it is the same task, so that a lost answer makes no second one.
  expect([keys().length, new Set(keys()).size]).toEqual([3, 1])
})

test('a title that came back to the field and was changed there is another task; an older server gets no key', async () => {
  await openField()
  host.on('tasks.create', failedReply(500, 'INTERNAL', ''))
  await user.keyboard('Draw the pier{Enter}')
  await screen.findByRole('alert')
  await user.keyboard('s{Enter}')
  await waitFor(() => expect(created()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(2)
  clearScreen()
  host.on('capabilities.list', ok({ data: [] }))
  await openField()
  await user.keyboard('Draw the pier{Enter}')
  await waitFor(() =>
    expect(created().at(-1)).toEqual({ title: 'Draw the pier', description: 'Draw the pier', status: 2, projectID }),
  )
})

test('a title that fails after the field was closed stays in sight, and can be tried again from there', async () => {
  await openField()
  let answer: (reply: ReturnType<typeof failedReply>) => void = () => undefined
  host.on('tasks.create', () => new Promise((resolve) => (answer = resolve)))
  await user.keyboard('Draw the pier{Enter}{Escape}')
  await screen.findByRole('button', { name: 'Add task to In Progress' })
  expect(screen.getByText('Adding…')).toBeTruthy()
  answer(failedReply(429, 'RATE_LIMITED', 'Too many tasks.'))
  expect(await screen.findByText('Not added. Too many tasks.')).toBeTruthy()
  host.on('tasks.create', ({ input }) => ok({ data: taskOf(++number, input.body as object) }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await cardsIn('In Progress')).toEqual(['Draw the pier']))
})

test('a list that fails when one has gone on to the backlog is told all the same', async () => {
  const field = await openField()
  paste(field, 'Buy paint\nSand the hull\n')
  let answer: (reply: ReturnType<typeof failedReply>) => void = () => undefined
  host.on('imports.create', () => new Promise((resolve) => (answer = resolve)))
  await user.click(await screen.findByRole('button', { name: 'Make 2 tasks' }))
  await waitFor(() => expect(host.called('imports.create')).toHaveLength(1))
  await user.click(screen.getByRole('tab', { name: 'Backlog' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Pasted list' })).toBeNull())
  answer(failedReply(500, 'INTERNAL', 'Something went wrong.'))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
      'The tasks were not added. Something went wrong.',
    ]),
  )
})

test('members have no row in Completed, which is for owners and admins', async () => {
  await openField('member', 'Assigned')
  expect(screen.getAllByRole('button', { name: /^Add task to/ })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Add task to Completed' })).toBeNull()
})

test('a pasted list is shown first, then made in one call, and taken back by Undo', async () => {
  const field = await openField()
  paste(field, '- [ ] Buy paint\n\n2. Sand the hull\n')
  const list = within(await screen.findByRole('group', { name: 'Pasted list' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Buy paint', 'Sand the hull'])
  expect(host.called('imports.create')).toEqual([])
  host.on('imports.create', failedReply(500, 'INTERNAL', ''))
  await user.click(list.getByRole('button', { name: 'Make 2 tasks' }))
  expect(await list.findByRole('alert')).toBeTruthy()
  const importID = taskOf(77).id
  host.on('imports.create', ok({ data: { id: importID, created: 2 } }))
  host.on('imports.undo', ok({ data: { removed: 2, kept: 0 } }))
  await user.click(list.getByRole('button', { name: 'Make 2 tasks' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Pasted list' })).toBeNull())
  const bodies = host.called('imports.create').map(({ input }) => input.body as { idempotencyKey: string })
  expect(bodies[1]).toEqual({
    idempotencyKey: bodies[0]?.idempotencyKey,
    source: 'list',
    labels: [],
    tasks: [
      { title: 'Buy paint', description: 'Buy paint', status: 2 },
      { title: 'Sand the hull', description: 'Sand the hull', status: 2 },
    ],
  })
  expect(created()).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 tasks moved to Trash.')).toBeTruthy()
  expect(host.called('imports.undo').map(({ input }) => input.params)).toEqual([{ id: projectID, importID }])
})

test("a member's list is made task by task, the first on top; what fails stays in the list", async () => {
  const field = await openField('member')
  paste(field, 'One\nTwo\nThree')
  const list = within(await screen.findByRole('group', { name: 'Pasted list' }))
  host.on('tasks.create', ({ input }) =>
    (input.body as { title: string }).title === 'Two'
      ? failedReply(500, 'INTERNAL', '')
      : ok({ data: taskOf(++number, input.body as object) }),
  )
  await user.click(list.getByRole('button', { name: 'Make 3 tasks' }))
  expect((await list.findByRole('alert')).textContent).toContain('1 of them are there.')
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['One', 'Two'])
  host.on('tasks.create', ({ input }) => ok({ data: taskOf(++number, input.body as object) }))
  await user.click(list.getByRole('button', { name: 'Make 2 tasks' }))
  await waitFor(async () => expect(await cardsIn('In Progress')).toEqual(['One', 'Two', 'Three']))
  expect(host.called('imports.create')).toEqual([])
  // The task that failed was sent again under its key, and every other one has its own.
  const sent = created().map((body, at) => [(body as { title: string }).title, keys()[at]])
  expect(sent.map(([title]) => title)).toEqual(['Three', 'Two', 'Two', 'One'])
  expect([sent[1]?.[1] === sent[2]?.[1], new Set(keys()).size]).toEqual([true, 3])
})

test('one pasted line is text like any other, and a list can be kept as one', async () => {
  const field = await openField()
  paste(field, '- just one')
  expect(screen.queryByRole('group', { name: 'Pasted list' })).toBeNull()
  paste(field, 'One\nTwo')
  await user.click(await screen.findByRole('button', { name: 'Keep as one' }))
  const again = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New task in In Progress' })
  expect(again.value).toBe('One Two')
})

test('a typed title is not left behind without a question; the dialog of a task keeps it', async () => {
  await openField()
  await user.keyboard('Draw the pier')
  await user.click(await screen.findByRole('button', { name: 'Create New Task' }))
  const form = await screen.findByRole('dialog', { name: 'Create New Task' })
  await user.click(within(form).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New task in In Progress' }).value).toBe('Draw the pier')
  await user.click(screen.getByRole('tab', { name: 'Backlog' }))
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New task in In Progress' }).value).toBe('Draw the pier')
  await user.click(screen.getByRole('tab', { name: 'Backlog' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Backlog' }).getAttribute('aria-selected')).toBe('true'))
})

test('a title that fails behind a dialog with edits leaves the dialog its own question', async () => {
  await openField()
  let answer: (reply: ReturnType<typeof failedReply>) => void = () => undefined
  host.on('tasks.create', () => new Promise((resolve) => (answer = resolve)))
  await user.keyboard('Draw the pier{Enter}{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Create New Task' }))
  const form = await screen.findByRole('dialog', { name: 'Create New Task' })
  fill(within(form).getByRole('textbox', { name: /Title/ }), 'Mark the shoals')
  answer(failedReply(429, 'RATE_LIMITED', 'Too many tasks.'))
  await waitFor(() => expect(document.body.textContent).toContain('Not added. Too many tasks.'))
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: /Title/ }).value).toBe('Mark the shoals')
})

test('a typed title is asked about also where the dialog over it has nothing to lose', async () => {
  await openField()
  await user.keyboard('Draw the pier')
  await user.click(await screen.findByRole('button', { name: 'Create New Task' }))
  await screen.findByRole('dialog', { name: 'Create New Task' })
  await act(() => router.navigate('/elsewhere'))
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

test('a pasted list is not left behind without a question', async () => {
  const field = await openField()
  paste(field, 'One\nTwo')
  await screen.findByRole('group', { name: 'Pasted list' })
  await user.click(screen.getByRole('tab', { name: 'Backlog' }))
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('group', { name: 'Pasted list' })).toBeTruthy()
})

describe('with a reward behind the title', () => {
  beforeEach(() => {
    localData.set('offersExplained', `${ada.id}/${projectID}`)
    host.on('capabilities.list', ok({ data: ['tasks2', 'rewards'] }))
    host.on('tasks.create', ok({ data: taskOf(++number, { title: 'Fix the legend' }) }))
  })
  const offers = () => host.called('tasks.create').map(({ input }) => input.body as { title: string; offer?: object })

  test('[OFFER-35] says before Enter what it creates, and creates the task with its offer', async () => {
    const field = await openField('admin')
    await user.keyboard('Fix the legend $4')
    const hint = await screen.findByText('Enter: “Fix the legend” with a reward of $4.00. Recorded, not held.')
    expect(field.getAttribute('aria-describedby')).toBe(hint.id)
    await user.keyboard('0{Enter}')
    await waitFor(() => expect(offers()).toHaveLength(1))
    expect(offers()[0]).toMatchObject({
      title: 'Fix the legend',
      description: 'Fix the legend',
      offer: { amountCents: 4_000, mode: 'claim', takers: 'anyone' },
    })
    await waitFor(async () => expect(await cardsIn('Assigned')).toContain('Fix the legend'))
    expect(field.value).toBe('')
  })

  test('[OFFER-35] beyond the budget nothing is created and the text stays', async () => {
    const field = await openField('owner')
    host.on('tasks.create', failedReply(409, 'BUDGET_SHORT', 'Only $12.00 of the budget is left.'))
    await screen.findByRole('textbox')
    await user.keyboard('Fix the legend $40')
    await screen.findByText(/with a reward of/)
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Only $12.00 of the budget is left.')
    expect(field.value).toBe('Fix the legend $40')
  })

  test('[SETTLE-49] without a network a reward is not sent, and the text stays', async () => {
    const field = await openField('owner')
    await user.keyboard('Fix the legend $40')
    await screen.findByText(/with a reward of/)
    const goOnline = goOffline()
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('A reward needs the network.')
    expect([offers(), field.value]).toEqual([[], 'Fix the legend $40'])
    goOnline()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(offers()).toHaveLength(1))
  })

  test('[OFFER-18] the first one asks whether everybody may read it; cancelled, nothing is sent and the text stays', async () => {
    localData.remove('offersExplained')
    const field = await openField('owner')
    await user.keyboard('Fix the legend $40')
    await screen.findByText(/with a reward of/)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(useConfirmStore.getState().question?.title).toMatch(/^Everybody can read/))
    act(dropQuestion)
    await host.quiet()
    expect([offers(), field.value]).toEqual([[], 'Fix the legend $40'])
  })

  test('[OFFER-35] for a member the text stays the title', async () => {
    await openField('member')
    await user.keyboard('Fix the legend $40')
    await host.quiet()
    expect(screen.queryByText(/with a reward of/)).toBeNull()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(offers()).toMatchObject([{ title: 'Fix the legend $40' }]))
    expect(offers()[0]).not.toHaveProperty('offer')
  })
})
