import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { capabilityNames, type ProjectRole } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { ledger } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { failed, projectID, taskOf } from '#support/workspace.ts'
import { paths } from '#lib/paths.ts'
import { PaidForTask } from './PaidForTask.tsx'

afterEach(clearScreen)

type Sums = ReadonlyArray<{ currency: string; paidCents: number }>
const serveSums = (sums: Sums) => {
  const answer = ledger([])
  if (answer.ok) host.on('payments.list', ok({ ...(answer.data as object), periodSums: sums }))
}
const show = (role: ProjectRole, sums: Sums) => {
  host.on('capabilities.list', ok({ data: ['taskPayments'] }))
  serveSums(sums)
  return renderRoutes([{ path: '/', element: <PaidForTask task={taskOf(3)} role={role} /> }], '/')
}

test('owners read what was paid for a task, each currency by itself, and go on to record more', async () => {
  show('owner', [
    { currency: 'USD', paidCents: 12_000 },
    { currency: 'EUR', paidCents: 500 },
  ])
  expect(await screen.findByText('Paid: $120.00 and €5.00')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Record a payment' })
  expect(link.getAttribute('href')).toBe(paths.payForTask(projectID, taskOf(3).id))
  expect(host.called('payments.list')[0]?.input).toMatchObject({ query: { taskID: taskOf(3).id } })
})

test('a member reads what was paid to them, and nothing where that is nothing', async () => {
  show('member', [{ currency: 'USD', paidCents: 500 }])
  expect(await screen.findByText('Paid to you: $5.00')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  clearScreen()
  show('member', [])
  await host.quiet()
  expect(document.body.textContent).not.toContain('aid')
})

test('where the ledger cannot be read, the line says so, and Retry reads it', async () => {
  show('owner', [])
  host.on('payments.list', failed)
  expect((await screen.findByRole('alert')).textContent).toContain('What was paid could not be loaded.')
  serveSums([{ currency: 'USD', paidCents: 700 }])
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Paid: $7.00')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[CAP-02] a server of the release before, which refuses to list by task, is not asked', async () => {
  show('owner', [])
  host.on('capabilities.list', ok({ data: capabilityNames.filter((name) => name !== 'taskPayments') }))
  await host.quiet()
  expect(host.called('capabilities.list')).toHaveLength(1)
  expect(host.called('payments.list')).toEqual([])
  expect(document.body.textContent).not.toContain('aid')
})
