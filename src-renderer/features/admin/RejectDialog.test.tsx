import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

// Loading the page's code with the table's may take longer on a busy machine than a test may last.
beforeAll(() => import('./AdminPage.tsx'), 60_000)
afterEach(clearApp)

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const time = '2025-01-05T10:00:00.000Z'
const application = {
  id: idOf(1),
  userID: idOf(2),
  status: 0,
  reason: null,
  createdAt: time,
  updatedAt: time,
  user: { username: 'ada', email: 'ada@example.org', tier: 'bronze' },
}
const pageOf = (...data: unknown[]) =>
  ok({ data, pagination: { page: 1, limit: 25, total: data.length, totalPages: 1 } })

/** Opens the dialog and types a reason into it. */
const openDialog = async () => {
  host.userID = idOf(9)
  host.on('users.username', ok({ data: { username: 'root' } }))
  host.on('waitlist.list', pageOf())
  host.on('creatorApplications.list', pageOf(application))
  await renderApp('/founder/admin?tab=applications')
  await user.click(await screen.findByRole('button', { name: 'Reject ada' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject this application?' }))
  const reason = dialog.getByLabelText<HTMLTextAreaElement>('Reason (optional)')
  fill(reason, 'Finish a task first')
  const reject = () => user.click(dialog.getByRole('button', { name: 'Reject application' }))
  return { reason, reject }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('[ADM-16] a rejection that does not reach the server keeps the reason, and a second try sends it', async () => {
  host.on('creatorApplications.reject', failedReply(0, 'NETWORK'))
  const { reason, reject } = await openDialog()
  await reject()
  expect(await screen.findByText('Failed to approve/reject application')).toBeTruthy()
  expect(reason.value).toBe('Finish a task first')
  host.on('creatorApplications.reject', ok({ data: { ...application, status: 2 } }))
  await reject()
  await isClosed()
  expect(host.called('creatorApplications.reject').map(({ input }) => input.body)).toEqual([
    { reason: 'Finish a task first' },
    { reason: 'Finish a task first' },
  ])
})

test('[ADM-16] when somebody else has decided the application, nothing can be tried again', async () => {
  host.on('creatorApplications.reject', failedReply(409, 'CONFLICT', 'This application has already been decided.'))
  const { reject } = await openDialog()
  await reject()
  expect(await screen.findByText('This application has already been decided.')).toBeTruthy()
  await isClosed()
})

test('Escape alone does not lose a typed reason', async () => {
  const { reason } = await openDialog()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  expect(reason.value).toBe('Finish a task first')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await isClosed()
  await host.quiet()
  expect(host.called('creatorApplications.reject')).toEqual([])
})
