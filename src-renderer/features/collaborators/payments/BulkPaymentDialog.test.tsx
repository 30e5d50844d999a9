import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { ada, bela, collaboratorsPath, paymentOf, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID, viewerID } from '#support/workspace.ts'
import { SAME_TRY_MS } from './payment-mutations.ts'

afterEach(clearApp)

const open = async () => {
  serveTeam()
  await renderApp(collaboratorsPath('?view=payments'))
  await user.click(await screen.findByRole('button', { name: 'Bulk Payment' }))
  return within(await screen.findByRole('dialog', { name: 'Bulk Payment' }))
}
type Dialog = Awaited<ReturnType<typeof open>>
const split = async (dialog: Dialog, name: string) => {
  await user.click(dialog.getByRole('combobox', { name: 'Split' }))
  await user.click(await screen.findByRole('option', { name }))
}
const choose = async (dialog: Dialog, ...names: string[]) => {
  for (const name of names) await user.click(dialog.getByRole('checkbox', { name }))
}
/** The parts as shown, for the viewer, Ada and Béla. */
const parts = () => [...document.querySelectorAll('[data-part]')].map((part) => part.textContent)
const bodies = () => host.called('payments.bulk').map(({ input }) => input.body)

test('[PAY-03] equal parts are shown before recording, add up to the cent, and are recorded as shown', async () => {
  const dialog = await open()
  host.on('payments.bulk', ok({ data: [paymentOf(34), paymentOf(33), paymentOf(33)] }))
  fill(dialog.getByLabelText('Total amount'), '100')
  await choose(dialog, 'Everybody')
  expect(parts()).toEqual(['$33.34', '$33.33', '$33.33'])
  expect(dialog.getByText('$100.00')).toBeTruthy()
  fill(dialog.getByLabelText('Note (optional)'), 'Milestone')
  await user.click(dialog.getByRole('button', { name: 'Record 3 Payments' }))
  expect(await screen.findByText('$100.00 to 3 people recorded.')).toBeTruthy()
  expect(host.called('payments.bulk')[0]?.input).toEqual({
    params: { id: projectID },
    body: {
      userIDs: [viewerID, ada, bela],
      amountCents: 10_000,
      currency: 'USD',
      split: 'equal',
      note: 'Milestone',
      idempotencyKey: expect.any(String) as string,
    },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[PAY-03] an amount is split by the hours entered for each person', async () => {
  const dialog = await open()
  fill(dialog.getByLabelText('Total amount'), '10')
  await split(dialog, 'By hours worked')
  await choose(dialog, 'Ada Byron', 'Béla Bartók')
  expect(dialog.getByText('Enter the hours of at least one person.')).toBeTruthy()
  fill(dialog.getByLabelText('Hours of Ada Byron'), '7.5')
  fill(dialog.getByLabelText('Hours of Béla Bartók'), '2.5')
  expect(parts()).toEqual(['–', '$7.50', '$2.50'])
  host.on('payments.bulk', ok({ data: [paymentOf(1)] }))
  await user.click(dialog.getByRole('button', { name: 'Record 2 Payments' }))
  await waitFor(() => expect(bodies()).toMatchObject([{ split: 'hours', hours: { [ada]: 7.5, [bela]: 2.5 } }]))
})

test('[PAY-03] an amount is split by the completed tasks that the project counts', async () => {
  const dialog = await open()
  fill(dialog.getByLabelText('Total amount'), '50')
  await split(dialog, 'By tasks completed')
  await choose(dialog, 'Béla Bartók')
  expect(dialog.getByText('None of these people has completed a task in this project.')).toBeTruthy()
  await choose(dialog, 'Ada Byron')
  expect(parts()).toEqual(['–', '$50.00', '$0.00'])
  expect(dialog.getByText('2 tasks completed')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Record 1 Payment' })).toBeTruthy()
})

test('[PAY-03] custom amounts are recorded once they add up to the amount', async () => {
  const dialog = await open()
  fill(dialog.getByLabelText('Total amount'), '1')
  await split(dialog, 'Custom amounts')
  await choose(dialog, 'Ada Byron', 'Béla Bartók')
  fill(dialog.getByLabelText('Amount for Ada Byron'), '0.99')
  expect(dialog.getByText('$0.01 left to distribute.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: /^Record/ }))
  expect(bodies()).toEqual([])
  fill(dialog.getByLabelText('Amount for Béla Bartók'), '0.01')
  host.on('payments.bulk', ok({ data: [paymentOf(1)] }))
  await user.click(dialog.getByRole('button', { name: 'Record 2 Payments' }))
  await waitFor(() => expect(bodies()).toMatchObject([{ split: 'custom', amounts: { [ada]: 99, [bela]: 1 } }]))
})

test('a failed bulk payment says why and keeps the form; the retry has the same key', async () => {
  const dialog = await open()
  host.on('payments.bulk', failedReply(422, 'INVALID_INPUT', 'Only members of the project can be paid.'))
  fill(dialog.getByLabelText('Total amount'), '10')
  await choose(dialog, 'Everybody')
  await user.click(dialog.getByRole('button', { name: 'Record 3 Payments' }))
  expect(await dialog.findByText('Only members of the project can be paid.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Total amount').value).toBe('10')
  await user.click(dialog.getByRole('button', { name: 'Record 3 Payments' }))
  await waitFor(() => expect(bodies()).toHaveLength(2))
  const [first, second] = bodies() as Array<{ idempotencyKey: string }>
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
})

test('[PAY-03] a bulk payment entered again after a lost answer has the same key in a new dialog; a later one has another key', async () => {
  const enter = async (dialog: Dialog) => {
    fill(dialog.getByLabelText('Total amount'), '10')
    await choose(dialog, 'Ada Byron')
    await user.click(dialog.getByRole('button', { name: 'Record 1 Payment' }))
  }
  const dialog = await open()
  host.on('payments.bulk', failedReply(0, 'TIMEOUT'))
  await enter(dialog)
  await dialog.findByRole('alert')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const reopen = async () => {
    await user.click(await screen.findByRole('button', { name: 'Bulk Payment' }))
    return within(await screen.findByRole('dialog', { name: 'Bulk Payment' }))
  }
  await enter(await reopen())
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // After so long, the same values are another payment.
  const now = Date.now
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + SAME_TRY_MS)
  host.on('payments.bulk', ok({ data: [paymentOf(10)] }))
  await enter(await reopen())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await enter(await reopen())
  await waitFor(() => expect(bodies()).toHaveLength(4))
  later.mockRestore()
  const [lost, again, ...others] = (bodies() as Array<{ idempotencyKey: string }>).map((body) => body.idempotencyKey)
  expect(again).toBe(lost)
  expect(new Set([lost, ...others]).size).toBe(3)
})

test('closing a dialog with entered values asks first', async () => {
  const dialog = await open()
  fill(dialog.getByLabelText('Total amount'), '10')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
