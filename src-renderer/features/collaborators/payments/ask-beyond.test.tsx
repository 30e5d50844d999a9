import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { capabilityNames } from '#shared/contract/index.ts'
import { collaboratorsPath, paymentOf, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

afterEach(clearApp)
beforeEach(() => {
  serveTeam({ summary: { reservedCents: 0, dueCents: 0, lateCents: 0, availableCents: 174_000 } })
  host.on('capabilities.list', ok({ data: [...capabilityNames] }))
  host.on('dues.list', ok({ data: [], nextCursor: null }))
  host.on('payments.create', ok({ data: paymentOf(1) }))
})

const record = async (amount: string) => {
  await renderApp(collaboratorsPath('?view=payments'))
  const form = within(await screen.findByRole('form', { name: 'Quick Payment' }))
  await screen.findByText('Nobody is owed anything.')
  await user.click(form.getByRole('combobox', { name: 'Collaborator' }))
  await user.click(await screen.findByRole('option', { name: 'Ada Byron' }))
  fill(form.getByLabelText('Amount'), amount)
  await user.click(form.getByRole('button', { name: 'Record Payment' }))
}
const sent = () =>
  host.called('payments.create').map(({ input }) => (input.body as { amountCents: number }).amountCents)
const question = 'This is $898,260.00 more than is left. Record it all the same?'

test('[LEDGER-20] more than is left is recorded after a question with the true figure', async () => {
  await record('900000')
  expect(await screen.findByText(question)).toBeTruthy()
  expect(sent()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Record it' }))
  await waitFor(() => expect(sent()).toEqual([90_000_000]))
})

test('[LEDGER-20] No sends nothing, and keeps what was typed', async () => {
  await record('900000')
  await screen.findByText(question)
  await user.click(screen.getByRole('button', { name: 'No' }))
  await waitFor(() => expect(screen.queryByText(question)).toBeNull())
  await host.quiet()
  expect(sent()).toEqual([])
  expect(screen.getByDisplayValue('900000')).toBeTruthy()
})

test('[LEDGER-20] as much as is left is recorded without a question', async () => {
  await record('1740')
  await waitFor(() => expect(sent()).toEqual([174_000]))
})
