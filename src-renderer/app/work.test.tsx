import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { LiveFrame, OwnWork, WorkRow, WorkSection } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { user } from '#support/quick-user.ts'
import { sessionData } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/query-client.ts'

configure({ asyncUtilTimeout: 20_000 })

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const viewerID = uuid(1)
const project = { id: uuid(800), title: 'Harbour map' }
const taskRow = (number: number, more: Partial<WorkRow> = {}, task: Partial<WorkRow['task']> = {}): WorkRow => ({
  kind: 'task',
  id: uuid(100 + number),
  project,
  task: {
    taskId: String(number),
    title: `Task ${number}`,
    status: 2,
    stage: '',
    dueOn: null,
    priority: 'none',
    ...task,
  },
  person: null,
  isGuest: false,
  isDisputed: false,
  reasons: [],
  since: null,
  answerBy: null,
  openTask: null,
  by: null,
  money: null,
  ...more,
})
const sectionOf = (...rows: WorkRow[]): WorkSection => ({ rows, total: rows.length, projects: [], hasFailed: false })
const none = sectionOf()
const nothing: OwnWork = { now: none, next: none, waiting: none, waitingForMe: null, joined: [] }
const kofi = { id: uuid(2), username: 'kofi', name: 'Kofi Boateng' }
const full: OwnWork = {
  now: sectionOf(
    taskRow(1, { reasons: ['overdue', 'changes'] }, { dueOn: '2025-01-05', priority: 'urgent' }),
    taskRow(2, { reasons: ['inProgress'] }),
  ),
  next: { ...sectionOf(taskRow(3, {}, { status: 1 })), total: 1_140, projects: [{ ...project, count: 1_140 }] },
  waiting: sectionOf(
    taskRow(4, { since: '2025-01-07T10:00:00.000Z' }, { status: 3 }),
    taskRow(5, { kind: 'application', task: null, since: '2025-01-08T10:00:00.000Z' }),
  ),
  waitingForMe: sectionOf(
    taskRow(6, { kind: 'application', task: null, person: kofi, since: '2025-01-07T10:00:00.000Z' }),
    taskRow(7, { kind: 'submission', person: kofi, since: '2025-01-08T10:00:00.000Z' }),
  ),
  joined: [],
}
let served = full
const openWork = async (mode: 'creator' | 'contributor' = 'contributor', path = '/work') => {
  host.userID = viewerID
  host.on('users.username', ok({ data: { username: 'ada' } }))
  sessionData.set('userType', mode)
  const app = await renderApp(path)
  await screen.findByRole('banner')
  return app
}
beforeEach(() => {
  served = full
  host.on('capabilities.list', ok({ data: ['work'] }))
  host.on('work.get', () => ok({ data: served }))
})
afterEach(() => {
  vi.useRealTimers()
  clearApp()
})
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const rowsOf = async (name: string) =>
  within((await section(name)).getByRole('list', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test.each(['creator', 'contributor'] as const)(
  '[WORK-01] a %s opens /work from the top bar and from the slide-out menu',
  async (mode) => {
    await openWork(mode, '/talent')
    const bar = within(screen.getByRole('banner'))
    const link = await within(bar.getByRole('navigation', { name: 'Main' })).findByRole('link', { name: 'My Work' })
    fireEvent.click(link)
    expect(await screen.findByRole('heading', { level: 1, name: 'My Work' })).toBeTruthy()
    // jsdom's window is a wide one, where the button is hidden.
    fireEvent.click(bar.getByLabelText('Open menu'))
    const menu = within(await screen.findByLabelText('Menu'))
    expect(menu.getByRole('link', { name: 'My Work', hidden: true }).getAttribute('href')).toBe('/work')
  },
)

test('[WORK-02] reviews to give wait for the work above them, which would move them', async () => {
  let answer = (): void => undefined
  host.on('capabilities.list', ok({ data: ['work', 'ratings'] }))
  host.on('work.get', () => new Promise((resolve) => (answer = () => resolve(ok({ data: served })))))
  host.on('ratings.own', failedReply(500, 'INTERNAL'))
  await openWork('creator')
  await waitFor(() => expect(host.called('ratings.own')).toHaveLength(1))
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Reviews' })).toBeNull()
  answer()
  expect(await screen.findByRole('region', { name: 'Reviews' })).toBeTruthy()
})

test('[WORK-01] /work needs a session', async () => {
  host.userID = null
  const { path } = await renderApp('/work')
  await waitFor(() => expect(path()).toBe('/'))
  expect(host.called('work.get')).toEqual([])
})

test('[CAP-02] [CAP-03] on a host without it there is no My Work, /work leads home, and nothing is asked', async () => {
  host.on('capabilities.list', ok({ data: ['inbox', 'live'] }))
  const { path } = await openWork('contributor')
  await waitFor(() => expect(path()).toBe('/market'))
  expect(screen.queryByRole('link', { name: 'My Work' })).toBeNull()
  expect(host.called('work.get')).toEqual([])
})

test('a row names the stage of its task, where that says more than its status', async () => {
  const named = (number: number, stage: string) => taskRow(number, { reasons: ['inProgress'] }, { stage })
  served = { ...nothing, now: sectionOf(named(1, 'Build'), named(2, 'In Progress'), named(3, '')) }
  await openWork()
  expect((await rowsOf('Now')).map(([text]) => text)).toEqual([
    'Task 1Harbour map #1 · In progress · Build',
    'Task 2Harbour map #2 · In progress',
    'Task 3Harbour map #3 · In progress',
  ])
})

test('[WORK-02] [WORK-03] [WORK-04] [WORK-05] every section shows its rows with what they say and open', async () => {
  await openWork()
  const task = (number: number) => `/project/${project.id}/tasks/${number}`
  expect(await rowsOf('Now')).toEqual([
    ['Task 1Harbour map #1 · Changes requested · due Jan 5, 2025 · UrgentOverdue', task(1)],
    ['Task 2Harbour map #2 · In progress', task(2)],
  ])
  expect(await rowsOf('Next')).toEqual([['Task 3Harbour map #3', task(3)]])
  expect((await section('Next')).getByText('1 of 1,140')).toBeTruthy()
  // The rest is one press away.
  expect((await section('Next')).getByRole('link', { name: 'Harbour map (1,140)' }).getAttribute('href')).toBe(
    `/project/${project.id}/tasks?assignee=${viewerID}`,
  )
  expect(await rowsOf('Waiting')).toEqual([
    ['Task 4Harbour map #4 · waiting for review since Jan 7, 2025', task(4)],
    ['Your application to Harbour mapapplied Jan 8, 2025', `/project/${project.id}/dialog`],
  ])
  expect(await rowsOf('Waiting for me')).toEqual([
    [
      'Kofi Boateng applied to Harbour mapwaits since Jan 7, 2025',
      `/project/${project.id}/collaborators?view=requests&request=${uuid(106)}`,
    ],
    ['Kofi Boateng submitted Task 7Harbour map #7 · submitted Jan 8, 2025', task(7)],
  ])
})

test('[SETTLE-41] [WORK-05] Waiting for me lists reviews by their date, dues by pay date, payments to confirm and proposals', async () => {
  const money = { amountCents: 40_000, currency: 'USD' }
  const since = '2025-01-05T10:00:00.000Z'
  const [soon, later] = ['2031-02-06T10:00:00.000Z', '2031-03-06T10:00:00.000Z']
  const waitingForMe = sectionOf(
    taskRow(6, { kind: 'due', person: kofi, since, by: since, money, reasons: ['overdue'] }, { status: 4 }),
    taskRow(7, { kind: 'submission', person: kofi, since, by: soon }, { status: 3 }),
    taskRow(8, { kind: 'payment', since, by: soon, money }, { status: 4 }),
    { ...taskRow(10, { kind: 'payment', since, by: soon, money }), task: null },
    taskRow(9, { kind: 'proposal', person: kofi, since, by: later, money: { ...money, amountCents: 30_000 } }),
  )
  served = { ...nothing, waitingForMe }
  await openWork()
  const task = (number: number) => `/project/${project.id}/tasks/${number}`
  const pay = `/project/${project.id}/collaborators?view=payments&task=${uuid(106)}`
  expect(await rowsOf('Waiting for me')).toEqual([
    [`Pay Kofi Boateng $400 for Task 6Harbour map #6 · owed since Jan 5, 2025 · to be paid by 5 January 2025Late`, pay],
    [
      'Kofi Boateng submitted Task 7Harbour map #7 · submitted Jan 5, 2025 · counts as accepted on 6 February 2031',
      task(7),
    ],
    [
      'Confirm $400 for Task 8Harbour map #8 · recorded Jan 5, 2025 · can be confirmed until 6 February 2031',
      `/receipts/${uuid(108)}`,
    ],
    [
      'Confirm $400 from Harbour maprecorded Jan 5, 2025 · can be confirmed until 6 February 2031',
      `/receipts/${uuid(110)}`,
    ],
    ['Kofi Boateng proposes $300 for Task 9Harbour map #9 · proposed Jan 5, 2025 · answer by 6 March 2031', task(9)],
  ])
})

test('a task of mine is started, or opened to be submitted, with one press; what others do has neither', async () => {
  host.on('capabilities.list', ok({ data: ['work', 'review'] }))
  host.on('tasks.update', failedReply(409, 'CONFLICT', ''))
  await openWork()
  const waiting = await section('Waiting')
  expect(waiting.queryByRole('button', { name: /^(Start|Submit)/ })).toBeNull()
  const submit = await (await section('Now')).findByRole('link', { name: 'Submit Task 2 for review' })
  expect(submit.getAttribute('href')).toBe(`/project/${project.id}/tasks/2`)
  fireEvent.click((await section('Next')).getByRole('button', { name: 'Start Task 3' }))
  await waitFor(() => expect(host.called('tasks.update').map(({ input }) => input.body)).toEqual([{ status: 2 }]))
})

test('[DISPUTE-09] a task in dispute is not handed in, and says so', async () => {
  host.on('capabilities.list', ok({ data: ['work', 'review'] }))
  served = { ...nothing, now: sectionOf(taskRow(2, { isDisputed: true })) }
  await openWork()
  const now = await section('Now')
  expect(await now.findByText(/In dispute/)).toBeTruthy()
  expect(now.queryByRole('link', { name: /^Submit/ })).toBeNull()
})

test('[GUEST-06] a guest hands in what they hold, also where somebody has put it back, and has nothing to start', async () => {
  host.on('capabilities.list', ok({ data: ['work', 'review'] }))
  served = { ...nothing, next: sectionOf(taskRow(3, { isGuest: true }, { status: 1 })) }
  await openWork()
  const next = await section('Next')
  const submit = await next.findByRole('link', { name: 'Submit Task 3 for review' })
  expect(submit.getAttribute('href')).toBe(`/project/${project.id}/tasks/3`)
  expect(next.queryByRole('button', { name: /^Start/ })).toBeNull()
})

test('[WORK-05] [WORK-12] who manages nothing has no Waiting for me; headings stand in order, lists are named', async () => {
  served = { ...full, waitingForMe: null, joined: [] }
  await openWork()
  await section('Waiting')
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('heading').map((heading) => [heading.tagName, heading.textContent])).toEqual([
    ['H1', 'My Work'],
    ['H2', 'Now'],
    ['H2', 'Next'],
    ['H2', 'Waiting'],
  ])
  for (const name of ['Now', 'Next', 'Waiting']) expect(main.getByRole('list', { name })).toBeTruthy()
})

test('[WORK-12] J and K, and the arrows, move through the rows of all sections, and Enter opens', async () => {
  const { path } = await openWork()
  await section('Waiting for me')
  const focused = () => document.activeElement?.getAttribute('data-row')
  await user.keyboard('j')
  expect(focused()).toBe(uuid(101))
  await user.keyboard('jj')
  expect(focused()).toBe(uuid(103))
  await user.keyboard('{ArrowUp}k')
  expect(focused()).toBe(uuid(101))
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe(uuid(102))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe(`/project/${project.id}/tasks/2`))
})

test('[WORK-07] a section that fails shows its own error with Retry and leaves the others', async () => {
  served = { ...full, next: { rows: [], total: 0, projects: [], hasFailed: true } }
  await openWork()
  const next = await section('Next')
  expect(next.getByText('Failed to load Next')).toBeTruthy()
  expect((await rowsOf('Now')).length).toBe(2)
  served = full
  fireEvent.click(next.getByRole('button', { name: 'Retry' }))
  await waitFor(async () => expect(await rowsOf('Next')).toHaveLength(1))
})

test('[WORK-07] a failure of all offers Retry; skeletons show after 300 ms; offline the last lists stay', async () => {
  host.on('work.get', failedReply(500, 'INTERNAL'))
  await openWork()
  await screen.findByText('Failed to load your work')
  const { reply, answer } = (() => {
    let answer: () => void = () => undefined
    const reply = new Promise<void>((resolve) => (answer = resolve))
    return { reply, answer: () => answer() }
  })()
  host.on('work.get', () => reply.then(() => ok({ data: full })))
  act(() => queryClient.clear())
  clearApp()
  host.on('capabilities.list', ok({ data: ['work'] }))
  host.on('work.get', () => reply.then(() => ok({ data: full })))
  await openWork()
  expect(await screen.findByLabelText('Loading your work')).toBeTruthy()
  answer()
  await section('Now')
  host.on('work.get', failedReply(0, 'NETWORK'))
  await act(() => queryClient.invalidateQueries({ queryKey: ['work.get'] }))
  await waitFor(() => expect(host.called('work.get').length).toBeGreaterThan(1))
  expect(await rowsOf('Now')).toHaveLength(2)
})

test.each([
  ['contributor', 'Find work', '/market'],
  ['creator', 'Open your projects', '/owner-dashboard'],
] as const)('[WORK-08] with nothing at all a %s reads so and has one next step', async (mode, name, to) => {
  served = nothing
  await openWork(mode)
  expect(await screen.findByText('Nothing waits for you')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([[name, to]])
})

test('[WORK-08] an empty section says that it is empty, beside others', async () => {
  served = { ...nothing, next: full.next }
  await openWork()
  expect((await section('Now')).getByText('Nothing of yours is in progress or overdue.')).toBeTruthy()
  expect((await section('Now')).queryByRole('list')).toBeNull()
})

test('[WORK-10] a task that is assigned, moved or taken away, and a project that one leaves, change the page at once', async () => {
  host.on('capabilities.list', ok({ data: ['work', 'live'] }))
  served = { ...nothing, next: sectionOf(taskRow(3, {}, { status: 1 })) }
  await openWork()
  expect(await rowsOf('Next')).toHaveLength(1)
  await waitFor(() => expect(host.following()).toBeGreaterThan(0))
  const told = (kind: LiveFrame['kind'], after: OwnWork) => {
    served = after
    const about = { actorID: kofi.id, projectID: project.id, taskID: uuid(103), requestID: null, subjectID: viewerID }
    const frame = { cursor: kind, id: uuid(900), kind, ...about, createdAt: '2025-01-06T10:00:00.000Z', task: null }
    act(() => host.live({ type: 'frame', cursor: kind, frame }))
  }
  told('task.assigned', { ...served, next: sectionOf(taskRow(3, {}, { status: 1 }), taskRow(8, {}, { status: 1 })) })
  await waitFor(async () => expect(await rowsOf('Next')).toHaveLength(2))
  told('task.moved', { ...served, now: sectionOf(taskRow(8, { reasons: ['inProgress'] })), next: none })
  await waitFor(async () => expect(await rowsOf('Now')).toHaveLength(1))
  told('submission.changes', { ...served, now: sectionOf(taskRow(8, { reasons: ['changes'] })) })
  await waitFor(async () => expect((await rowsOf('Now'))[0]?.[0]).toContain('Changes requested'))
  told('member.removed', nothing)
  expect(await screen.findByText('Nothing waits for you')).toBeTruthy()
})

test('[WORK-09] back from a task returns the focus to the row that opened it', async () => {
  host.on('capabilities.list', ok({ data: ['work', 'talk'] }))
  const { path, router } = await openWork()
  const link = await (await section('Now')).findByRole('link', { name: /^Task 2/ })
  act(() => link.focus())
  fireEvent.click(link)
  await waitFor(() => expect(path()).toBe(`/project/${project.id}/tasks/2`))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(path()).toBe('/work'))
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Task 2/))
})

test('[CLAIM-52] [CLAIM-53] an application to a task is called by its number, and one’s own leads to the open task', async () => {
  const openTask = { id: uuid(312), taskId: '12' }
  const row = (number: number, more: Partial<WorkRow>) => taskRow(number, { kind: 'application', task: null, openTask, ...more }) // prettier-ignore
  served = { ...nothing, waiting: sectionOf(row(1, {})), waitingForMe: sectionOf(row(2, { person: kofi })) }
  await openWork()
  const own = await screen.findByRole('link', { name: /Your application to task #12 of Harbour map/ })
  expect(own.getAttribute('href')).toBe(`/open/${openTask.id}`)
  const theirs = screen.getByRole('link', { name: /Kofi Boateng applied to task #12 of Harbour map/ })
  expect(theirs.getAttribute('href')).toBe(`/project/${project.id}/collaborators?view=requests&request=${uuid(102)}`)
})
