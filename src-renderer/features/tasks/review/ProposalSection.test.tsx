import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Proposal } from '#shared/contract/proposals.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { goOffline } from '#support/network.ts'
import { fill, user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { rewardOf } from '#support/reward-answers.ts'
import { memberOf, taskOf } from '#support/workspace.ts'
import { NothingArrived } from './NothingArrived.tsx'
import { ProposalSection } from './ProposalSection.tsx'

afterEach(clearScreen)
const task = taskOf(1)
const claimID = '01890000-0000-7000-8000-000000000081'
const me = memberOf(2).userID
const holder = { id: me, username: 'grace', name: 'Grace' }
const marta = { id: '01890000-0000-7000-8000-000000000021', username: 'marta', name: 'Marta' }
const proposal: Proposal = {
  id: '01890000-0000-7000-8000-000000000082',
  claimID,
  side: 'managers',
  amountCents: 30_000,
  currency: 'USD',
  text: 'The legend is missing.',
  state: 'open',
  createdAt: '2026-12-01T10:00:00.000Z',
  endsAt: '2026-12-08T10:00:00.000Z',
  answeredAt: null,
}
const sentBack = (round: number) => ({
  ...{ id: `01890000-0000-7000-8000-00000000060${round}`, taskID: task.id, round, state: 'changes', note: '' },
  ...{ authorID: me, authorUsername: 'grace', links: [], files: [], remarks: [], aiUse: null, answer: 'No legend.' },
  ...{ createdAt: '2026-11-07T10:00:00.000Z', answeredByID: marta.id, answeredByUsername: 'marta' },
  answeredAt: '2026-11-08T10:00:00.000Z',
})
let listed: string[]
let proposals: Proposal[]
beforeEach(() => {
  listed = ['rewards', 'review']
  proposals = []
})
const show = (
  reward: Parameters<typeof rewardOf>[0],
  { role = 'member', rounds = [] }: { role?: 'member' | 'owner'; rounds?: Array<ReturnType<typeof sentBack>> } = {},
) => {
  host.userID = me
  host.on('capabilities.list', () => ok({ data: listed }))
  host.on('proposals.list', () => ok({ data: proposals }))
  host.on('submissions.list', ok({ data: rounds }))
  host.on('rewards.get', ok({ data: rewardOf({ state: 'inReview', claimID, holder, ...reward }) }))
  const element = (
    <>
      <NothingArrived task={task} />
      <ProposalSection task={task} role={role} />
    </>
  )
  return renderRoutes([{ path: '/', element }], '/')
}
const bodies = (operation: string) => host.called(operation).map(({ input }) => input.body)

test('[SETTLE-23] the holder proposes another amount with a reason, and a refusal keeps what was typed', async () => {
  host.on('proposals.make', failedReply(422, 'INVALID', 'At most $400.00 can be proposed.'))
  show({})
  await user.click(await screen.findByRole('button', { name: 'Propose another amount' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Propose another amount' }))
  await user.click(dialog.getByRole('button', { name: 'Propose' }))
  expect(await dialog.findByText('Please fill in all required fields.')).toBeTruthy()
  expect(host.called('proposals.make')).toEqual([])
  fill(dialog.getByLabelText(/What should be owed/), '500')
  fill(dialog.getByLabelText(/Why/), 'Two maps, not one.')
  await user.click(dialog.getByRole('button', { name: 'Propose' }))
  expect(await dialog.findByText('At most $400.00 can be proposed.')).toBeTruthy()
  expect(dialog.getByDisplayValue('Two maps, not one.')).toBeTruthy()
  expect(bodies('proposals.make')).toMatchObject([{ amountCents: 50_000, text: 'Two maps, not one.' }])
})

test('[SETTLE-25] the other side agrees after a question, or refuses', async () => {
  proposals = [proposal]
  host.on('proposals.accept', ok({ data: { ...proposal, state: 'accepted' } }))
  host.on('proposals.refuse', ok({ data: { ...proposal, state: 'refused' } }))
  show({ state: 'proposed', actor: marta })
  expect(await screen.findByText(/^Marta proposes \$300\.00\. Answer by /)).toBeTruthy()
  expect(screen.getByText('The legend is missing.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Propose another amount' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Agree to $300.00' }))
  await user.click(await screen.findByRole('button', { name: 'Agree' }))
  await waitFor(() => expect(host.called('proposals.accept')).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(host.called('proposals.refuse')).toHaveLength(1))
})

test('[SETTLE-25] the side that proposed withdraws it, and earlier ones say how they ended', async () => {
  const earlier: Proposal = {
    ...proposal,
    ...{ id: claimID, state: 'refused', amountCents: 20_000, answeredAt: '2026-11-30T10:00:00.000Z' },
  }
  proposals = [proposal, earlier]
  host.on('proposals.withdraw', ok({ data: { ...proposal, state: 'withdrawn' } }))
  show({ state: 'proposed' }, { role: 'owner' })
  expect(await screen.findByText(/\$200\.00 · Refused/)).toBeTruthy()
  clearScreen()
  show({ state: 'proposed', holder: { ...holder, id: marta.id } }, { role: 'owner' })
  await user.click(await screen.findByRole('button', { name: 'Withdraw the proposal' }))
  await waitFor(() => expect(host.called('proposals.withdraw')).toHaveLength(1))
})

test('[SETTLE-28] from the third request for changes on the holder reads the ways on', async () => {
  const rounds = [3, 2, 1].map(sentBack)
  show({ state: 'changes' }, { rounds: rounds.slice(1) })
  await screen.findByRole('button', { name: 'Propose another amount' })
  expect(screen.queryByText(/Changes were requested/)).toBeNull()
  clearScreen()
  show({ state: 'changes' }, { rounds })
  const withoutDisputes = 'Changes were requested 3 times. You can go on and hand in again or propose another amount.'
  expect(await screen.findByText(withoutDisputes)).toBeTruthy()
  clearScreen()
  listed = ['rewards', 'review', 'disputes']
  show({ state: 'changes' }, { rounds })
  const all =
    'Changes were requested 3 times. You can go on and hand in again, propose another amount, or open a dispute.'
  expect(await screen.findByText(all)).toBeTruthy()
})

test('[SETTLE-23] other members, and tasks before the first hand-in, have none of it', async () => {
  show({ holder: { ...holder, id: marta.id } })
  await host.quiet()
  expect(host.called('proposals.list')).toEqual([])
  clearScreen()
  show({ state: 'held' })
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Another amount' })).toBeNull()
})

test('[SETTLE-23] work that was withdrawn can still be settled by an agreement', async () => {
  show({ state: 'held' }, { rounds: [{ ...sentBack(1), state: 'withdrawn' }] })
  expect(await screen.findByRole('button', { name: 'Propose another amount' })).toBeTruthy()
})

test('proposals that cannot be loaded say so, and Retry reads them', async () => {
  show({})
  host.on('proposals.list', failedReply(500, 'INTERNAL'))
  expect((await screen.findByRole('alert')).textContent).toContain('The proposals could not be loaded.')
  host.on('proposals.list', ok({ data: [proposal] }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('The legend is missing.')).toBeTruthy()
})

test('[SETTLE-33] who was paid says that nothing arrived, with a text', async () => {
  host.on('payments.missing', failedReply(409, 'CONFLICT', 'This was answered already.'))
  show({ state: 'recorded', paymentID: proposal.id })
  await user.click(await screen.findByRole('button', { name: 'Nothing arrived' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nothing arrived' }))
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByText('Please fill in all required fields.')).toBeTruthy()
  fill(dialog.getByLabelText(/What should owners/), 'Nothing since Monday.')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByText('This was answered already.')).toBeTruthy()
  expect(bodies('payments.missing')).toMatchObject([{ text: 'Nothing since Monday.' }])
})

test('[SETTLE-49] without a network nobody proposes, agrees or refuses, and the buttons say why', async () => {
  show({})
  await screen.findByRole('button', { name: 'Propose another amount' })
  goOffline()
  const disabled = () =>
    screen.getAllByRole<HTMLButtonElement>('button').map(({ textContent, disabled: is }) => [textContent, is])
  expect(disabled()).toEqual([['Propose another amount · needs the network', true]])
  clearScreen()
  proposals = [proposal]
  show({ state: 'proposed', actor: marta })
  await screen.findByText('The legend is missing.')
  expect(disabled()).toEqual([
    ['Agree to $300.00 · needs the network', true],
    ['Refuse · needs the network', true],
  ])
})
