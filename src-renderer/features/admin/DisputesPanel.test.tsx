import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { AdministeredDispute, Dispute } from '#shared/contract/disputes.ts'
import { host, ok } from '#support/fake-platform.ts'
import { disputeOf, RULING } from '#support/dispute-answers.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const dispute: Dispute = disputeOf({
  state: 'ruling',
  waitsFor: 'administrators',
  ownSide: null,
  mayState: false,
})
const whole: AdministeredDispute = {
  dispute,
  task: null,
  terms: {
    ...{
      // What it became by an agreement; the dispute is about all that was promised.
      amountCents: 30_000,
      currency: 'USD',
      leaseDays: 7,
      reviewDays: 14,
      payDays: 14,
      aiRule: 'declare',
    },
    ...{
      title: 'Draw the map',
      description: 'In two colours.',
      doneWhen: ['In print size'],
      dueOn: null,
    },
  },
  rounds: [],
  feed: [],
  entries: [],
}

configure({ asyncUtilTimeout: 20_000 })
// The grid's code takes long to load on a busy machine, and whichever test runs first would wait for it.
beforeAll(() => import('./AdminPage.tsx').then(() => undefined), 60_000)
beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000999'
  host.on('users.username', ok({ data: { username: 'root' } }))
  host.on(
    'waitlist.list',
    ok({
      data: [],
      pagination: { page: 1, limit: 25, total: 0, totalPages: 0 },
    }),
  )
  host.on(
    'creatorApplications.list',
    ok({
      data: [],
      pagination: { page: 1, limit: 1, total: 0, totalPages: 0 },
    }),
  )
  host.on('capabilities.list', ok({ data: ['disputes', 'rewards'] }))
  host.on('disputes.queue', ok({ data: [dispute] }))
  host.on('disputes.administer', ok({ data: whole }))
})
afterEach(clearApp)

test('[DISPUTE-15] a grid shows disputes with state and who is waited for; one opens terms beside both statements', async () => {
  const { path } = await renderApp('/founder/admin?tab=disputes')
  const grid = within(await screen.findByRole('grid', { name: 'Disputes' }))
  expect(await grid.findByText('To be ruled')).toBeTruthy()
  expect(grid.getByText('The administrators')).toBeTruthy()
  expect(host.called('disputes.administer')).toEqual([])
  await user.click(grid.getByRole('link', { name: 'Draw the map' }))
  expect(await screen.findByRole('heading', { name: 'Draw the map' })).toBeTruthy()
  expect(path()).toContain(`dispute=${dispute.id}`)
  const terms = within(screen.getByRole('region', { name: 'Terms' }))
  expect([terms.getByText('In two colours.'), terms.getByText('$400.00')]).toHaveLength(2)
  expect(screen.getByRole('region', { name: 'Handed in' })).toBeTruthy()
  const said = within(screen.getByRole('list', { name: 'Statements' })).getAllByRole('listitem')
  expect(said.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Nobody has answered'),
    expect.stringContaining('The legend is missing'),
  ])
  await user.click(screen.getByRole('link', { name: 'All disputes' }))
  await screen.findByRole('grid', { name: 'Disputes' })
})

test('[DISPUTE-16] the ruling sheet says what the amount means before it is sent, and refuses what is beyond', async () => {
  host.on('disputes.rule', ok({ data: { ...dispute, state: 'ruled' } }))
  await renderApp(`/founder/admin?tab=disputes&dispute=${dispute.id}`)
  await user.click(await screen.findByRole('button', { name: 'Rule' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Rule the dispute' }))
  const amount = sheet.getByLabelText(/What is owed in all/)
  fill(amount, '401')
  await user.click(sheet.getByRole('button', { name: 'Rule' }))
  expect(await sheet.findByText('Please enter an amount from $0.00 to $400.00.')).toBeTruthy()
  expect(sheet.getByText('Please write at least 50 characters.')).toBeTruthy()
  fill(amount, '300')
  expect(sheet.getByRole('status', { name: 'What this means' }).textContent).toBe(
    'Due: $300.00 · Released: $100.00 · Given up: $0.00 · Paid already: $0.00',
  )
  fill(sheet.getByLabelText('Why'), RULING)
  await user.click(sheet.getByRole('button', { name: 'Rule' }))
  await waitFor(() =>
    expect(host.called('disputes.rule').map(({ input }) => [input.params, input.body])).toEqual([
      [{ id: dispute.id }, { amountCents: 30_000, text: RULING }],
    ]),
  )
})

test('a list that cannot be loaded says so with Retry, and an empty one says that', async () => {
  host.on('disputes.queue', failedReply(500, 'INTERNAL'))
  await renderApp('/founder/admin?tab=disputes')
  expect(await screen.findByText('Failed to load the disputes')).toBeTruthy()
  host.on('disputes.queue', ok({ data: [] }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No dispute')).toBeTruthy()
})

test('[DISPUTE-11] an administrator who may not read a dispute reads why', async () => {
  host.on('disputes.administer', failedReply(403, 'FORBIDDEN', 'You belong to this project.'))
  await renderApp(`/founder/admin?tab=disputes&dispute=${dispute.id}`)
  expect(await screen.findByText('You belong to this project.')).toBeTruthy()
})

test('[DISPUTE-14] a server without disputes has no such tab', async () => {
  host.on('capabilities.list', ok({ data: ['rewards'] }))
  await renderApp('/founder/admin?tab=disputes')
  expect(await screen.findByRole('tab', { name: 'Waitlist' })).toBeTruthy()
  await host.quiet()
  expect(screen.queryByRole('tab', { name: 'Disputes' })).toBeNull()
  expect(host.called('disputes.queue')).toEqual([])
})
