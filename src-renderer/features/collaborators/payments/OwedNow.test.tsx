import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { capabilityNames } from '#shared/contract/index.ts'
import type { Due } from '#shared/contract/dues.ts'
import { failedReply } from '#shared/api-client/index.ts'
import { ada, collaboratorsPath, ledger, paymentOf, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { goOffline } from '#support/network.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID } from '#support/workspace.ts'

afterEach(clearApp)

const payments = collaboratorsPath('?view=payments')
const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const DAY_MS = 24 * 60 * 60_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const dueOf = (number: number, more: Partial<Due> = {}): Due => ({
  claimID: uuid(800 + number),
  taskID: uuid(820 + number),
  taskId: String(number),
  title: `Task ${number}`,
  project: { id: projectID, title: 'Harbour map' },
  person: { id: uuid(840 + number), username: `person-${number}`, name: `Person ${number}` },
  amountCents: 40_000,
  currency: 'USD',
  since: inDays(-10),
  payBy: inDays(4),
  isLate: false,
  waitsForPayee: false,
  reward: null,
  ...more,
})
const late = dueOf(1, { payBy: inDays(-3), isLate: true, amountCents: 24_000 })
const promised = { reservedCents: 50_000, dueCents: 64_000, lateCents: 24_000, availableCents: 60_950 }

beforeEach(() => {
  serveTeam({ summary: promised })
  host.on('capabilities.list', ok({ data: [...capabilityNames] }))
  host.on('dues.list', ok({ data: [late, dueOf(2)], nextCursor: null }))
})

test('[LEDGER-23] [PAY-01] the bar has four parts that add up to the budget, each with its amount in words', async () => {
  await renderApp(payments)
  const budget = within(await screen.findByRole('region', { name: 'Budget' }))
  expect(budget.getByRole('img', { name: 'Paid $1,250.50, Due $640.00, Reserved $500.00, Free $609.50' })).toBeTruthy()
  expect(budget.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Paid', 'Due', 'Reserved', 'Free'])
  expect(budget.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['$1,250.50', '$640.00', '$500.00', '$609.50'],
  ])
  expect(budget.getByText('Of a budget of $3,000.00.')).toBeTruthy()
  expect(budget.getByText(/^Recorded, not held\..* No money is moved\./)).toBeTruthy()
})

test('[LEDGER-23] more than the budget says so', async () => {
  host.on('payments.list', ledger([], { ...promised, availableCents: -5_000 }))
  await renderApp(payments)
  expect(await screen.findByText('$50.00 more than the budget of $3,000.00.')).toBeTruthy()
})

test('[LEDGER-23] of a budget in words nothing is said to be free', async () => {
  const inWords = { budgetCents: null, remainingCents: null, availableCents: null }
  host.on('payments.list', ledger([], { ...promised, ...inWords }))
  await renderApp(payments)
  expect(await screen.findByText('The budget isn’t a number, so we can’t show how much is free.')).toBeTruthy()
  expect(screen.queryByText('Free')).toBeNull()
})

test('[LEDGER-24] what is owed has the earliest pay date first, and says in words what is late', async () => {
  await renderApp(payments)
  const list = within(await screen.findByRole('list', { name: 'Owed now' }))
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^Person 1 for #1 Task 1Late by 3 days\. Owed since .+\. Was to be paid by .+\.\$240\.00/)
  expect(rows[1]).toMatch(/^Person 2 for #2 Task 2Owed since .+\. To be paid by .+\.\$400\.00/)
})

test('who comes from a task records what is owed for it, also to a guest, and is asked once', async () => {
  host.on('dues.pay', ok({ data: [paymentOf(1)] }))
  await renderApp(`${payments}&task=${dueOf(2).taskID}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  expect(dialog.getByText(/^\$400\.00 to Person 2 for #2 Task 2\./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Record Payment' }))
  await waitFor(() => expect(host.called('dues.pay')[0]?.input).toMatchObject({ body: { taskIDs: [dueOf(2).taskID] } }))
  // The task is still in the address.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[GUEST-21] the ledger names a guest as who they are, and says of no guest that they are gone', async () => {
  const [gus, left] = [uuid(860), uuid(861)]
  const guest = {
    claimID: uuid(870),
    taskID: uuid(821),
    taskId: '1',
    title: 'Task 1',
    state: 'settled',
    by: null,
    since: null,
  }
  host.on('guests.list', ok({ data: [{ ...guest, person: { id: gus, username: 'gus', name: 'Gus Field' } }] }))
  const paid = [paymentOf(1, { userID: gus, username: 'gus' }), paymentOf(2, { userID: left, username: 'eva' })]
  host.on('payments.list', ledger(paid, promised))
  await renderApp(payments)
  const list = within(await screen.findByRole('list', { name: 'Payments' }))
  expect(await list.findByText('Gus Field')).toBeTruthy()
  expect(list.getByText('eva (no longer here)')).toBeTruthy()
})

test('[GUEST-21] a guest is paid like a collaborator, alone or among several, and is called a guest', async () => {
  const gus = { id: uuid(860), username: 'gus', name: 'Gus Field' }
  const facts = { state: 'settled', by: null, since: null }
  const ofTask = (number: number) => ({ claimID: uuid(870 + number), taskID: uuid(820 + number), taskId: String(number), title: 'Task', person: gus, ...facts }) // prettier-ignore
  const joined = { ...ofTask(3), person: { id: ada, username: 'ada', name: 'Ada Byron' } }
  host.on('guests.list', ok({ data: [ofTask(1), ofTask(2), joined] }))
  host.on('payments.create', ok({ data: paymentOf(2500, { userID: gus.id }) }))
  await renderApp(payments)
  const form = within(await screen.findByRole('form', { name: 'Quick Payment' }))
  await user.click(form.getByRole('combobox', { name: 'Collaborator' }))
  await user.click(await screen.findByRole('option', { name: 'Gus Field (guest)' }))
  fill(form.getByLabelText('Amount'), '25')
  await user.click(form.getByRole('button', { name: 'Record Payment' }))
  await waitFor(() => expect(host.called('payments.create')[0]?.input).toMatchObject({ body: { userID: gus.id, amountCents: 2_500 } })) // prettier-ignore
  await user.click(screen.getByRole('button', { name: 'Bulk Payment' }))
  const bulk = within(await screen.findByRole('dialog', { name: /Bulk Payment/ }))
  expect(bulk.getAllByRole('checkbox', { name: 'Gus Field (guest)' })).toHaveLength(1)
  expect(bulk.getAllByRole('checkbox', { name: /^Ada Byron/ })).toHaveLength(1)
  // Who finished a task long ago is not paid with everybody.
  await user.click(bulk.getByRole('checkbox', { name: 'Everybody on the team' }))
  const isChosen = (name: RegExp) => bulk.getByRole<HTMLInputElement>('checkbox', { name }).checked
  expect([isChosen(/^Ada Byron/), isChosen(/^Gus Field/)]).toEqual([true, false])
})

test('[LEDGER-24] a payment is recorded with one call, and a failure keeps the dialog with the same key', async () => {
  host.on('dues.pay', failedReply(500, 'INTERNAL'))
  await renderApp(payments)
  const name = 'Record payment of $240.00 to Person 1 for #1 Task 1'
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  fill(dialog.getByLabelText('Method (optional)'), 'Bank transfer')
  await user.click(dialog.getByRole('button', { name: 'Record Payment' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  host.on('dues.pay', ok({ data: [paymentOf(1)] }))
  host.on('dues.list', ok({ data: [], nextCursor: null }))
  await user.click(dialog.getByRole('button', { name: 'Record Payment' }))
  expect(await screen.findByText('Nobody is owed anything.')).toBeTruthy()
  const sent = host.called('dues.pay').map(({ input }) => input.body)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual(sent[1])
  expect(sent[0]).toMatchObject({ taskIDs: [late.taskID], method: 'Bank transfer' })
})

test('[LEDGER-24] what cannot be loaded says so, and Retry reads it', async () => {
  host.on('dues.list', failedReply(500, 'INTERNAL'))
  await renderApp(payments)
  const owed = within(await screen.findByRole('region', { name: 'Owed now' }))
  expect(await owed.findByText('Failed to load what is owed')).toBeTruthy()
  host.on('dues.list', ok({ data: [], nextCursor: null }))
  await user.click(owed.getByRole('button', { name: 'Retry' }))
  expect(await owed.findByText('Nobody is owed anything.')).toBeTruthy()
})

const parts = ['Budget', 'Owed now', 'Quick Payment', 'Ledger']
const order = () =>
  screen.getAllByRole('heading').flatMap(({ textContent }) => (parts.includes(textContent) ? [textContent] : []))

test('[LEDGER-25] below what is owed are the parts of Payments as they were', async () => {
  await renderApp(payments)
  await screen.findByRole('region', { name: 'Owed now' })
  expect(order()).toEqual(parts)
})

test('[CAP-02] without rewards Payments is as it was, and nothing is asked about dues', async () => {
  host.on('capabilities.list', ok({ data: capabilityNames.filter((name) => name !== 'rewards') }))
  await renderApp(payments)
  await screen.findByRole('region', { name: 'Ledger' })
  await host.quiet()
  expect(order()).toEqual(parts.filter((title) => title !== 'Owed now'))
  expect(host.called('dues.list')).toEqual([])
})

test('[SETTLE-49] without a network no payment can be recorded, and its button says why', async () => {
  await renderApp(payments)
  const list = within(await screen.findByRole('list', { name: 'Owed now' }))
  const buttons = () =>
    list.getAllByRole<HTMLButtonElement>('button').map(({ textContent, disabled }) => ({ textContent, disabled }))
  const goOnline = goOffline()
  const blocked = { textContent: 'Record payment · needs the network', disabled: true }
  expect(buttons()).toEqual([blocked, blocked])
  expect(list.getByRole('button', { name: /^Record payment of \$240\.00 .* · needs the network$/ })).toBeTruthy()
  goOnline()
  await user.click(list.getByRole('button', { name: /^Record payment of \$240\.00/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payment' }))
  goOffline()
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Record Payment · needs the network' })
  expect(send.disabled).toBe(true)
  expect(host.called('dues.pay')).toEqual([])
})
