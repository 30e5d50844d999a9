import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Notice } from '#shared/contract/notifications.ts'
import { host, ok } from '#support/fake-platform.ts'
import { accountNotice, hostInbox, noticeOf } from '#support/notices.ts'
import { invited, member, project } from '#support/project-dialog.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { requestOf } from '#support/collaborators.ts'
import { projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { sessionData } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/query-client.ts'
// The app loads this code when a notice is opened; the tests load it before the first test, whose time it would take.
import '../features/collaborators/requests/RequestPane.tsx'
import '../features/inbox/InboxPage.tsx'
import '../features/projects/ProjectPane.tsx'
import '../features/tasks/task/TaskPane.tsx'
import './inbox-things.tsx'

beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  sessionData.set('userType', 'contributor')
})
afterEach(clearApp)

const task = taskOf(1, { title: 'Draw the plans' })
const about = { id: projectID, title: 'Bridge repair' }
const ofTask = (more: Partial<Notice> = {}) =>
  noticeOf(1, {
    group: 'direct',
    kind: 'task.assigned',
    project: about,
    task: { id: task.id, taskId: '1', title: task.title },
    requestID: null,
    address: `/project/${projectID}/tasks?task=${task.id}`,
    ...more,
  })
const open = async (...notices: Notice[]) => {
  const inbox = hostInbox(notices)
  const { path } = await renderApp(`/inbox?notice=${notices[0]?.id}`)
  const pane = within(await screen.findByRole('region', { name: 'Opened notice' }))
  return { inbox, path, pane, stayed: () => expect(path()).toBe(`/inbox?notice=${notices[0]?.id}`) }
}
const gone = async (pane: Awaited<ReturnType<typeof open>>['pane']) => {
  await pane.findByText('This is no longer there.')
  return within(pane.getByRole('status')).getByRole('button', { name: 'Done' })
}

test('[INBOX-32] a task is read and changed in the inbox, as often as one likes', async () => {
  serveTasks([task], 'owner')
  let now = task
  host.on('tasks.get', () => ok({ data: now }))
  host.on('tasks.update', ({ input }) => {
    now = { ...now, ...(input.body as object), version: (now.version ?? 1) + 1 }
    return ok({ data: now })
  })
  host.on('memberships.members', ok({ data: [] }))
  const { pane, stayed } = await open(ofTask())
  for (const title of ['Draw the bridge', 'Draw the whole bridge']) {
    const field = await pane.findByRole('textbox', { name: 'Title' })
    fireEvent.change(field, { target: { value: title } })
    fireEvent.blur(field)
    await waitFor(() => expect(host.called('tasks.update').at(-1)?.input.body).toMatchObject({ title }))
    await waitFor(() => expect(now.title).toBe(title))
    await waitFor(() => expect(pane.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe(title))
    stayed()
  }
})

test('[INBOX-32] going to another notice asks before typed text of a task is lost', async () => {
  serveTasks([task], 'owner')
  host.on('tasks.get', ok({ data: task }))
  host.on('memberships.members', ok({ data: [] }))
  const { pane, stayed } = await open(ofTask(), accountNotice(2))
  fireEvent.change(await pane.findByRole('textbox', { name: 'Description' }), { target: { value: 'Draw' } })
  const [other] = document.querySelectorAll<HTMLElement>('section[aria-label="Inbox"] [data-notice]')
  fireEvent.click(other as HTMLElement)
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  stayed()
})

test('[INBOX-32] an application is answered by the owner in the inbox', async () => {
  const request = requestOf(1)
  host.on('memberships.requests', ({ input }) =>
    ok({ data: (input.query as { type: string }).type === 'received' ? [request] : [] }),
  )
  host.on('memberships.answer', ok({ message: 'Approved.' }))
  const { pane, stayed } = await open(noticeOf(1, { requestID: request.id, project: about }))
  fireEvent.click(await pane.findByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(host.called('memberships.answer').map(({ input }) => input)).toEqual([
      { params: { id: projectID, userId: request.userID }, body: { accept: true } },
    ]),
  )
  stayed()
})

test('[INBOX-32] an invitation stands with its project and is answered in the inbox', async () => {
  host.on('projects.get', ok({ data: project }))
  host.on('memberships.access', ok({ data: invited }))
  host.on('memberships.answer', ok({ message: 'Accepted.' }))
  const { pane, stayed } = await open(
    noticeOf(1, { kind: 'request.invited', project: { id: project.id, title: project.title } }),
  )
  expect(await pane.findByRole('heading', { level: 3, name: project.title })).toBeTruthy()
  fireEvent.click(await pane.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(host.called('memberships.answer')).toHaveLength(1))
  expect(host.called('memberships.answer')[0]?.input.body).toEqual({ accept: true })
  stayed()
})

test('[CLAIM-52] the answer to one’s own application to a task leads to the open task', async () => {
  const address = `/open/${task.id}`
  const { pane } = await open(noticeOf(3, { group: 'requests', kind: 'request.approved', project: about, address }))
  const link = await pane.findByRole('link', { name: 'Open the task' })
  expect(link.getAttribute('href')).toBe(address)
  expect(pane.getByText('Your application is on the page of the task.')).toBeTruthy()
})

test('[INBOX-32] a project shows its brief, and to whom it paid their payments', async () => {
  host.on('projects.get', ok({ data: project }))
  host.on('memberships.access', ok({ data: member }))
  const { pane } = await open(
    noticeOf(1, {
      group: 'money',
      kind: 'payment.recorded',
      requestID: null,
      project: { id: project.id, title: project.title },
    }),
  )
  expect(await pane.findByText(project.description)).toBeTruthy()
  await waitFor(() => expect(host.called('payments.list')).toHaveLength(1))
})

test.each([
  ['a task', ofTask(), ['tasks.get', 'projects.userDetails'], failedReply(404, 'NOT_FOUND')],
  ['a task of a project that one was removed from', ofTask(), ['projects.userDetails'], failedReply(403, 'FORBIDDEN')],
  ['a request', noticeOf(1), ['memberships.requests'], ok({ data: [] })],
  ['a project', noticeOf(1, { kind: 'member.role', requestID: null }), ['projects.get'], failedReply(404, 'NOT_FOUND')],
])(
  "[INBOX-40] for %s that is gone the inbox says 'This is no longer there.' with Done",
  async (_what, notice, operations, answer) => {
    host.on('tasks.get', ok({ data: task }))
    for (const operation of operations) host.on(operation, answer)
    const { inbox, pane, path, stayed } = await open(notice)
    const done = await gone(pane)
    stayed()
    fireEvent.click(done)
    await waitFor(() => expect(inbox.list('done').map(({ id }) => id)).toEqual([notice.id]))
    expect(path()).toBe('/inbox')
  },
)

test('[INBOX-40] so does a notice that the list does not have any more', async () => {
  hostInbox([accountNotice(2)])
  const { path } = await renderApp(`/inbox?notice=${noticeOf(1).id}`)
  const pane = within(await screen.findByRole('region', { name: 'Opened notice' }))
  fireEvent.click(await gone(pane))
  await waitFor(() => expect(path()).toBe('/inbox'))
})

test('the keys of a task act on the one that is open in the inbox', async () => {
  const whole = { ...task, taskCreatedByUsername: 'ada', doneWhen: [], fileIDs: [], blockedByIDs: [] }
  serveTasks([whole], 'owner')
  host.on('tasks.get', ok({ data: whole }))
  host.on('memberships.members', ok({ data: [] }))
  host.on('labels.list', ok({ data: [] }))
  const { pane } = await open(ofTask())
  host.on('capabilities.list', ok({ data: ['inbox', 'search', 'tasks2'] }))
  await queryClient.invalidateQueries({ queryKey: ['capabilities.list'] })
  await pane.findByDisplayValue(task.title)
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'p' })
    screen.getByRole('combobox', { name: 'Set the priority' })
  })
  const field = screen.getByRole('combobox', { name: 'Set the priority' })
  fireEvent.change(field, { target: { value: 'urgent' } })
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() =>
    expect(host.called('tasks.update').at(-1)?.input.body).toEqual({ priority: 'urgent', version: 1 }),
  )
})

test('[RATE-14] a notice that a review is due leads to where it is given', async () => {
  const due = noticeOf(1, { group: 'requests', kind: 'rating.due', project: about, requestID: null, address: '/work' })
  const { pane } = await open(due)
  expect((await pane.findByRole('link', { name: 'Open My Work' })).getAttribute('href')).toBe('/work')
  expect(host.called('projects.get')).toEqual([])
})

test('[RATE-07] a notice that a review can be read leads to the profile that shows it', async () => {
  const told = { group: 'requests', kind: 'rating.revealed', requestID: null } as const
  const { pane } = await open(noticeOf(1, { ...told, project: about, address: '/pf/ana' }))
  expect((await pane.findByRole('link', { name: 'Read the review' })).getAttribute('href')).toBe('/pf/ana')
  expect(host.called('projects.get')).toEqual([])
})
