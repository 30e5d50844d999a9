import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Claim } from '#shared/contract/claims.ts'
import { host, ok } from '#support/fake-platform.ts'
import { hostInbox, noticeOf } from '#support/notices.ts'
import { user } from '#support/quick-user.ts'
import { localData } from '#lib/browser-storage.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { openPageOf } from '#support/open-tasks.ts'
import { rewardOf } from '#support/reward-answers.ts'
import { projectID, projectOf, taskOf } from '#support/workspace.ts'
import { queryClient } from '../lib/query-client.ts'

configure({ asyncUtilTimeout: 20_000 })

const guestID = '01890000-0000-7000-8000-0000000000aa'
const lineID = '01890000-0000-7000-8000-000000000777'
const task = taskOf(4, {
  title: 'Draw the terns',
  description: 'In two colours.',
  status: 2,
  assignedToID: guestID,
  assignedToUsername: 'gus',
  doneWhen: [{ id: lineID, text: 'In print size', isDone: false }],
  openRound: null,
})
const claim = (more: Partial<Claim> = {}): Claim => ({
  ...{ id: '01890000-0000-7000-8000-000000000888', taskID: task.id, userID: guestID, kind: 'claimed', state: 'active' },
  terms: { ...rewardOf().terms, title: 'Draw the terns', description: 'In two colours.' },
  ...{ claimedAt: '2026-11-28T10:00:00.000Z', leaseUntil: '2026-12-05T10:00:00.000Z', firstHandInAt: null },
  ...{ extendedAt: null, endedAt: null, because: null, reviewBy: null, payBy: null },
  task: { taskId: '4', title: 'Draw the terns', status: 2 },
  project: { id: projectID, title: 'A bird atlas' },
  ...more,
})
const lost = claim({
  ...{ state: 'takenBack', task: null, leaseUntil: null, endedAt: '2026-11-29T10:00:00.000Z' },
  because: 'We found somebody here.',
})
const capabilities = ok({ data: ['claims', 'rewards', 'review', 'talk', 'inbox', 'tasks2', 'live'] })
const gus = { id: guestID, username: 'gus', name: 'Gus' }
const serve = (claims: Claim[]) => host.on('claims.list', ok({ data: claims, nextCursor: null }))

beforeEach(() => {
  host.userID = guestID
  host.on('users.username', ok({ data: { username: 'gus' } }))
  host.on('capabilities.list', capabilities)
  // The project gives its guest a page about itself, and refuses everything else.
  for (const call of ['projects.get', 'projects.userDetails', 'memberships.members', 'tasks.byProject'] as const)
    host.on(call, failedReply(404, 'NOT_FOUND', 'There is no such project.'))
  host.on('tasks.get', ok({ data: task }))
  host.on(
    'rewards.get',
    ok({ data: rewardOf({ state: 'held', holder: gus, blocker: { who: 'holder', what: 'work' } }) }),
  )
  host.on('openTasks.get', failedReply(404, 'NOT_FOUND', 'There is no such task.'))
  host.on('submissions.list', ok({ data: [] }))
  host.on('files.listOfTask', ok({ data: [] }))
  host.on('comments.feed', ok({ data: [], nextCursor: null }))
  host.on(
    'comments.people',
    ok({ data: [{ id: '01890000-0000-7000-8000-000000000021', username: 'marta', name: 'Marta' }] }),
  )
  host.on('notifications.following', ok({ data: { isFollowing: true, isMuted: false } }))
  serve([claim()])
})
afterEach(() => {
  localData.remove('recent')
  clearApp()
})
const address = `/project/${projectID}/tasks/4`
const open = async () => {
  const app = await renderApp(address)
  await screen.findByRole('heading', { level: 1, name: 'Draw the terns' })
  return app
}

test('[OPEN-16] who has just taken the task has the focus on what happened', async () => {
  const { router } = await open()
  act(() => void router.navigate(address, { state: { isTaken: true } }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('What now'))
})

describe('[GUEST-17] the page of a guest', () => {
  test('is the task alone: the project’s name leads to its dialog, and there is no rail, board or tab', async () => {
    await open()
    expect(host.called('claims.list')[0]?.input).toEqual({ query: { projectID, number: 4, limit: 50 } })
    expect(screen.getByRole('link', { name: 'A bird atlas' }).getAttribute('href')).toBe(`/project/${projectID}/dialog`)
    for (const name of ['Home', 'Files', 'Settings', 'Tracker', 'Backlog'])
      expect(screen.queryByRole('link', { name })).toBeNull()
    expect(await screen.findByText('In two colours.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('ticks lines, hands in, and asks for nothing that is closed to guests', async () => {
    host.on('tasks.tick', ok({ data: { ...task, doneWhen: [{ id: lineID, text: 'In print size', isDone: true }] } }))
    await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Done: In print size' }))
    await waitFor(() => expect(host.called('tasks.tick')[0]?.input).toMatchObject({ params: { id: task.id, lineID } }))
    const bar = within(screen.getByRole('region', { name: 'What now' }))
    await user.click(await bar.findByRole('button', { name: 'Submit for review' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Submit for review' }))
    await user.click(sheet.getByLabelText('Files of the task'))
    await waitFor(() => expect(host.called('files.listOfTask').length).toBeGreaterThan(0))
    for (const call of ['files.list', 'labels.list', 'payments.list', 'tasks.backlog'] as const)
      expect(host.called(call)).toEqual([])
  })

  test('[GUEST-10] asks once for a role in the project, and for no board, people or stages', async () => {
    host.on('capabilities.list', ok({ data: ['claims', 'rewards', 'review', 'talk', 'inbox', 'tasks2', 'stages'] }))
    await open()
    await host.quiet()
    expect(host.called('projects.userDetails')).toHaveLength(1)
    for (const call of ['memberships.members', 'tasks.byProject', 'stages.list'] as const)
      expect(host.called(call)).toEqual([])
  })

  test('[DISPUTE-09] offers no time and no return while a dispute is open', async () => {
    host.on('rewards.get', ok({ data: rewardOf({ state: 'disputed', holder: gus }) }))
    await open()
    expect(await screen.findByRole('heading', { name: 'Files' })).toBeTruthy()
    await host.quiet()
    for (const name of ['Ask for more time', 'Give the task back'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('[GUEST-14] after the end of a claim leads to the task where it is open again', async () => {
    serve([claim({ state: 'expired', task: null, leaseUntil: null, endedAt: '2026-11-29T10:00:00.000Z' })])
    host.on('claims.get', ok({ data: { ...lost, copy: { comments: [], rounds: [] } } }))
    host.on('openTasks.get', ok({ data: openPageOf({ id: task.id }) }))
    await open()
    const link = await screen.findByRole('link', { name: 'read its offer' })
    expect(link.getAttribute('href')).toBe(`/open/${task.id}`)
  })

  test.each(['taken', null] as const)(
    '[GUEST-14] leads nowhere where somebody else has it or nobody may (%s)',
    async (state) => {
      serve([lost])
      host.on('claims.get', ok({ data: { ...lost, copy: { comments: [], rounds: [] } } }))
      if (state) host.on('openTasks.get', ok({ data: openPageOf({ id: task.id, state }) }))
      await open()
      await waitFor(() => expect(host.called('openTasks.get')).toHaveLength(1))
      await host.quiet()
      expect(screen.queryByRole('link', { name: 'read its offer' })).toBeNull()
    },
  )

  test('attaches files to the task', async () => {
    host.on('files.uploadToTask', ok({ data: {} }))
    await open()
    const file = new File(['Terns.'], 'terns.txt')
    await user.upload(await screen.findByLabelText('Files to attach'), file)
    await waitFor(() => expect(host.called('files.uploadToTask')[0]?.input).toEqual({ params: { id: task.id } }))
  })

  test('asks for more time once, and says until when', async () => {
    host.on('claims.extend', ok({ data: claim() }))
    await open()
    await user.click(await screen.findByRole('button', { name: 'Ask for more time' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Ask for more time' }))
    expect(sheet.getByText(/yours until Dec 12, 2026/)).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Extend' }))
    expect(host.called('claims.extend')).toEqual([])
    await user.type(sheet.getByLabelText('Why do you need it?'), 'Storm.')
    await user.click(sheet.getByRole('button', { name: 'Extend' }))
    await waitFor(() => expect(host.called('claims.extend')[0]?.input).toMatchObject({ body: { reason: 'Storm.' } }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('gives the task back, and then has the copy of what was written', async () => {
    host.on('claims.giveBack', () => {
      serve([claim({ state: 'returned', task: null, leaseUntil: null, endedAt: '2026-11-29T10:00:00.000Z' })])
      host.on('tasks.get', failedReply(404, 'NOT_FOUND', 'Task not found'))
      return ok({ data: claim() })
    })
    host.on('claims.get', ok({ data: { ...lost, copy: { comments: [], rounds: [] } } }))
    await open()
    await user.click(await screen.findByRole('button', { name: 'Give the task back' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Give the task back' }))
    await user.click(sheet.getByRole('button', { name: 'Give back' }))
    expect(await screen.findByText('You gave this task back on Nov 29, 2026.')).toBeTruthy()
    expect(await screen.findByText('You wrote nothing about this task.')).toBeTruthy()
  })

  test('offers nothing to write once the task is finished', async () => {
    serve([claim({ state: 'finished', leaseUntil: null, task: { taskId: '4', title: 'Draw the terns', status: 4 } })])
    host.on(
      'rewards.get',
      ok({ data: rewardOf({ state: 'due', holder: gus, blocker: { who: 'managers', what: 'payment' } }) }),
    )
    await open()
    await screen.findByText('You have finished this task. You can read it here.')
    expect(screen.queryByRole('textbox', { name: 'Write a comment' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Give the task back' })).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Done: In print size' })).toHaveProperty('disabled', true)
  })

  test('after the end of the claim has the reason, the terms and the copy of what they wrote', async () => {
    serve([lost])
    const comment = { id: lineID, body: 'What about *Wings*?', createdAt: '2026-11-28T11:00:00.000Z', editedAt: null }
    host.on('claims.get', ok({ data: { ...lost, copy: { comments: [comment], rounds: [] } } }))
    await open()
    expect(await screen.findByText(/taken back from you on Nov 29, 2026: We found somebody here\./)).toBeTruthy()
    const copy = within(await screen.findByRole('region', { name: 'What you wrote' }))
    expect(await copy.findByText(/Wings/)).toBeTruthy()
    expect(host.called('tasks.get')).toEqual([])
  })

  test.each([
    ['late', true, 'payment'],
    ['said to be missing', false, 'missing'],
  ] as const)(
    '[DISPUTE-01] [GUEST-16] who was blocked opens a dispute beside their copy once the payment is %s',
    async (_, isLate, what) => {
      const done = claim({ state: 'finished', task: null, leaseUntil: null, endedAt: '2026-11-29T10:00:00.000Z' })
      serve([done])
      host.on('capabilities.list', ok({ data: ['claims', 'rewards', 'disputes'] }))
      host.on('claims.get', ok({ data: { ...done, copy: { comments: [], rounds: [] } } }))
      host.on('disputes.list', ok({ data: [] }))
      const due = {
        ...{ claimID: done.id, taskID: task.id, taskId: '4', title: task.title, project: done.project, person: gus },
        ...{ amountCents: 40_000, currency: 'USD', since: done.claimedAt, payBy: done.claimedAt, isLate },
        reward: rewardOf({ state: isLate ? 'late' : 'due', holder: gus, blocker: { who: 'managers', what } }),
      }
      host.on('dues.own', ok({ data: { owedToMe: [due], owedByMe: [], isCut: false } }))
      host.on('files.listOfTask', failedReply(404, 'NOT_FOUND', 'Task not found'))
      await open()
      expect(await screen.findByText('You finished this task on Nov 29, 2026.')).toBeTruthy()
      await user.click(await screen.findByRole('button', { name: 'Open a dispute' }))
      const sheet = within(await screen.findByRole('dialog', { name: 'Open a dispute' }))
      await host.quiet()
      expect(sheet.queryByRole('alert')).toBeNull()
      expect(sheet.getByRole('button', { name: 'Open the dispute' })).toBeTruthy()
    },
  )

  test('[GUEST-16] who was blocked can ask again what they are owed after a failure', async () => {
    const done = claim({ state: 'finished', task: null, leaseUntil: null, endedAt: '2026-11-29T10:00:00.000Z' })
    serve([done])
    host.on('capabilities.list', ok({ data: ['claims', 'rewards', 'disputes'] }))
    host.on('claims.get', ok({ data: { ...done, copy: { comments: [], rounds: [] } } }))
    host.on('disputes.list', ok({ data: [] }))
    host.on('dues.own', failedReply(500, 'INTERNAL'))
    await open()
    const retry = await screen.findByRole('button', { name: 'Retry' })
    host.on('dues.own', ok({ data: { owedToMe: [], owedByMe: [], isCut: false } }))
    await user.click(retry)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  })

  test('[GUEST-12] [KEYS-07] is among what they opened last, by its number', async () => {
    host.on('capabilities.list', ok({ data: ['claims', 'rewards', 'review', 'talk', 'inbox', 'live', 'search'] }))
    const { path, router } = await open()
    await waitFor(() => expect(localData.get('recent')).toContain(task.id))
    await act(() => router.navigate('/work'))
    await user.click(await screen.findByRole('button', { name: 'Search and commands' }))
    await user.click(await screen.findByRole('option', { name: /Draw the terns/ }))
    await waitFor(() => expect(path()).toBe(address))
  })

  test('stays their page when they come back to it without a network', async () => {
    const { router } = await open()
    for (const call of [
      'projects.get',
      'projects.userDetails',
      'memberships.members',
      'tasks.byProject',
      'claims.list',
    ])
      host.on(call, failedReply(0, 'NETWORK'))
    await act(() => router.navigate('/work'))
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Draw the terns' })).toBeNull())
    await act(() => router.navigate(address))
    await screen.findByRole('heading', { level: 1, name: 'Draw the terns' })
    await host.quiet()
    expect(screen.getByText('In two colours.')).toBeTruthy()
    for (const name of ['Home', 'Files', 'Backlog']) expect(screen.queryByRole('link', { name })).toBeNull()
  })

  test('is not there for somebody who never had the task', async () => {
    serve([])
    await renderApp(address)
    expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeTruthy()
  })

  test('is loaded again after a failure', async () => {
    host.on('claims.list', failedReply(500, 'INTERNAL'))
    await renderApp(address)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    serve([claim()])
    await user.click(retry)
    expect(await screen.findByRole('heading', { level: 1, name: 'Draw the terns' })).toBeTruthy()
  })
})

test('somebody who is refused a task of a listed project comes to the project’s dialog', async () => {
  host.on('projects.get', ok({ data: projectOf() }))
  host.on('projects.userDetails', failedReply(403, 'FORBIDDEN', 'For members of this project.'))
  serve([])
  const { path } = await renderApp(address)
  await waitFor(() => expect(path()).toBe(`/project/${projectID}/dialog`))
})

describe('[INBOX-32] a notice of a task that one works on as its guest', () => {
  const openNotice = async () => {
    const about = { id: projectID, title: 'A bird atlas' }
    const told = { group: 'review', kind: 'submission.accepted', project: about, requestID: null, address } as const
    const notice = noticeOf(1, { ...told, task: { id: task.id, taskId: '4', title: task.title } })
    hostInbox([notice])
    host.on('capabilities.list', capabilities)
    await renderApp(`/inbox?notice=${notice.id}`)
    return within(await screen.findByRole('region', { name: 'Opened notice' }))
  }

  test('[GUEST-12] opens the task beside the list, with what comes next and its talk', async () => {
    const pane = await openNotice()
    expect(await pane.findByRole('heading', { level: 3, name: 'Draw the terns' })).toBeTruthy()
    expect(pane.getByText('In two colours.')).toBeTruthy()
    expect(await pane.findByRole('region', { name: 'What now' })).toBeTruthy()
    expect(await pane.findByRole('textbox', { name: 'Write a comment' })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })

  test('[GUEST-12] stays while the role is asked for again, and without a network', async () => {
    const pane = await openNotice()
    await user.type(await pane.findByRole('textbox', { name: 'Write a comment' }), 'Half a sentence')
    for (const call of ['projects.get', 'projects.userDetails'] as const) host.on(call, failedReply(0, 'NETWORK'))
    const asked = host.called('projects.userDetails').length
    await act(() => queryClient.invalidateQueries({ queryKey: ['projects.userDetails'] }))
    expect(host.called('projects.userDetails').length).toBeGreaterThan(asked)
    expect(pane.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' }).value).toBe('Half a sentence')
    expect(pane.getByRole('heading', { level: 3, name: 'Draw the terns' })).toBeTruthy()
  })

  test('[GUEST-14] opens one’s own copy when the task was taken back', async () => {
    serve([lost])
    host.on('tasks.get', failedReply(404, 'NOT_FOUND'))
    host.on('claims.get', ok({ data: { ...lost, copy: { comments: [], rounds: [] } } }))
    const pane = await openNotice()
    expect(await pane.findByText(/This task was taken back from you on .*: We found somebody here\./)).toBeTruthy()
  })

  test('[INBOX-40] is no longer there for somebody who never had it', async () => {
    serve([])
    host.on('tasks.get', failedReply(404, 'NOT_FOUND'))
    const pane = await openNotice()
    expect(await pane.findByText('This is no longer there.')).toBeTruthy()
  })
})
