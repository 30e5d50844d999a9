import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { ada, bela, collaboratorsPath, ledger, paymentOf, serveTeam, summaryOf } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID, projectOf } from '#support/workspace.ts'
import { ledgerTime } from '../data/ledger-period.ts'

afterEach(clearApp)

const payments = collaboratorsPath('?view=payments')
const quick = async () => within(await screen.findByRole('form', { name: 'Quick Payment' }))
const keys = (operation: string) =>
  host.called(operation).map(({ input }) => (input.body as { idempotencyKey: string }).idempotencyKey)
const enter = async (amount: string, note = '') => {
  const form = await quick()
  await user.click(form.getByRole('combobox', { name: 'Collaborator' }))
  await user.click(await screen.findByRole('option', { name: 'Ada Byron' }))
  fill(form.getByLabelText('Amount'), amount)
  if (note) fill(form.getByLabelText('Note (optional)'), note)
  return form
}
const record = async () => user.click((await quick()).getByRole('button', { name: 'Record Payment' }))

test('[PAY-01] the budget bar shows budget, paid and remaining in $, and says that no money is moved', async () => {
  serveTeam()
  await renderApp(payments)
  const budget = await screen.findByRole('region', { name: 'Budget' })
  expect(
    within(budget)
      .getAllByRole('definition')
      .map((value) => value.textContent),
  ).toEqual(['$3,000.00', '$1,250.50', '$1,749.50'])
  expect(within(budget).getByRole('progressbar', { name: 'Budget paid' }).getAttribute('aria-valuenow')).toBe('42')
  expect(within(budget).getByText(/No money is moved/)).toBeTruthy()
})

test('[PAY-01] without a budget there is no bar, and a budget that is exceeded says so', async () => {
  serveTeam({ summary: { budgetCents: null, remainingCents: null } })
  await renderApp(payments)
  const budget = within(await screen.findByRole('region', { name: 'Budget' }))
  expect(budget.getByText('Not set')).toBeTruthy()
  expect(budget.queryByRole('progressbar')).toBeNull()
  clearApp()
  serveTeam({ summary: { paidCents: 330_000, remainingCents: -30_000 } })
  await renderApp(payments)
  const over = within(await screen.findByRole('region', { name: 'Budget' }))
  expect(over.getByText('-$300.00')).toBeTruthy()
  expect(over.getByText('110% paid: over budget.')).toBeTruthy()
})

test('[PAY-02] Quick Payment records an entry, and the ledger and the sums show it', async () => {
  serveTeam()
  host.on('payments.create', ok({ data: paymentOf(9950) }))
  await renderApp(payments)
  const form = await enter('99.50', 'First chart')
  fill(form.getByLabelText('Method (optional)'), ' Bank transfer ')
  host.on('payments.list', ledger([paymentOf(1, { amountCents: 9_950 })], { paidCents: 135_000 }))
  await record()
  expect(await screen.findByText('$99.50 to Ada Byron recorded.')).toBeTruthy()
  expect(host.called('payments.create').map(({ input }) => input)).toEqual([
    {
      params: { id: projectID },
      body: {
        userID: ada,
        amountCents: 9_950,
        currency: 'USD',
        method: 'Bank transfer',
        note: 'First chart',
        idempotencyKey: expect.any(String) as string,
      },
    },
  ])
  expect(await screen.findByRole('button', { name: 'Void $99.50 to Ada Byron' })).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('')
  expect(form.getByLabelText<HTMLInputElement>('Method (optional)').value).toBe('')
  // The figures are on the first tab.
  await user.click(screen.getByRole('tab', { name: 'Collaborators' }))
  expect((await screen.findByRole('region', { name: 'Total Paid' })).textContent).toContain('$1,350.00')
})

test('[PAY-01] [OFFER-32] a project in euros is paid and shown in euros, and dollars of before stay apart', async () => {
  const otherCurrencies = [{ currency: 'USD', paidCents: 500 }]
  serveTeam({ summary: { currency: 'EUR', otherCurrencies } })
  host.on('projects.get', ok({ data: projectOf({ role: 'owner', currency: 'EUR' }) }))
  host.on('payments.create', ok({ data: paymentOf(9950, { currency: 'EUR' }) }))
  await renderApp(payments)
  const budget = within(await screen.findByRole('region', { name: 'Budget' }))
  expect(budget.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['€3,000.00', '€1,250.50', '€1,749.50'],
  ])
  expect(budget.getByText('Also paid, but not included above: $5.00')).toBeTruthy()
  const form = await enter('99.50', 'First chart')
  expect(form.getByText('€')).toBeTruthy()
  await record()
  expect(await screen.findByText('€99.50 to Ada Byron recorded.')).toBeTruthy()
  expect(host.called('payments.create').map(({ input }) => input.body)).toMatchObject([
    { amountCents: 9_950, currency: 'EUR' },
  ])
})

test('[PAY-02] a missing or unreadable value is reported beside its field, and nothing is sent', async () => {
  serveTeam()
  await renderApp(payments)
  await record()
  const form = await quick()
  expect(await form.findByText('Choose a collaborator.')).toBeTruthy()
  expect(form.getByText('Enter an amount.')).toBeTruthy()
  fill(form.getByLabelText('Amount'), '1.005')
  expect(await form.findByText('An amount has at most two decimals.')).toBeTruthy()
  await host.quiet()
  expect(host.called('payments.create')).toEqual([])
})

test('[PAY-02] a retry after a lost answer has the same key, the next payment another', async () => {
  serveTeam()
  await renderApp(payments)
  await enter('10')
  await record()
  expect(await screen.findByText(/You can safely try again/)).toBeTruthy()
  host.on('payments.create', ok({ data: paymentOf(10) }))
  await record()
  expect(await screen.findByText('$10.00 to Ada Byron recorded.')).toBeTruthy()
  await enter('20')
  await record()
  await waitFor(() => expect(keys('payments.create')).toHaveLength(3))
  const [lost, retried, next] = keys('payments.create')
  expect(retried).toBe(lost)
  expect(next).not.toBe(lost)
})

test('[PAY-02] when the form was changed after a lost answer, but that payment was recorded, the form says so; the next one has a new key', async () => {
  serveTeam()
  await renderApp(payments)
  host.on('payments.create', failedReply(409, 'CONFLICT', 'This idempotency key was used for another payment.'))
  await enter('11')
  await record()
  expect(await screen.findByText(/An earlier try did record a payment after all/)).toBeTruthy()
  host.on('payments.create', ok({ data: paymentOf(11) }))
  await record()
  await screen.findByText('$11.00 to Ada Byron recorded.')
  const [taken, next] = keys('payments.create')
  expect(next).not.toBe(taken)
})

test('an amount above the rest of the budget is reported while it is typed, and can still be recorded', async () => {
  serveTeam()
  await renderApp(payments)
  const form = await enter('1749.51')
  expect(form.getByText('More than the $1,749.50 that remain of the budget.')).toBeTruthy()
})

test('a half-entered payment is kept while another view is open, and leaving the page asks first', async () => {
  serveTeam()
  const { router, path } = await renderApp(payments)
  fill((await quick()).getByLabelText('Amount'), '12')
  await user.click(screen.getByRole('tab', { name: 'Analytics' }))
  await screen.findByRole('tabpanel', { name: 'Analytics' })
  await user.click(screen.getByRole('tab', { name: 'Payments' }))
  expect((await quick()).getByLabelText<HTMLInputElement>('Amount').value).toBe('12')
  void router.navigate('/my-projects')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(path()).toBe(payments)
})

test('an entry is voided after a question with a reason, and is then struck out', async () => {
  serveTeam({ payments: [paymentOf(12, { note: 'First chart' }), paymentOf(13, { userID: bela, username: 'bela' })] })
  const voided = paymentOf(12, { voidedAt: '2025-03-06T10:00:00.000Z', voidReason: 'Entered twice' })
  host.on('payments.void', ok({ data: voided }))
  await renderApp(payments)
  await user.click(await screen.findByRole('button', { name: 'Void $12.00 to Ada Byron' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Void this payment?' }))
  fill(dialog.getByLabelText('Reason (optional)'), 'Entered twice')
  host.on('payments.list', ledger([voided]))
  await user.click(dialog.getByRole('button', { name: 'Void Payment' }))
  expect(await screen.findByText('The entry was voided.')).toBeTruthy()
  expect(host.called('payments.void')[0]?.input).toEqual({
    params: { id: projectID, paymentId: voided.id },
    body: { reason: 'Entered twice' },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const entry = within(screen.getByRole('list', { name: 'Payments' })).getByRole('listitem')
  expect(entry.querySelector('del')?.textContent).toBe('$12.00')
  expect(within(entry).getByText('Voided Mar 6, 2025: Entered twice')).toBeTruthy()
  expect(within(entry).queryByRole('button')).toBeNull()
})

test('[SETTLE-33] [PAY-06] the ledger says what did not arrive and why, and offers to void nothing that was answered', async () => {
  const text = 'My account has nothing since Monday.'
  serveTeam()
  host.on('payments.list', ledger([
    paymentOf(1, { missingAt: '2025-03-07T10:00:00.000Z', missingText: text }),
    paymentOf(2, { confirmedAt: '2025-03-07T10:00:00.000Z' }),
    paymentOf(3),
  ])) // prettier-ignore
  await renderApp(payments)
  const [missing, confirmed, open] = within(await screen.findByRole('list', { name: 'Payments' })).getAllByRole(
    'listitem',
  )
  expect(missing?.querySelector('del')?.textContent).toBe('$1.00')
  expect(missing?.textContent).toContain(`said so Mar 7, 2025: ${text}`)
  const voids = [missing, confirmed, open].map((entry) => entry?.querySelector('button[aria-label^="Void"]') !== null)
  expect(voids).toEqual([false, false, true])
})

test('an empty ledger explains what it is for, and has neither a number of payments nor a period to choose', async () => {
  serveTeam()
  host.on('capabilities.list', ok({ data: ['analytics'] }))
  await renderApp(payments)
  expect(await screen.findByRole('heading', { name: 'No payments yet' })).toBeTruthy()
  await host.quiet()
  expect(screen.queryByText(/^0 payments/)).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Period' })).toBeNull()
})

test('a period without payments can be changed for another', async () => {
  serveTeam()
  host.on('capabilities.list', ok({ data: ['analytics'] }))
  await renderApp(collaboratorsPath('?view=payments&period=month'))
  expect(await screen.findByRole('heading', { name: 'No payments in this time' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Period' })).toBeTruthy()
})

test('a period is kept in the address, narrows the ledger from its first page and says its sum', async () => {
  serveTeam()
  host.on('capabilities.list', ok({ data: ['analytics'] }))
  host.on('payments.list', ({ input }) => {
    const isNarrow = 'from' in (input.query as object)
    const pagination = { page: 1, limit: 10, total: isNarrow ? 1 : 2, totalPages: 1 }
    const data = isNarrow ? [paymentOf(1)] : [paymentOf(1), paymentOf(2)]
    const periodSums = isNarrow ? [{ currency: 'USD', paidCents: 9_950 }] : null
    return ok({ data, pagination, summary: summaryOf(), periodSums })
  })
  const { path } = await renderApp(collaboratorsPath('?view=payments&page=2'))
  expect(await screen.findByText('2 payments · $1,250.50')).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'Period' }))
  await user.click(await screen.findByRole('option', { name: 'This month' }))
  expect(await screen.findByText('1 payment · $99.50')).toBeTruthy()
  expect(path()).toBe(collaboratorsPath('?view=payments&period=month'))
  expect(host.called('payments.list').at(-1)?.input.query).toEqual({ page: 1, limit: 10, ...ledgerTime('month') })
  // The budget is about all payments.
  expect(within(screen.getByRole('region', { name: 'Budget' })).getByText('$1,250.50')).toBeTruthy()
})

test('what was voided or never arrived is listed and not counted as a payment', async () => {
  serveTeam()
  const pagination = { page: 1, limit: 10, total: 2, totalPages: 1 }
  const data = [paymentOf(1), paymentOf(2, { voidedAt: '2025-01-03T12:00:00.000Z' })]
  host.on('payments.list', ok({ data, pagination, summary: summaryOf(), periodSums: null, outCount: 1 }))
  await renderApp(collaboratorsPath('?view=payments'))
  expect(await screen.findByText('1 payment · $1,250.50')).toBeTruthy()
  expect(screen.getByText('Voided')).toBeTruthy()
})

test('a host that knows no periods is not asked for one', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  serveTeam({ payments: [paymentOf(1)] })
  await renderApp(collaboratorsPath('?view=payments&period=month'))
  expect(await screen.findByText('1 payment · $1,250.50')).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Period' })).toBeNull()
  for (const { input } of host.called('payments.list')) expect(input.query).not.toHaveProperty('from')
})

test('a note that names a task leads to it; any other number is a number', async () => {
  serveTeam({ payments: [paymentOf(1, { note: 'Invoice #7 for task #12', method: null })] })
  await renderApp(payments)
  const link = await screen.findByRole('link', { name: 'task #12' })
  expect(link.getAttribute('href')).toBe(`/project/${projectID}/tasks/12`)
  expect(screen.queryByRole('link', { name: /#7/ })).toBeNull()
})
