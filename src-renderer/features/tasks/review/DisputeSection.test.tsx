import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { disputeOf, RULING } from '#support/dispute-answers.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { goOffline } from '#support/network.ts'
import { fill, user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { rewardOf } from '#support/reward-answers.ts'
import { taskOf } from '#support/workspace.ts'
import { DisputeSection } from './DisputeSection.tsx'

afterEach(clearScreen)
const task = taskOf(1)
const dispute = disputeOf({ taskID: task.id })
let listed: string[] = []
let shown: ReturnType<typeof ok> | ReturnType<typeof failedReply>
let files: ReturnType<typeof ok>
beforeEach(() => {
  listed = ['rewards', 'disputes']
  shown = ok({ data: dispute })
  files = ok({ data: [] })
})
const show = (reward: Parameters<typeof rewardOf>[0]) => {
  host.on('capabilities.list', () => ok({ data: listed }))
  host.on('disputes.get', () => shown)
  host.on('files.listOfTask', () => files)
  host.on('rewards.get', ok({ data: rewardOf({ state: 'inReview', ...reward }) }))
  return renderRoutes([{ path: '/', element: <DisputeSection task={task} /> }], '/')
}
const STATEMENT = 'Nobody has answered my hand-in since Monday.'
const bodies = (operation: string) => host.called(operation).map(({ input }) => input.body)

test('[DISPUTE-01] who may opens a dispute with reason, amount and text, and reads what is missing first', async () => {
  host.on('disputes.open', ok({ data: dispute }))
  show({ mayDispute: true })
  await user.click(await screen.findByRole('button', { name: 'Open a dispute' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Open a dispute' }))
  await user.click(dialog.getByRole('button', { name: 'Open the dispute' }))
  expect(await dialog.findByText('Please write at least 20 characters.')).toBeTruthy()
  expect(host.called('disputes.open')).toEqual([])
  fill(dialog.getByLabelText('What happened?'), STATEMENT)
  fill(dialog.getByLabelText(/What should be owed/), '300')
  await user.click(dialog.getByRole('button', { name: 'Open the dispute' }))
  await waitFor(() =>
    expect(bodies('disputes.open')).toEqual([
      { reason: 'notReviewed', text: STATEMENT, askCents: 30_000, fileIDs: [] },
    ]),
  )
})

test('[DISPUTE-02] the sheet proposes and names the most that can be asked, and that an unpaid reward was not paid', async () => {
  host.on('disputes.open', ok({ data: dispute }))
  show({ state: 'late', mayDispute: true, mostCents: 25_000 })
  await user.click(await screen.findByRole('button', { name: 'Open a dispute' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Open a dispute' }))
  const amount = dialog.getByLabelText<HTMLInputElement>(/What should be owed/)
  expect([amount.value, dialog.getByText('At most $250.00.')]).toEqual(['250', expect.anything()])
  expect(dialog.getByRole('combobox').textContent).toBe('Not paid')
  fill(dialog.getByLabelText('What happened?'), STATEMENT)
  fill(amount, '251')
  await user.click(dialog.getByRole('button', { name: 'Open the dispute' }))
  await waitFor(() => expect(amount.getAttribute('aria-invalid')).toBe('true'))
  fill(amount, '250')
  await user.click(dialog.getByRole('button', { name: 'Open the dispute' }))
  await waitFor(() => expect(bodies('disputes.open')).toMatchObject([{ reason: 'notPaid', askCents: 25_000 }]))
})

test('[DISPUTE-03] a side says what happened, and a refusal keeps the text', async () => {
  host.on('disputes.state', failedReply(409, 'CONFLICT', 'Your side has said what it can.'))
  show({ disputeID: dispute.id })
  await user.click(await screen.findByRole('button', { name: 'Say what happened' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Say what happened' }))
  fill(dialog.getByLabelText('What happened?'), STATEMENT)
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByText('Your side has said what it can.')).toBeTruthy()
  expect(dialog.getByDisplayValue(STATEMENT)).toBeTruthy()
  expect(bodies('disputes.state')).toEqual([{ text: STATEMENT, fileIDs: [] }])
})

test('[DISPUTE-02] a statement names up to three files of the task', async () => {
  files = ok({
    data: [1, 2, 3, 4].map((n) => ({ id: idOf(n), name: `map-${n}.pdf`, size: 1, createdAt: dispute.openedAt })),
  })
  host.on('disputes.state', ok({ data: dispute }))
  show({ disputeID: dispute.id })
  await user.click(await screen.findByRole('button', { name: 'Say what happened' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Say what happened' }))
  fill(dialog.getByLabelText('What happened?'), STATEMENT)
  for (const n of [1, 2, 4]) await user.click(await dialog.findByRole('checkbox', { name: `map-${n}.pdf` }))
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'map-3.pdf' }).disabled).toBe(true)
  await user.click(dialog.getByRole('checkbox', { name: 'map-2.pdf' }))
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(bodies('disputes.state')).toEqual([{ text: STATEMENT, fileIDs: [idOf(1), idOf(4)] }]))
})

test('[DISPUTE-08] who opened it withdraws it after a question', async () => {
  host.on('disputes.withdraw', ok({ data: { ...dispute, state: 'withdrawn' } }))
  show({ disputeID: dispute.id })
  expect(await screen.findByText(/Both sides state\. Waits for: The project/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Withdraw the dispute' }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(host.called('disputes.withdraw')).toHaveLength(1))
})

test('[DISPUTE-17] [DISPUTE-06] [DISPUTE-13] both sides read the ruling, that it is late, and who has read the dispute', async () => {
  const readings = ['09', '08'].map((day) => ({
    username: 'grace',
    name: 'Grace Hopper',
    at: `2026-12-${day}T10:00:00.000Z`,
  }))
  const over = { mayState: false, mayWithdraw: false, readings }
  shown = ok({ data: disputeOf({ ...over, state: 'ruling', waitsFor: 'administrators', isLate: true }) })
  show({ disputeID: dispute.id })
  expect(await screen.findByText(/The administrators are late\./)).toBeTruthy()
  expect(screen.getByText(/Read by Grace Hopper on .*, and once before\.$/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  clearScreen()
  const ruling = { amountCents: 30_000, text: RULING }
  shown = ok({ data: disputeOf({ ...over, state: 'ruled', waitsFor: null, by: null, ruling }) })
  show({ disputeID: dispute.id })
  expect(await screen.findByText('Ruled: $300.00')).toBeTruthy()
  expect(screen.getByText(RULING)).toBeTruthy()
})

test('a dispute that cannot be loaded says so, and Retry reads it', async () => {
  shown = failedReply(500, 'INTERNAL')
  show({ disputeID: dispute.id })
  expect((await screen.findByRole('alert')).textContent).toContain('The dispute could not be loaded.')
  shown = ok({ data: dispute })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('list', { name: 'Statements' })).toBeTruthy()
})

test('[DISPUTE-14] a server without disputes has no button, and others than the two sides have none either', async () => {
  listed = ['rewards']
  show({ mayDispute: true })
  await host.quiet()
  expect(screen.queryByRole('button')).toBeNull()
  clearScreen()
  listed = ['rewards', 'disputes']
  show({ mayDispute: false })
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Dispute' })).toBeNull()
})

test('[SETTLE-49] without a network nobody disputes, and the buttons say why', async () => {
  show({ disputeID: dispute.id })
  await screen.findByRole('button', { name: 'Withdraw the dispute' })
  goOffline()
  for (const name of ['Say what happened', 'Withdraw the dispute'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: `${name} · needs the network` }).disabled).toBe(true)
  clearScreen()
  show({ mayDispute: true })
  const open = await screen.findByRole<HTMLButtonElement>('button', { name: 'Open a dispute · needs the network' })
  expect(open.disabled).toBe(true)
})

test('[DISPUTE-22] people go by their names, and by their usernames where a server gives none', async () => {
  const [first, second] = dispute.statements
  const statements = [{ ...first, name: 'Ana Sol' }, second]
  shown = ok({ data: { ...dispute, statements } })
  show({ disputeID: dispute.id })
  expect(await screen.findByText('Who has the task: Ana Sol')).toBeTruthy()
  expect(screen.getByText('The project: marta')).toBeTruthy()
})
