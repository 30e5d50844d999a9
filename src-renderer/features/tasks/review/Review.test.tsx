import { ThemeProvider } from '@mui/material'
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectRole, Submission, Task } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { ada, grace, layOut, projectID, taskOf } from '#support/tasks-tab.tsx'
import { failed, refused } from '#support/workspace.ts'
import { theme } from '#app/theme.ts'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { taskQuery } from '#data/tasks.ts'
import { queryClient } from '#lib/query-client.ts'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'

configure({ asyncUtilTimeout: 20_000 })
layOut()

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const lines = [
  { id: uuid(501), text: 'In print size', isDone: true },
  { id: uuid(502), text: 'Proofread', isDone: false },
]
/** A task that is ada's, in progress. */
const own = taskOf(1, { status: 2, assignedToID: ada.id, assignedToUsername: 'ada', doneWhen: lines })
const underReview = { ...own, status: 3, openRound: 1, waitsSince: '2025-01-07T10:00:00.000Z' }
const round = (number: number, more: Partial<Submission> = {}): Submission => ({
  id: uuid(600 + number),
  taskID: own.id,
  round: number,
  state: 'open',
  authorID: ada.id,
  authorUsername: 'ada',
  note: `Note ${number}`,
  links: [],
  files: [],
  remarks: [],
  aiUse: null,
  createdAt: '2025-01-07T10:00:00.000Z',
  answeredByID: null,
  answeredByUsername: null,
  answeredAt: null,
  answer: '',
  ...more,
})
const answered = (number: number, state: Submission['state'], more: Partial<Submission> = {}) =>
  round(number, {
    state,
    answeredByID: grace.id,
    answeredByUsername: 'grace',
    answeredAt: '2025-01-08T10:00:00.000Z',
    ...more,
  })

/** The task as the cache has it, as in its dialog. */
const Opened = ({ task, role }: { task: Task; role: ProjectRole }) => {
  const { data } = useQuery(taskQuery(useQueryClient(), projectID, task.id))
  return data ? <ReviewPanel task={data} role={role} /> : null
}
let task: Task = own
const openPanel = (shown: Task, role: ProjectRole, viewer: { id: string; username: string } = ada) => {
  task = shown
  host.userID = viewer.id
  const member = { userID: viewer.id, username: viewer.username, projectID, roleInProject: role }
  host.on('projects.userDetails', ok({ data: member }))
  renderRoutes(
    [
      {
        path: '/',
        element: (
          <ThemeProvider theme={theme}>
            <Opened task={shown} role={role} />
            <Toasts />
          </ThemeProvider>
        ),
      },
    ],
    '/',
  )
  act(() => void queryClient.setQueryData(viewerInProjectQuery(projectID).queryKey, { data: member }))
}
const serveRounds = (rounds: readonly Submission[]) => host.on('submissions.list', ok({ data: rounds }))
beforeEach(() => {
  host.on('capabilities.list', ok({ data: ['review'] }))
  host.on('tasks.get', () => ok({ data: task }))
  host.on('tasks.byProject', ok({ data: [], nextCursor: null }))
  serveRounds([])
})
afterEach(clearScreen)

const button = (name: string) => screen.findByRole('button', { name })
const openSheet = async () => {
  await user.click(await button('Submit for review'))
  return within(await screen.findByRole('dialog', { name: 'Submit for review' }))
}
const sentBody = () => host.called('submissions.create').at(-1)?.input.body as Record<string, unknown>

test('[REVIEW-01] [REVIEW-22] the assignee of a task in progress can submit it; nothing was handed in yet', async () => {
  openPanel(own, 'member')
  expect((await button('Submit for review')).hasAttribute('disabled')).toBe(false)
  expect(screen.getByText('Nothing has been handed in yet.')).toBeTruthy()
})

test('the assignee begins a task with one press, and hands it in with the next', async () => {
  host.on('tasks.update', ok({ data: { ...own, status: 2, version: 3 } }))
  openPanel({ ...own, status: 1 }, 'member')
  await user.click(await button('Start'))
  await waitFor(() => expect(host.called('tasks.update')[0]?.input.body).toMatchObject({ status: 2 }))
})

test('[REVIEW-01] before the task is begun the button is disabled and says why; others do not see it', async () => {
  openPanel({ ...own, status: 1 }, 'member')
  const submit = await button('Submit for review')
  expect(submit.hasAttribute('disabled')).toBe(true)
  expect(document.getElementById(submit.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Start the task first.',
  )
  clearScreen()
  host.on('capabilities.list', ok({ data: ['review'] }))
  host.on('tasks.get', () => ok({ data: task }))
  serveRounds([])
  openPanel(own, 'owner', grace)
  await screen.findByText('Nothing has been handed in yet.')
  expect(screen.queryByRole('button', { name: 'Submit for review' })).toBeNull()
})

test('[CAP-02] a server without reviews is asked nothing, and the task shows nothing of them', async () => {
  host.on('capabilities.list', ok({ data: ['inbox'] }))
  openPanel(own, 'member')
  await host.quiet()
  expect(screen.queryByText('Review')).toBeNull()
  expect(host.called('submissions.list')).toEqual([])
})

test('[REVIEW-02] [REVIEW-23] the sheet hands in note, links and remarks, and says so', async () => {
  host.on('submissions.create', ok({ data: { submission: round(1), task: { ...underReview, version: 2 } } }))
  openPanel(own, 'member')
  const sheet = await openSheet()
  expect(document.activeElement).toBe(sheet.getByLabelText('Note'))
  fill(sheet.getByLabelText('Note'), 'Ready.')
  fill(sheet.getByLabelText('Link 1'), 'https://example.org/map')
  await user.click(sheet.getByRole('button', { name: 'Add a link' }))
  fill(await sheet.findByRole('textbox', { name: /Proofread/ }), 'Twice.')
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('Submitted for review.')).toBeTruthy()
  expect(sentBody()).toMatchObject({
    note: 'Ready.',
    links: ['https://example.org/map'],
    fileIDs: [],
    remarks: [{ lineID: lines[1]?.id, remark: 'Twice.' }],
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Waiting for review since Jan 7, 2025')).toBeTruthy()
  expect(localStorage.getItem('submissionDrafts')).toBeNull()
})

test('[REVIEW-02] what would be refused is said beside its field, and nothing is sent', async () => {
  openPanel(own, 'member')
  const sheet = await openSheet()
  fill(sheet.getByLabelText('Link 1'), 'http://example.org')
  fill(sheet.getByLabelText('Note'), 'x'.repeat(5001))
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  const link = sheet.getByLabelText('Link 1')
  const said = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(said(link)).toBe('A link is a whole address that begins with https://.')
  expect(said(sheet.getByLabelText('Note'))).toBe('A note has at most 5,000 characters.')
  expect(host.called('submissions.create')).toEqual([])
})

test('[REVIEW-20] the same hand-in has the same key when it is sent again, and another one once it is changed', async () => {
  host.on('submissions.create', failedReply(0, 'NETWORK'))
  openPanel(own, 'member')
  const sheet = await openSheet()
  fill(sheet.getByLabelText('Note'), 'Ready.')
  const submit = () => user.click(sheet.getByRole('button', { name: 'Submit' }))
  await submit()
  await sheet.findByText(/What you have written is kept/)
  await submit()
  await waitFor(() => expect(host.called('submissions.create')).toHaveLength(2))
  await sheet.findByText(/What you have written is kept/)
  fill(sheet.getByLabelText('Note'), 'Ready now.')
  await submit()
  await waitFor(() => expect(host.called('submissions.create')).toHaveLength(3))
  const keys = host
    .called('submissions.create')
    .map(({ input }) => (input.body as Record<string, unknown>)['idempotencyKey'])
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
})

test('[REVIEW-21] [REVIEW-23] an unfinished submission is there again, and closing the sheet gives the focus back', async () => {
  openPanel(own, 'member')
  const sheet = await openSheet()
  fill(sheet.getByLabelText('Note'), 'Half of it')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(await button('Submit for review'))
  clearScreenButDrafts()
  openPanel(own, 'member')
  expect((await openSheet()).getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Half of it')
})
const clearScreenButDrafts = () => {
  const drafts = localStorage.getItem('submissionDrafts') ?? ''
  clearScreen()
  localStorage.setItem('submissionDrafts', drafts)
  host.on('capabilities.list', ok({ data: ['review'] }))
  host.on('tasks.get', () => ok({ data: task }))
  serveRounds([])
}

test('[REVIEW-21] when the task was taken away meanwhile the sheet says so and keeps the text', async () => {
  openPanel(own, 'member')
  const sheet = await openSheet()
  fill(sheet.getByLabelText('Note'), 'Ready.')
  task = { ...own, assignedToID: grace.id, version: 2 }
  act(() => void queryClient.setQueryData(taskQuery(queryClient, projectID, own.id).queryKey, { data: task }))
  expect(await screen.findByText(/This task is no longer yours/)).toBeTruthy()
  const open = within(screen.getByRole('dialog'))
  expect(open.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Ready.')
  expect(open.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(true)
})

test('[REVIEW-21] files go up one by one, and a broken one leaves the others in place', async () => {
  let under = 0
  let most = 0
  host.on('files.upload', async (_call, { file }) => {
    most = Math.max(most, (under += 1))
    await new Promise((resolve) => setTimeout(resolve, 5))
    under -= 1
    const { name } = file as File
    if (name === 'broken.png') return failed
    const id = uuid(name === 'map.pdf' ? 701 : 702)
    const by = { uploadedByID: ada.id, uploadedByUsername: 'ada', uploadedByName: 'Ada', createdAt: own.createdAt }
    return ok({ data: { id, name, projectID, size: 1, contentType: 'text/plain', ...by } })
  })
  host.on('submissions.create', ok({ data: { submission: round(1), task: { ...underReview, version: 2 } } }))
  openPanel(own, 'member')
  const sheet = await openSheet()
  const files = ['map.pdf', 'broken.png', 'notes.txt'].map((name) => new File(['x'], name))
  await user.upload(sheet.getByLabelText('Files to add'), files)
  await sheet.findByRole('button', { name: 'Retry broken.png' })
  await waitFor(() => expect(host.called('files.upload')).toHaveLength(3))
  await waitFor(() => expect(sheet.queryByText(/Uploading|Waiting/)).toBeNull())
  expect(sheet.getByText('notes.txt')).toBeTruthy()
  expect(sheet.getByText('map.pdf')).toBeTruthy()
  expect(most).toBe(1)
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(false))
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sentBody()).toMatchObject({ fileIDs: [uuid(701), uuid(702)] }))
})

test('files that are in the project already are handed in without another upload', async () => {
  const by = { uploadedByID: ada.id, uploadedByUsername: 'ada', uploadedByName: 'Ada', createdAt: own.createdAt }
  const file = (n: number, name: string) => ({
    id: uuid(n),
    name,
    projectID,
    size: 1,
    contentType: 'text/plain',
    ...by,
  })
  const data = [file(701, 'map.pdf'), file(702, 'notes.txt')]
  host.on('files.list', ok({ data, pagination: { page: 1, limit: 100, total: 2, totalPages: 1 } }))
  host.on('submissions.create', ok({ data: { submission: round(1), task: { ...underReview, version: 2 } } }))
  openPanel(own, 'member')
  const sheet = await openSheet()
  expect(host.called('files.list')).toEqual([])
  await user.click(sheet.getByRole('combobox', { name: 'Files of the project' }))
  await user.click(await screen.findByRole('option', { name: 'notes.txt' }))
  expect(await sheet.findByRole('button', { name: 'Take notes.txt out' })).toBeTruthy()
  await user.click(sheet.getByRole('combobox', { name: 'Files of the project' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['map.pdf'])
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sentBody()).toMatchObject({ fileIDs: [uuid(702)] }))
  expect(host.called('files.upload')).toEqual([])
})

test('[REVIEW-09] [REVIEW-18] owner and admin accept or request changes of an open submission; a member does not', async () => {
  serveRounds([round(1)])
  host.on(
    'submissions.accept',
    ok({ data: { submission: answered(1, 'accepted'), task: { ...own, status: 4, version: 3 } } }),
  )
  openPanel(underReview, 'admin', grace)
  expect(await screen.findByText('Waiting for review since Jan 7, 2025')).toBeTruthy()
  expect(await button('Request changes')).toBeTruthy()
  await user.click(await button('Accept'))
  expect(await screen.findByText('Accepted.')).toBeTruthy()
  expect(host.called('submissions.accept')[0]?.input.params).toEqual({ id: own.id, n: 1 })
  expect(await screen.findByText('grace accepted round 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('[REVIEW-09] requesting changes asks for the text; the task waits for its assignee then', async () => {
  serveRounds([round(1)])
  const after = { ...own, version: 3 }
  host.on(
    'submissions.changes',
    ok({ data: { submission: answered(1, 'changes', { answer: 'No legend.' }), task: after } }),
  )
  openPanel(underReview, 'owner', grace)
  await user.click(await button('Request changes'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request changes' }))
  await user.click(dialog.getByRole('button', { name: 'Request changes' }))
  expect(await dialog.findByText('Say what should change.')).toBeTruthy()
  expect(host.called('submissions.changes')).toEqual([])
  fill(dialog.getByLabelText(/What should change/), 'No legend.')
  await user.click(dialog.getByRole('button', { name: 'Request changes' }))
  expect(await screen.findByText('Changes requested.')).toBeTruthy()
  expect(host.called('submissions.changes')[0]?.input.body).toEqual({ text: 'No legend.' })
  // [REVIEW-18]
  expect(await screen.findByText('Changes requested: waiting for ada')).toBeTruthy()
})

test('[REVIEW-17] the second manager reads who answered what, and the typed text stays', async () => {
  serveRounds([round(1)])
  const newer = { submission: answered(1, 'accepted'), task: { ...own, status: 4, version: 3 } }
  host.on('submissions.changes', {
    ...refused,
    status: 409,
    error: { code: 'CONFLICT', message: 'This submission has been accepted.', newer },
  })
  openPanel(underReview, 'owner', { id: uuid(13), username: 'lena' })
  await user.click(await button('Request changes'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request changes' }))
  fill(dialog.getByLabelText(/What should change/), 'No legend.')
  await user.click(dialog.getByRole('button', { name: 'Request changes' }))
  expect(await dialog.findByText(/grace accepted round 1 on Jan 8, 2025/)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/What should change/).value).toBe('No legend.')
})

test('[REVIEW-10] earlier rounds stay readable as they were, with their answers', async () => {
  serveRounds([
    answered(3, 'accepted', { answeredByName: 'Grace Hopper', authorName: 'Ada Lovelace' }),
    answered(2, 'withdrawn', { answeredByUsername: 'ada' }),
    answered(1, 'changes', {
      answer: 'No legend.',
      links: ['https://example.org/map'],
      files: [{ id: uuid(701), name: 'map.pdf', size: 5, isThere: false }],
      remarks: [
        { text: 'In print size', isDone: true, remark: 'A2.' },
        { text: 'Proofread', isDone: false, remark: '' },
      ],
    }),
  ])
  openPanel(own, 'member')
  // People go by their names, as in the talk.
  const last = await screen.findByText('Grace Hopper accepted round 3')
  expect(within(last.closest('details') as HTMLElement).getByText(/^Ada Lovelace handed in on/)).toBeTruthy()
  const summary = await screen.findByText('grace requested changes to round 1')
  await user.click(summary)
  const first = within(summary.closest('details') ?? document.body)
  expect(summary.closest('details')?.open).toBe(true)
  for (const text of ['Note 1', 'No legend.', 'https://example.org/map', 'map.pdf (deleted since)', 'A2.'])
    expect(first.getByText(text)).toBeTruthy()
  expect(first.getByRole('list', { name: 'Done when' }).textContent).toContain(
    'In print size (done)A2.Proofread (not done)',
  )
  expect(screen.getByText('ada withdrew round 2')).toBeTruthy()
})

test('[REVIEW-15] whoever handed in withdraws, and answers only as the only manager', async () => {
  serveRounds([round(1)])
  const member = (person: { id: string; username: string }, role: ProjectRole) => ({
    id: person.id,
    userID: person.id,
    username: person.username,
    role,
  })
  host.on('memberships.members', ok({ data: [member(ada, 'owner'), member(grace, 'admin')] }))
  host.on('submissions.withdraw', ok({ data: { submission: answered(1, 'withdrawn'), task: { ...own, version: 3 } } }))
  openPanel(underReview, 'owner')
  expect(await screen.findByText('An owner or admin will review it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  host.on('memberships.members', ok({ data: [member(ada, 'owner'), member(grace, 'member')] }))
  await act(() => queryClient.invalidateQueries())
  expect(await button('Accept')).toBeTruthy()
  await user.click(await button('Withdraw'))
  expect(await screen.findByText('Withdrawn. The task is in progress again.')).toBeTruthy()
})

test('[REVIEW-22] an error offers Retry, loading shows nothing before 300 ms, and offline the last state stays', async () => {
  host.on('submissions.list', failed)
  openPanel(own, 'member')
  await screen.findByText('Failed to load the review')
  serveRounds([answered(1, 'changes', { answer: 'No legend.' })])
  await user.click(await button('Retry'))
  expect(await screen.findByText('No legend.')).toBeTruthy()
  host.on('submissions.list', failedReply(0, 'NETWORK'))
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(host.called('submissions.list').length).toBeGreaterThan(2))
  expect(screen.getByText('No legend.')).toBeTruthy()
  expect(screen.queryByText('Failed to load the review')).toBeNull()
})
