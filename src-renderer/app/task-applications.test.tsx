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

/** Headings and rows of the list, in their order. */
const lines = () =>
  [...screen.getByRole('list', { name: 'Requests Received' }).querySelectorAll('h3, h4, article')].map((one) =>
    one.tagName === 'ARTICLE' ? one.getAttribute('aria-label') : one.textContent,
  )

test('[CLAIM-53] applications to a task are listed under their task, after those to the project', async () => {
  const other = { ...task, id: taskOf(3).id, taskId: '3', title: 'Ink the coast' }
  const answerBy = new Date(Date.now() + 5 * 86_400_000).toISOString()
  serveReceived(forTask(1, { answerBy }), requestOf(2), forTask(3, { status: 2 }), forTask(4), forTask(5, { task: other })) // prettier-ignore
  await renderApp(receivedPath)
  expect((await row(1)).getByText(/answer by/i)).toBeTruthy()
  expect(lines()).toEqual([
    ...['Needs you · 4', 'Request of applicant-2'],
    ...['Task #3 · Ink the coast · 1', 'Request of applicant-5 for task #3'],
    ...['Task #12 · Draw the map · 2', 'Request of applicant-1 for task #12', 'Request of applicant-4 for task #12'],
    ...['Answered · 1', 'Task #12 · Draw the map · 1', 'Request of applicant-3 for task #12'],
  ])
  await user.click(screen.getByRole('switch', { name: 'Nearest answer date first' }))
  expect(await (await row(4)).findByText('Task #12 · Draw the map')).toBeTruthy()
  expect(lines()[0]).toBe('Request of applicant-1 for task #12')
})

test('[CLAIM-53] the reader of an application to a task has letter, answer date and the private label', async () => {
  const answerBy = new Date(Date.now() + 5 * 86_400_000).toISOString()
  serveReceived(forTask(1, { answerBy, hasLetter: true, seenAt: requestOf(1).createdAt }))
  host.on('capabilities.list', ok({ data: ['search', 'decisions', 'letters', 'clock'] }))
  const { id, createdAt } = requestOf(1)
  host.on('requests.comments', ok({ data: [], nextCursor: null }))
  host.on(
    'requests.get',
    ok({
      data: {
        ...{ id, createdAt, project: { id: projectID, title: 'Harbour map' }, status: 0, isClosed: false, answerBy },
        ...{
          applicant: { id: requestOf(9).id, username: 'applicant-1', name: '' },
          seenAt: createdAt,
          letter: 'I draw maps.',
        },
        ...{ answers: [], hasLetter: true, kind: 'taskApplication', taskID: task.id, task, mayEdit: false },
        mayComment: true,
      },
    }),
  )
  await renderApp(openedPath(1))
  const reader = within(await screen.findByRole('region', { name: 'Application of applicant-1 for task #12' }))
  expect(await reader.findByText('I draw maps.')).toBeTruthy()
  expect(reader.getByText(/Answer by/i)).toBeTruthy()
  const answers = within(reader.getByRole('group', { name: 'Answer applicant-1' }))
  expect(answers.getAllByRole('button').map((one) => one.textContent)).toEqual(['Approve', 'Reject…', 'More time'])
  await user.click(reader.getByRole('button', { name: 'Shortlist' }))
  await waitFor(() => expect(sent('requests.setLabel')).toEqual([{ label: 'shortlist' }]))
})

test('[CLAIM-53] an application to a task leads to it in the reader, with who else waits', async () => {
  serveReceived(forTask(1), forTask(2), requestOf(3))
  await renderApp(openedPath(1))
  const reader = within(await screen.findByRole('region', { name: 'Application of applicant-1 for task #12' }))
  const link = reader.getByRole('link', { name: 'Task #12 · Draw the map' })
  expect(link.getAttribute('href')).toBe(`/project/${projectID}/tasks/12`)
  expect(reader.getByText(/^1 other person applies for it\./)).toBeTruthy()
  await user.click(reader.getByRole('button', { name: 'Previous application' }))
  const other = within(await screen.findByRole('region', { name: 'Application of applicant-3' }))
  expect(other.queryByText(/Task #12/)).toBeNull()
})

test('[CLAIM-53] one who is approved has the task, and the list shows what has become of the others', async () => {
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

test('[CLAIM-53] who rejects one reads that the person can apply for the task again', async () => {
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
