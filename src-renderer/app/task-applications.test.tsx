import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectRequest } from '#shared/contract/index.ts'
import { collaboratorsPath, requestOf, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { answered, openedPath, received, receivedPath, rejectBy, sent, serveReceived } from '#support/received.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID, taskOf } from '#support/workspace.ts'

afterEach(clearApp)

const task = { id: taskOf(12).id, taskId: '12', title: 'Draw the map' }
const forTask = (number: number, extra: Partial<ProjectRequest> = {}) => requestOf(number, { task, ...extra })
const row = async (number: number) =>
  within(await screen.findByRole('article', { name: `Request of applicant-${number} for task #12` }))

test('an application to a task names the task in the list and leads to it in the reader, with who else waits', async () => {
  serveReceived(forTask(1), forTask(2), requestOf(3))
  await renderApp(openedPath(1))
  expect((await row(1)).getByText('Task #12 · Draw the map')).toBeTruthy()
  const reader = within(await screen.findByRole('region', { name: 'Application of applicant-1 for task #12' }))
  const link = reader.getByRole('link', { name: 'Task #12 · Draw the map' })
  expect(link.getAttribute('href')).toBe(`/project/${projectID}/tasks/12`)
  expect(reader.getByText(/^1 other person applies for it\./)).toBeTruthy()
  await user.click(reader.getByRole('button', { name: 'Next application' }))
  await user.click(
    within(await screen.findByRole('region', { name: 'Application of applicant-2 for task #12' })).getByRole('button', {
      name: 'Next application',
    }),
  )
  const other = within(await screen.findByRole('region', { name: 'Application of applicant-3' }))
  expect(other.queryByText(/Task #12/)).toBeNull()
})

test('one who is approved has the task, and the list shows what has become of the others', async () => {
  serveReceived(forTask(1), forTask(2))
  host.on('memberships.answerById', () => {
    const rejection = { reason: 'otherChosen' as const, text: '' }
    received.requests = [forTask(1, { status: 1 }), forTask(2, { status: 2, rejection })]
    return answered
  })
  await renderApp(receivedPath)
  await user.click((await row(1)).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('applicant-1 has task #12 now.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull())
  expect(sent('memberships.answerById')).toEqual([{ requestId: requestOf(1).id, accept: true }])
})

test('who rejects one reads that the person can apply for the task again', async () => {
  serveReceived(forTask(1))
  await renderApp(receivedPath)
  await user.click((await row(1)).getByRole('button', { name: 'Reject' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/They can apply for the task again while it is open\./)).toBeTruthy()
  await rejectBy('Skills do not match')
  await waitFor(() =>
    expect(sent('memberships.answerById')).toEqual([{ requestId: requestOf(1).id, accept: false, reason: 'skills' }]),
  )
})

test('[CLAIM-51] without the reader they are answered by their ID, and a refusal is said', async () => {
  serveTeam({ received: [forTask(1)] })
  host.on('memberships.answerById', failedReply(409, 'CAP_REACHED', 'Ana holds 1 of 1 task.'))
  await renderApp(collaboratorsPath('?view=requests'))
  const card = await row(1)
  expect(card.getByRole('link', { name: 'Task #12 · Draw the map' })).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Ana holds 1 of 1 task.')).toBeTruthy()
  host.on('memberships.answerById', ok({ data: {} }))
  expect(sent('memberships.answerById')).toEqual([{ requestId: requestOf(1).id, accept: true }])
  expect(sent('memberships.answer')).toEqual([])
})

test.each([
  ['[CLAIM-46] the reader of applications offers to vouch for who applies, and to block them', ['claims'], 1],
  ['at a host without claims it does not', [], 0],
] as const)('%s', async (_name, more, shown) => {
  serveReceived(requestOf(1))
  host.on('capabilities.list', ok({ data: ['search', 'decisions', ...more] }))
  host.on('knownPeople.list', ok({ data: [] }))
  await renderApp(openedPath(1))
  const reader = within(await screen.findByRole('region', { name: 'Application of applicant-1' }))
  await reader.findByText('Past work here')
  if (shown > 0) await reader.findByRole('button', { name: 'Vouch' })
  await host.quiet()
  for (const name of ['Vouch', 'Block']) expect(reader.queryAllByRole('button', { name })).toHaveLength(shown)
})
