import { ThemeProvider } from '@mui/material'
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import type { TaskOffer } from '#shared/contract/task-offer.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { goOffline } from '#support/network.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { rewardOf } from '#support/reward-answers.ts'
import { ada, fill, grace, layOut, projectID, taskOf } from '#support/tasks-tab.tsx'
import { projectOf } from '#support/workspace.ts'
import { theme } from '#app/theme.ts'
import { undoLast } from '#data/undo.ts'
import { queryClient } from '#lib/query-client.ts'
import { localData } from '#lib/browser-storage.ts'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { DialogForm } from '#ui/form/FormDialog.tsx'
import { OfferSection } from './OfferSection.tsx'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeEach(() => {
  host.userID = ada.id
  localData.remove('offersExplained')
  saveTask.mockClear()
  host.on('capabilities.list', ok({ data: ['rewards', 'disputes'] }))
  host.on('projects.get', ok({ data: projectOf({ skills: 'Maps, React' }) }))
  host.on('rewards.get', ok({ data: null }))
})
afterEach(clearScreen)

const offerOf = (extra: Partial<TaskOffer> = {}): TaskOffer => ({
  amountCents: 40_000,
  currency: 'USD',
  mode: 'claim',
  takers: 'anyone',
  minTier: null,
  skills: ['Maps', 'React'],
  leaseDays: 7,
  reviewDays: 14,
  payDays: 14,
  aiRule: 'declare',
  version: 3,
  madeAt: '2026-11-28T10:00:00.000Z',
  ...extra,
})
/** The section is in the task's form, which no press in its own dialog may send. */
const saveTask = vi.fn()
const show = (task: Task, role: ProjectRole) =>
  renderRoutes(
    [
      {
        path: '/',
        element: (
          <ThemeProvider theme={theme}>
            <DialogForm onSubmit={saveTask} actions={null}>
              <OfferSection task={task} role={role} />
            </DialogForm>
            <Toasts />
          </ThemeProvider>
        ),
      },
    ],
    '/',
  )
const press = async (name: string) => {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
  await user.click(screen.getByRole('button', { name }))
}
const sent = (call: 'offers.set' | 'offers.close') => host.called(call).map(({ input }) => input)
const answer = (offer: TaskOffer | null) => ok({ data: { taskID: taskOf(1).id, projectID, offer, closedAt: null } })

test('[OFFER-34] [OFFER-18] an owner sets an offer with all its terms, and reads once who can read the task', async () => {
  host.on('offers.set', answer(offerOf()))
  show(taskOf(1), 'owner')
  await press('Set a reward')
  fill(await screen.findByLabelText('Reward in USD'), '$1,200.50')
  await user.click(screen.getByRole('combobox', { name: 'Given out' }))
  await user.click(await screen.findByRole('option', { name: 'People apply' }))
  await user.click(screen.getByRole('combobox', { name: 'Who may take it' }))
  await user.click(await screen.findByRole('option', { name: 'People from a tier on' }))
  await user.click(await screen.findByRole('combobox', { name: 'Tier' }))
  await user.click(await screen.findByRole('option', { name: 'Gold' }))
  await user.click(screen.getByRole('combobox', { name: 'AI generators' }))
  await user.click(await screen.findByRole('option', { name: 'Not allowed' }))
  fill(screen.getByLabelText('Days to work'), '3')
  fill(screen.getByLabelText('Days to review'), '5')
  fill(screen.getByLabelText('Days to pay'), '60')
  await press('Set reward')
  expect(await screen.findByText(/Everybody signed in can read title, description and ‘Done when’/)).toBeTruthy()
  await user.click(
    within(screen.getByRole('dialog', { name: /^Everybody can/ })).getByRole('button', { name: 'Cancel' }),
  )
  await host.quiet()
  expect(sent('offers.set')).toEqual([])
  await press('Set reward')
  await press('Offer it')
  const terms = { mode: 'apply', takers: 'tier', minTier: 'gold', skills: [], aiRule: 'none' }
  const body = { amountCents: 120_050, ...terms, leaseDays: 3, reviewDays: 5, payDays: 60 }
  await waitFor(() => expect(sent('offers.set')).toEqual([{ params: { id: taskOf(1).id }, body }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Set a reward')
  fill(await screen.findByLabelText('Reward in USD'), '0')
  expect(screen.getByText('No reward: for reputation.')).toBeTruthy()
  await press('Set reward')
  await waitFor(() => expect(sent('offers.set')).toHaveLength(2))
  expect(screen.queryByText(/Everybody signed in can read/)).toBeNull()
  expect(saveTask).not.toHaveBeenCalled()
})

test('[SETTLE-08] after a ruling the owner reads beside the offer what is owed', async () => {
  const entry = { id: projectID, currency: 'USD', from: 'budget', to: 'budget', taskID: null, claimID: null }
  const more = { paymentID: null, person: null, createdAt: '2026-11-28T10:00:00.000Z' }
  const entries = [
    { ...entry, ...more, kind: 'due' as const, amountCents: 40_000 },
    { ...entry, ...more, kind: 'forgive' as const, amountCents: 10_000 },
  ]
  host.on('rewards.get', ok({ data: rewardOf({ state: 'due', claimID: projectID, entries }) }))
  show(taskOf(1, { status: 4, offer: offerOf() }), 'owner')
  expect(await screen.findByText('Agreed or ruled: $300.00')).toBeTruthy()
})

test('[SETTLE-10] after a ruling of nothing the owner reads $0.00 beside the offer', async () => {
  const ruled = rewardOf({ state: 'accepted', claimID: projectID })
  host.on('rewards.get', ok({ data: { ...ruled, terms: { ...ruled.terms, amountCents: 0 } } }))
  show(taskOf(1, { status: 4, offer: offerOf() }), 'owner')
  expect(await screen.findByText('Agreed or ruled: $0.00')).toBeTruthy()
})

test('[OFFER-34] [OFFER-41] others read the same as text', async () => {
  show(taskOf(1, { offer: offerOf({ takers: 'members' }) }), 'member')
  const section = await screen.findByRole('region', { name: 'Reward' })
  expect(section.textContent).toBe(
    'Reward$400.00Recorded, not held.The first one takes it. For members of this project. 7 days to work. Reviewed within 14 days, or it counts as accepted. Paid within 14 days after that. Say with your hand-in whether an AI generator was used. Skills: Maps, React.',
  )
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('[DISPUTE-14] on a server without disputes an offer says how amounts are settled', async () => {
  host.on('capabilities.list', ok({ data: ['rewards'] }))
  show(taskOf(1, { offer: offerOf() }), 'member')
  expect(await screen.findByText(/No disputes on this server; amounts are settled by proposal\./)).toBeTruthy()
})

test('[OFFER-08] an offer of 0 reads as one for reputation', async () => {
  show(taskOf(1, { offer: offerOf({ amountCents: 0 }) }), 'member')
  const section = await screen.findByRole('region', { name: 'Reward' })
  expect(section.textContent).toContain('No reward: for reputation')
  expect(section.textContent).not.toMatch(/Recorded|Paid/)
})

test('[OFFER-34] a change names the version it is based on, and a refusal is beside its field with nothing lost', async () => {
  localData.set('offersExplained', `${ada.id}/${projectID}`)
  host.on('offers.set', failedReply(409, 'BUDGET_SHORT', 'Only $120.00 of the budget is left.'))
  show(taskOf(1, { offer: offerOf() }), 'admin')
  await press('Change the reward')
  const amount = await screen.findByLabelText<HTMLInputElement>('Reward in USD')
  expect(amount.value).toBe('400')
  fill(amount, 'much')
  await press('Save')
  expect(await screen.findByText('Please enter an amount such as 40 or 40.50, or 0.')).toBeTruthy()
  expect(sent('offers.set')).toEqual([])
  fill(amount, '600')
  await press('Save')
  expect(await screen.findByText('Only $120.00 of the budget is left.')).toBeTruthy()
  expect([amount.value, amount.getAttribute('aria-invalid')]).toEqual(['600', 'true'])
  expect(document.activeElement).toBe(amount)
  expect(sent('offers.set')).toMatchObject([{ body: { amountCents: 60_000, skills: [], version: 3 } }])
  host.on('offers.set', failedReply(409, 'OFFER_HELD', 'Somebody works on this task.'))
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody works on this task.')
})

test('[OFFER-27] undo sets a just closed offer again as it was, or says what is missing', async () => {
  host.on('offers.close', answer(null))
  host.on('offers.set', answer(offerOf()))
  show(taskOf(1, { offer: offerOf({ payDays: 5 }) }), 'owner')
  await press('Close the offer')
  expect(await screen.findByText('The offer is closed.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Change the reward')
  await press('Undo')
  await waitFor(() => expect(sent('offers.set')).toHaveLength(1))
  expect(sent('offers.set')).toMatchObject([{ body: { amountCents: 40_000, payDays: 5, skills: [], version: 4 } }])
  expect(await screen.findByText('Undone.')).toBeTruthy()
  await press('Close the offer')
  await waitFor(() => expect(sent('offers.close')).toHaveLength(2))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  host.on('offers.set', failedReply(409, 'BUDGET_SHORT', 'Only $120.00 of the budget is left.'))
  await act(() => undoLast(queryClient))
  expect(await screen.findByText('Only $120.00 of the budget is left. Nothing was undone.')).toBeTruthy()
})

test('what cannot be closed says so', async () => {
  host.on(
    'offers.close',
    failedReply(409, 'CONFLICT', 'Ana works on this task. Take it back first, or wait for the end.'),
  )
  show(taskOf(1, { offer: offerOf() }), 'owner')
  await press('Close the offer')
  expect(await screen.findByText('Ana works on this task. Take it back first, or wait for the end.')).toBeTruthy()
})

test('[OFFER-22] a task that was edited since somebody took it shows both versions', async () => {
  const terms = { ...rewardOf().terms, title: 'Draw the map', doneWhen: ['In two colours'], dueOn: '2026-12-24' }
  host.on('rewards.get', ok({ data: rewardOf({ state: 'held', terms, holder: { ...grace, name: 'Ana' } }) }))
  show(taskOf(1, { offer: offerOf(), title: 'Draw the whole map', dueOn: '2026-12-24' }), 'member')
  expect(await screen.findByText('Changed since Ana took it')).toBeTruthy()
  const parts = [...document.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)
  expect(parts).toEqual([
    ...['Title', 'Then: Draw the map', 'Now: Draw the whole map'],
    ...['Done when', 'Then: • In two colours', 'Now: None'],
  ])
})

test('[OFFER-22] what is as it was says nothing', async () => {
  host.on('rewards.get', ok({ data: rewardOf({ state: 'held', holder: { ...grace, name: 'Ana' } }) }))
  show(taskOf(1, { offer: offerOf() }), 'member')
  expect(await screen.findByRole('region', { name: 'Reward' })).toBeTruthy()
  await waitFor(() => expect(host.called('rewards.get')).toHaveLength(1))
  await host.quiet()
  expect(screen.queryByText(/^Changed since/)).toBeNull()
})

test('[CAP-02] a server without rewards shows nothing of it', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  show(taskOf(1, { offer: offerOf() }), 'owner')
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Reward' })).toBeNull()
  expect(host.called('rewards.get')).toEqual([])
})

test('[SETTLE-49] without a network no offer is made, and its button says why', async () => {
  show(taskOf(1), 'owner')
  await press('Set a reward')
  await screen.findByLabelText('Reward in USD')
  const goOnline = goOffline()
  for (const name of ['Set a reward', 'Set reward'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: `${name} · needs the network` }).disabled).toBe(true)
  goOnline()
  await host.quiet()
  expect(sent('offers.set')).toEqual([])
})
