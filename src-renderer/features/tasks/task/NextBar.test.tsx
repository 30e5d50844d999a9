import { ThemeProvider } from '@mui/material'
import { act, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { capabilityNames, type ProjectRole, type Task } from '#shared/contract/index.ts'
import { OWNER_TAKES_NOTHING } from '#shared/rules/why-not-take.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { goOffline } from '#support/network.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { rewardOf } from '#support/reward-answers.ts'
import { ada, grace, layOut, projectID, taskOf } from '#support/tasks-tab.tsx'
import { failed, projectOf } from '#support/workspace.ts'
import { theme } from '#app/theme.ts'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { paths } from '#lib/paths.ts'
import { queryClient } from '#lib/query-client.ts'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { NextBar } from './NextBar.tsx'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { BesideForm } from './TaskDialog.tsx'

configure({ asyncUtilTimeout: 20_000 })
layOut()
beforeEach(() => {
  host.on('capabilities.list', ok({ data: ['review', 'rewards', 'claims', 'taskPayments'] }))
  host.on('submissions.list', ok({ data: [] }))
  host.on('projects.get', ok({ data: projectOf() }))
})
afterEach(clearScreen)

const mine = { assignedToID: ada.id, assignedToUsername: 'ada', assignedToName: 'Ada Lovelace' }
const graces = { assignedToID: grace.id, assignedToUsername: 'grace', assignedToName: null }
const adaPerson = { id: ada.id, username: 'ada', name: 'Ada Lovelace' }
const gracePerson = { id: grace.id, username: 'grace', name: '' }

const show = (task: Task, role: ProjectRole, element = <NextBar task={task} role={role} />) => {
  host.userID = ada.id
  const viewer = { userID: ada.id, username: 'ada', projectID, roleInProject: role }
  host.on('projects.userDetails', ok({ data: viewer }))
  const screenOf = (
    <ThemeProvider theme={theme}>
      {element}
      <Toasts />
    </ThemeProvider>
  )
  const router = renderRoutes(
    [
      { path: '/', element: screenOf },
      { path: '/project/:projectID/:tab', element: <p>Another page</p> },
      { path: '/open/:taskID', element: <p>An open task</p> },
    ],
    '/',
  )
  act(() => void queryClient.setQueryData(viewerInProjectQuery(projectID).queryKey, { data: viewer }))
  return router
}
const serve = (reward: ReturnType<typeof rewardOf> | null) => host.on('rewards.get', ok({ data: reward }))
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('[NEXT-01] [NEXT-02] a member takes an open task with one press, which is one claim', async () => {
  serve(rewardOf())
  host.on('claims.take', ok({ data: {} }))
  show(taskOf(1), 'member')
  expect(await screen.findByText('Free to take.')).toBeTruthy()
  expect(screen.getByText('Open · $400')).toBeTruthy()
  expect(screen.getByText('Recorded, not held.')).toBeTruthy()
  expect(buttons()).toEqual(['Take this task'])
  await user.click(screen.getByRole('button', { name: 'Take this task' }))
  await waitFor(() => expect(host.called('claims.take')).toHaveLength(1))
  expect(host.called('claims.take')[0]?.input).toMatchObject({
    params: { id: taskOf(1).id },
    body: { idempotencyKey: expect.any(String) as string },
  })
})

test('an owner reads of their open task that it is free to take, and not that owners take none', async () => {
  serve(rewardOf({ whyNot: OWNER_TAKES_NOTHING }))
  show(taskOf(1), 'owner')
  expect(await screen.findByText('Free to take.')).toBeTruthy()
  expect(screen.queryByText(OWNER_TAKES_NOTHING, { exact: false })).toBeNull()
})

test('[NEXT-02] who may not take it reads why, and has no button', async () => {
  serve(rewardOf({ whyNot: 'For people of Gold and above.' }))
  show(taskOf(1), 'member')
  expect(await screen.findByText(/^For people of Gold and above\./)).toBeTruthy()
  expect(buttons()).toEqual([])
})

test('[NEXT-02] the holder hands in; a manager accepts, or says what to change', async () => {
  const held = taskOf(1, { ...mine, status: 2 })
  serve(rewardOf({ state: 'held', holder: adaPerson, blocker: { who: 'holder', what: 'work' } }))
  show(held, 'member')
  expect(await screen.findByText('Ada Lovelace works on it.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Submit for review' }))
  expect(await screen.findByRole('dialog', { name: 'Submit for review' })).toBeTruthy()
  clearScreen()
  host.on('capabilities.list', ok({ data: ['review', 'rewards'] }))
  host.on('submissions.list', ok({ data: [] }))
  serve(
    rewardOf({
      state: 'inReview',
      holder: gracePerson,
      blocker: { who: 'managers', what: 'review', since: new Date().toISOString() },
    }),
  )
  show(taskOf(1, { ...graces, status: 3, openRound: 2 }), 'owner')
  expect(await screen.findByText("Waits for Marta's review since today.")).toBeTruthy()
  expect(buttons()).toEqual(['Accept', 'Request changes'])
  await user.click(screen.getByRole('button', { name: 'Request changes' }))
  expect(await screen.findByRole('dialog', { name: 'Request changes' })).toBeTruthy()
})

test('[NEXT-02] what is late reads so in words, and leads owners to the payment', async () => {
  const since = new Date(Date.now() - 20 * 86_400_000).toISOString()
  const by = new Date(Date.now() - 3 * 86_400_000).toISOString()
  serve(rewardOf({ state: 'late', holder: gracePerson, blocker: { who: 'managers', what: 'payment', since, by } }))
  const router = show(taskOf(1, { ...graces, status: 4 }), 'owner')
  expect(
    await screen.findByText(/^Late by 3 days\. Owed since .* Waits for Marta to record the payment by/),
  ).toBeTruthy()
  expect(screen.getByText('Late · $400')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  const { pathname, search } = router.state.location
  expect(`${pathname}${search}`).toBe(paths.payForTask(projectID, taskOf(1).id))
})

test('[NEXT-02] who was paid confirms that it arrived, and reads until when they can', async () => {
  const since = new Date().toISOString()
  const paymentID = '01890000-0000-7000-8000-000000000777'
  serve(
    rewardOf({
      ...{ state: 'recorded', holder: adaPerson, paymentID },
      blocker: { who: 'holder', what: 'confirmation', since },
    }),
  )
  host.on('payments.confirm', ok({ data: {} }))
  show(taskOf(1, { ...mine, status: 4 }), 'member')
  expect(await screen.findByText(/^Recorded as paid on .* Ada Lovelace can confirm, or say that nothing/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(host.called('payments.confirm')[0]?.input).toMatchObject({ params: { id: paymentID } }))
})

test('[NEXT-01] a task without an offer has the state of its status; members take what nobody has', async () => {
  serve(null)
  show(taskOf(1), 'member')
  expect(await screen.findByText('Nobody has this task yet.')).toBeTruthy()
  expect(screen.getByText('Assigned')).toBeTruthy()
  expect(screen.queryByText('Recorded, not held.')).toBeNull()
  expect(buttons()).toEqual(['Take this task'])
  clearScreen()
  host.on('capabilities.list', ok({ data: ['review', 'rewards', 'claims'] }))
  host.on('submissions.list', ok({ data: [] }))
  host.on('projects.get', ok({ data: projectOf({ status: 0 }) }))
  serve(null)
  show(taskOf(1), 'member')
  expect(await screen.findByText('Not given out while the project is a draft.')).toBeTruthy()
  expect(buttons()).toEqual([])
})

test('what cannot be loaded says so, and Retry reads it', async () => {
  host.on('rewards.get', failed)
  show(taskOf(1), 'member')
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  serve(rewardOf())
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Free to take.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[CAP-02] a server without rewards is asked nothing, and the task shows no bar', async () => {
  host.on('capabilities.list', ok({ data: capabilityNames.filter((name) => name !== 'rewards') }))
  const form = (
    <BesideForm task={taskOf(1)} role="owner">
      {() => <p>The form</p>}
    </BesideForm>
  )
  show(taskOf(1), 'owner', form)
  expect(await screen.findByText('The form')).toBeTruthy()
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'What now' })).toBeNull()
  expect(host.called('rewards.get')).toEqual([])
})

test('[NEXT-01] where the bar is, the review beside it has no second buttons for the same', async () => {
  const waiting = taskOf(1, { ...graces, status: 3, openRound: 1 })
  const round = {
    id: waiting.id,
    taskID: waiting.id,
    round: 1,
    state: 'open' as const,
    authorID: grace.id,
    authorUsername: 'grace',
  }
  const rest = { note: '', links: [], files: [], remarks: [], createdAt: new Date().toISOString(), answer: '' }
  const unanswered = { answeredByID: null, answeredByUsername: null, answeredAt: null }
  host.on('submissions.list', ok({ data: [{ ...round, ...rest, ...unanswered }] }))
  serve(rewardOf({ state: 'inReview', blocker: { who: 'managers', what: 'review' }, holder: gracePerson }))
  const both = (
    <>
      <NextBar task={waiting} role="owner" />
      <ReviewPanel task={waiting} role="owner" />
    </>
  )
  show(waiting, 'owner', both)
  expect(await screen.findByRole('heading', { name: 'Review' })).toBeTruthy()
  expect(await screen.findByText(/^Waiting for review since/)).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Accept' })).toHaveLength(1))
  expect(screen.getAllByRole('button', { name: 'Request changes' })).toHaveLength(1)
})

test('[NEXT-02] a task that is given after applications leads members to its page', async () => {
  serve(rewardOf({ mode: 'apply' }))
  const router = show(taskOf(1), 'member')
  await user.click(await screen.findByRole('button', { name: 'Apply' }))
  expect(router.state.location.pathname).toBe(paths.openTask(taskOf(1).id))
})

test('[CLAIM-17] where members take no free tasks they read why, and have no button', async () => {
  serve(null)
  host.on('projects.get', ok({ data: projectOf({ membersTake: false }) }))
  show(taskOf(1), 'member')
  expect(await screen.findByText('In this project owners and admins give out the tasks.')).toBeTruthy()
  expect(buttons()).toEqual([])
})

test('[SETTLE-49] without a network the bar takes, confirms and records nothing, and its buttons say why', async () => {
  host.on('capabilities.list', ok({ data: [...capabilityNames] }))
  const goOnline = goOffline()
  const button = () => screen.findByRole<HTMLButtonElement>('button', { name: / · needs the network$/ })
  serve(rewardOf())
  show(taskOf(1), 'member')
  expect([(await button()).textContent, (await button()).disabled]).toEqual([
    'Take this task · needs the network',
    true,
  ])
  goOnline()
  await host.quiet()
  expect(host.called('claims.take')).toEqual([])
  expect(buttons()).toEqual(['Take this task'])
})
