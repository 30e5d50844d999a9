import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { collaboratorsPath, ledger, paymentOf, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, memberOf, projectID, viewerID } from '#support/workspace.ts'

afterEach(clearApp)

const card = async (name: string) => (await screen.findByRole('region', { name })).textContent

test.each([
  ['owner', 'Manage Collaborators'],
  ['admin', 'Manage Collaborators'],
  ['member', 'View Collaborators'],
] as const)('[COL-01] a viewer with the role %s sees the title %s', async (role, title) => {
  serveTeam({ role })
  await renderApp(collaboratorsPath())
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeTruthy()
})

test('[COL-02][COL-03][COL-04][PAY-07] the cards count people, the payments in the ledger, and tasks', async () => {
  serveTeam()
  await renderApp(collaboratorsPath())
  expect(await card('Total Collaborators')).toBe('Total Collaborators32 active')
  expect(await card('Total Paid')).toContain('$1,250.50')
  expect(await card('Tasks Completed')).toBe('Tasks Completed2of 5 in total')
})

test('[COL-05] owner and admin have four tabs, and the open tab is in the address', async () => {
  serveTeam({ role: 'admin' })
  const { path } = await renderApp(collaboratorsPath())
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Collaborators', 'Payments', 'Analytics', 'Requests'])
  await user.click(screen.getByRole('tab', { name: 'Analytics' }))
  expect(path()).toBe(collaboratorsPath('?view=analytics'))
  expect(await screen.findByRole('tabpanel', { name: 'Analytics' })).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Collaborators' }))
  expect(path()).toBe(collaboratorsPath())
})

test('[COL-06] members see a list with a text search: no tabs, no other filters, no actions', async () => {
  serveTeam({ role: 'member' })
  await renderApp(collaboratorsPath())
  const list = await screen.findByRole('list', { name: 'Collaborators' })
  const names = () =>
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent)
  expect(names()).toEqual(['Grace Field', 'Ada Byron', 'Béla Bartók'])
  const main = within(screen.getByRole('main'))
  expect(main.queryByRole('tab')).toBeNull()
  expect(main.queryByRole('combobox')).toBeNull()
  expect(main.queryByRole('button', { name: /Actions|Invite|Export/ })).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'bela{Enter}')
  expect(names()).toEqual(['Béla Bartók'])
  expect(screen.getByText('1 of 3 collaborators')).toBeTruthy()
})

test('[COL-54] a member leaves the project after a question', async () => {
  serveTeam({ role: 'member' })
  host.on('memberships.remove', ok({ message: 'Removed.' }))
  const { path } = await renderApp(collaboratorsPath())
  const leave = await screen.findByRole('button', { name: 'Leave project' })
  await user.click(leave)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(host.called('memberships.remove')).toEqual([])
  await user.click(leave)
  const question = within(await screen.findByRole('dialog', { name: 'Leave this project?' }))
  await user.click(question.getByRole('button', { name: 'Leave project' }))
  expect(await screen.findByText('You left the project.')).toBeTruthy()
  expect(host.called('memberships.remove').map(({ input }) => input.params)).toEqual([
    { id: projectID, userId: viewerID },
  ])
  await waitFor(() => expect(path()).toBe('/my-projects'))
})

test("[COL-06] a member who opens an address of the managers’ views sees the member's list", async () => {
  serveTeam({ role: 'member' })
  await renderApp(collaboratorsPath('?view=requests&dialog=invite'))
  await screen.findByRole('list', { name: 'Collaborators' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(host.called('memberships.requests')).toEqual([])
})

test("a member sees their own payments, and a note that nobody else's are shown", async () => {
  serveTeam({ role: 'member', payments: [paymentOf(12, { userID: viewerID, username: 'grace', note: 'First chart' })] })
  await renderApp(collaboratorsPath())
  const own = await screen.findByRole('region', { name: 'Your payments' })
  expect(within(own).getByText('First chart')).toBeTruthy()
  expect(within(own).getByText('$12.00')).toBeTruthy()
  expect(within(own).queryByRole('button')).toBeNull()
  expect(await card('Paid to You')).toContain('$1,250.50')
  expect(screen.queryByText('Total Paid')).toBeNull()
})

test("[COL-18][COL-19] a failed load shows 'Failed to load collaborators' and nobody, and Retry loads them", async () => {
  serveTeam()
  host.on('memberships.members', failed)
  await renderApp(collaboratorsPath())
  expect(await screen.findByText('Failed to load collaborators')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Collaborators' })).toBeNull()
  expect(await card('Total Collaborators')).toBe('Total Collaborators–Not loaded')
  host.on('memberships.members', ok({ data: [memberOf(7)] }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('rowheader', { name: /Person 7/ })).toBeTruthy()
  expect(screen.queryByText('Failed to load collaborators')).toBeNull()
})

test('other failures are reported in one alert; loaded parts stay, and nothing unknown is shown as zero', async () => {
  serveTeam()
  host.on('tasks.byProject', failed)
  host.on('payments.list', failedReply(500, 'INTERNAL'))
  await renderApp(collaboratorsPath())
  expect(await screen.findByText('Failed to load tasks and payments')).toBeTruthy()
  expect(await card('Tasks Completed')).toBe('Tasks Completed–Not loaded')
  expect(await card('Total Paid')).toBe('Total Paid–Not loaded')
  const row = screen.getByRole('row', { name: /Ada Byron/ })
  expect(within(row).queryByText('$0.00')).toBeNull()
  const exporting = screen.getByRole('button', { name: 'Export' })
  expect(exporting.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('Off: tasks or payments were not loaded.')).toBeTruthy()
  host.on('payments.list', ledger([]))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Failed to load tasks')).toBeTruthy()
})

test('[COL-39][COL-40] progress is shown overall and for each person', async () => {
  serveTeam()
  await renderApp(collaboratorsPath('?view=analytics'))
  const overall = await screen.findByRole('progressbar', { name: 'Overall progress' })
  expect(overall.getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByText('40%')).toBeTruthy()
  expect(screen.getByText('2 of 5 tasks completed · 1 assigned to nobody')).toBeTruthy()
  const [first, ...others] = within(screen.getByRole('region', { name: 'By collaborator' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('Ada Byron')
  expect(within(first!).getByText('2 of 3 tasks completed')).toBeTruthy()
  expect(within(first!).getByText('67%')).toBeTruthy()
  expect(others.map((item) => item.textContent)).toEqual([
    expect.stringContaining('0 of 1 task completed') as string,
    expect.stringContaining('No tasks assigned') as string,
  ])
})
