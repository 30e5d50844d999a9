import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Claim, ProjectRequest, ProjectRole, Task } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { requestOf } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { rewardOf } from '#support/reward-answers.ts'
import { memberOf, projectID, taskOf } from '#support/workspace.ts'
import { useConfirmStore } from '#lib/confirm.ts'
import { HolderTime, TaskPeople } from './TaskPeople.tsx'

const task = taskOf(12)
const forTask = (number: number, name: string, extra: Partial<ProjectRequest> = {}) =>
  requestOf(number, { name, task: { id: task.id, taskId: '12', title: task.title }, ...extra })
const me = memberOf(2).userID
const claimOf = (more: Partial<Claim> = {}): Claim => ({
  ...{ id: requestOf(88).id, taskID: task.id, userID: me, kind: 'claimed', state: 'active' },
  terms: { ...rewardOf().terms, title: task.title },
  ...{ claimedAt: '2026-11-28T10:00:00.000Z', leaseUntil: '2026-12-05T10:00:00.000Z', firstHandInAt: null },
  ...{ extendedAt: null, endedAt: null, because: null, reviewBy: null, payBy: null },
  task: { taskId: '12', title: task.title, status: 2 },
  project: { id: projectID, title: 'Harbour map' },
  ...more,
})
let requests: ProjectRequest[] = []
let capabilities: string[] = []
beforeEach(() => {
  requests = [forTask(1, 'Ana'), forTask(2, 'Ben'), requestOf(3), forTask(4, 'Cleo', { status: 2 })]
  capabilities = ['claims']
  host.on('capabilities.list', () => ok({ data: capabilities }))
  host.on('memberships.requests', () => ok({ data: requests }))
  host.on('memberships.members', ok({ data: [memberOf(1, 'owner'), memberOf(2)] }))
  host.on('knownPeople.list', ok({ data: [] }))
})
afterEach(clearScreen)

const open = (role: ProjectRole = 'owner', shown: Partial<Task> = {}) =>
  renderRoutes([{ path: '/', element: <TaskPeople task={{ ...task, ...shown }} role={role} /> }], '/')
const region = async () => within(await screen.findByRole('region', { name: 'Applications for this task' }))

test('owners see who waits for the task, read an application, and give the task to one after a question', async () => {
  open()
  const list = await region()
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  expect(list.getByText('2 applications')).toBeTruthy()
  expect(list.getByRole('link', { name: 'Read the application of Ben' }).getAttribute('href')).toBe(
    `/project/${projectID}/collaborators?view=requests&request=${requestOf(2).id}`,
  )
  host.on('memberships.answerById', () => {
    requests = []
    return ok({
      data: { hasProject: false, project: null, role: null, status: null, isApproved: false, requestId: null },
    })
  })
  await user.click(list.getByRole('button', { name: 'Approve Ben' }))
  await waitFor(() => expect(useConfirmStore.getState().question?.title).toBe('Give the task to Ben?'))
  act(() => useConfirmStore.getState().answer('confirmed'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Applications for this task' })).toBeNull())
  expect(host.called('memberships.answerById').map(({ input }) => input)).toEqual([
    { params: { projectId: projectID }, body: { requestId: requestOf(2).id, accept: true } },
  ])
})

test('[CLAIM-50] the only one is approved without a question; a refusal leaves them waiting', async () => {
  requests = [forTask(1, 'Ana')]
  host.on('memberships.answerById', failedReply(409, 'CAP_REACHED', 'Ana holds 1 of 1 task.'))
  open('admin')
  await user.click((await region()).getByRole('button', { name: 'Approve Ana' }))
  await waitFor(() => expect(host.called('memberships.answerById')).toHaveLength(1))
  await host.quiet()
  expect((await region()).getByRole('button', { name: 'Approve Ana' })).toBeTruthy()
})

test('[CLAIM-46] a holder who is no member can be vouched for and blocked; a member cannot', async () => {
  open('owner', { assignedToID: requestOf(1).userID, assignedToUsername: 'ana', assignedToName: 'Ana' })
  expect(await screen.findByRole('heading', { name: 'Ana is a guest' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Vouch' })).toBeTruthy()
  clearScreen()
  open('owner', { assignedToID: memberOf(2).userID, assignedToUsername: 'person-2' })
  await host.quiet()
  expect(screen.queryByRole('button', { name: 'Vouch' })).toBeNull()
})

test.each([
  ['members', 'member', ['claims']],
  ['owners of a host without claims', 'owner', []],
] as const)('%s see nothing of it', async (_who, role, listed) => {
  capabilities = [...listed]
  open(role)
  await host.quiet()
  expect(host.called('memberships.requests')).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
})

test('[CLAIM-12] an owner takes a task back with a reason, and not once it was handed in', async () => {
  const holder = { id: requestOf(1).userID, username: 'ana', name: 'Ana' }
  const held = { id: requestOf(88).id, taskID: task.id, taskId: '12', title: task.title, holder }
  const dates = { leaseUntil: '2026-12-05T10:00:00.000Z', reviewBy: null }
  host.on('claims.running', ok({ data: [{ ...held, ...dates, mayTakeBack: true }] }))
  host.on('claims.takeBack', ok({ data: claimOf({ state: 'takenBack' }) }))
  const ofAna = { assignedToID: holder.id, assignedToUsername: 'ana', assignedToName: 'Ana' }
  open('admin', ofAna)
  await user.click(await screen.findByRole('button', { name: 'Take the task back' }))
  await user.click(await screen.findByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('Please fill in all required fields.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Why?' }), 'We need it on Monday.')
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.called('claims.takeBack').map(({ input }) => input)).toEqual([
    { params: { id: held.id }, body: { reason: 'We need it on Monday.' } },
  ])
  clearScreen()
  host.on('claims.running', ok({ data: [{ ...held, ...dates, mayTakeBack: false }] }))
  open('admin', ofAna)
  await host.quiet()
  expect(screen.queryByRole('button', { name: 'Take the task back' })).toBeNull()
})

test('a member who has the task asks for more time and gives it back', async () => {
  host.userID = me
  const claim = claimOf()
  host.on('claims.list', ok({ data: [claimOf({ id: requestOf(89).id, state: 'returned' }), claim], nextCursor: null }))
  host.on('claims.extend', ok({ data: claim }))
  host.on('claims.giveBack', ok({ data: claim }))
  const held = { ...task, assignedToID: me, status: 2 }
  renderRoutes([{ path: '/', element: <HolderTime task={held} /> }], '/')
  await user.click(await screen.findByRole('button', { name: 'Ask for more time' }))
  await user.type(await screen.findByRole('textbox', { name: 'Why do you need it?' }), 'The numbers come on Tuesday.')
  await user.click(screen.getByRole('button', { name: 'Extend' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Give the task back' }))
  await user.click(await screen.findByRole('button', { name: 'Give back' }))
  await waitFor(() =>
    expect(host.called('claims.giveBack').map(({ input }) => input)).toEqual([{ params: { id: claim.id }, body: {} }]),
  )
  expect(host.called('claims.extend').map(({ input }) => input)).toEqual([
    { params: { id: claim.id }, body: { reason: 'The numbers come on Tuesday.' } },
  ])
})
