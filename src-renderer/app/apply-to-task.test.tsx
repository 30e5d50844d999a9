import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { UserRequest } from '#shared/contract/index.ts'
import type { Application } from '#shared/contract/letters.ts'
import type { OpenTaskPage } from '#shared/contract/open-tasks.ts'
import { host, ok } from '#support/fake-platform.ts'
import { openPageOf, serveOpenTasks } from '#support/open-tasks.ts'
import { idOf } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
// Keys work once this code is there.
import '#app/commands/Commands.tsx'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { useConfirmStore } from '../lib/confirm.ts'

configure({ asyncUtilTimeout: 20_000 })

const DAY_MS = 86_400_000
const answerBy = new Date(Date.now() + 10 * DAY_MS)
const dayOf = (time: Date) => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(time)
const mine = (extra: Partial<UserRequest> = {}): UserRequest => ({
  ...{ id: idOf(501), projectID: idOf(900), title: 'A bird atlas', description: 'Task #1', skills: '' },
  ...{ kind: 'application', role: 'member', message: null, fromUsername: 'ada', fromName: '', status: 0 },
  ...{ createdAt: new Date().toISOString(), updatedAt: null, answerBy: answerBy.toISOString(), seenAt: null },
  ...{ prolonged: null, hasLetter: true, rejection: null, task: { id: idOf(1), taskId: '1' } },
  ...extra,
})
const application: Application = {
  id: idOf(501),
  project: { id: idOf(900), title: 'A bird atlas' },
  applicant: { id: idOf(170), username: 'ada', name: 'Ada' },
  ...{ status: 0, isClosed: false, createdAt: new Date().toISOString(), seenAt: null, letter: 'I draw maps.' },
  ...{ answers: [], hasLetter: true, kind: 'taskApplication', taskID: idOf(1), task: { id: idOf(1), taskId: '1' } },
  ...{ answerBy: answerBy.toISOString(), mayEdit: true, mayComment: true },
}

let requests: UserRequest[] = []
beforeEach(() => {
  requests = []
  serveOpenTasks(() => ['claims', 'letters', 'clock', 'search'])
  host.on('users.requests', () => ok({ data: requests }))
  host.on('requests.get', ok({ data: application }))
  host.on('requests.comments', ok({ data: [], nextCursor: null }))
})
afterEach(clearApp)

const open = (more: Partial<OpenTaskPage> = {}) => {
  host.on('openTasks.get', ok({ data: openPageOf({ mode: 'apply', ...more }) }))
  return renderApp(`/open/${idOf(1)}`)
}
const button = (name: string) => screen.findByRole('button', { name })
const bodies = (operation: string) => host.called(operation).map(({ input }) => input.body)
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Apply for task #1' }))

test('[OPEN-16] [CLAIM-08] one applies in a sheet that names the day of the answer, and the focus goes to what happened', async () => {
  host.on('claims.apply', () => {
    requests = [mine()]
    return ok({ data: application })
  })
  await open()
  await user.click(await button('Apply'))
  const dialog = await sheet()
  expect(dialog.getByText(/You get an answer by/).textContent).toContain(String(answerBy.getDate()))
  await user.type(dialog.getByRole('textbox', { name: 'Letter' }), ' I draw maps. ')
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  await button('Withdraw')
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe(
      `You have applied. The project is to answer by ${dayOf(answerBy)}.`,
    ),
  )
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
  expect(await screen.findByRole('region', { name: 'Your application' })).toBeTruthy()
  expect(bodies('claims.apply')).toEqual([{ letter: 'I draw maps.', idempotencyKey: expect.any(String) as string }])
})

test('[OPEN-18] T opens the sheet', async () => {
  await open()
  await button('Apply')
  await user.keyboard('t')
  expect((await sheet()).getByRole('textbox', { name: 'Letter' })).toBeTruthy()
})

test('[OPEN-18] while an answer is awaited T opens nothing', async () => {
  requests = [mine()]
  await open()
  await button('Withdraw')
  await user.keyboard('t')
  await host.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what was written is kept when it could not be sent, and a repeat sends the same key', async () => {
  host.on(
    'claims.apply',
    failedReply(409, 'CAP_REACHED', '10 of 10 applications wait; the oldest is answered by Friday.'),
  )
  await open()
  await user.click(await button('Apply'))
  const dialog = await sheet()
  await user.type(dialog.getByRole('textbox', { name: 'Letter' }), 'I draw maps.')
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  await dialog.findByText(/10 of 10 applications wait; the oldest is answered by Friday\./)
  expect(dialog.getByDisplayValue('I draw maps.')).toBeTruthy()
  host.on('claims.apply', ok({ data: application }))
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(bodies('claims.apply')).toHaveLength(2))
  const [first, second] = bodies('claims.apply')
  expect(second).toEqual(first)
})

test('at the cap the button does nothing and says why', async () => {
  const text = '10 of 10 applications wait; the oldest is answered by Friday.'
  await open({ may: false, whyNot: { reason: 'cap', text } })
  expect((await button('Apply')).hasAttribute('disabled')).toBe(true)
  expect(screen.getByText(text)).toBeTruthy()
})

test('[CLAIM-51] an application is withdrawn by its ID after a question, and one can apply again', async () => {
  requests = [mine()]
  host.on('memberships.answerById', () => {
    requests = []
    return ok({
      data: { hasProject: false, project: null, role: null, status: null, isApproved: false, requestId: null },
    })
  })
  await open()
  await user.click(await button('Withdraw'))
  await waitFor(() => expect(useConfirmStore.getState().question?.title).toBe('Withdraw your application?'))
  useConfirmStore.getState().answer('confirmed')
  await button('Apply')
  expect(bodies('memberships.answerById')).toEqual([{ requestId: idOf(501), accept: false }])
})

test('who was not chosen reads why, and who has the task is led to it', async () => {
  const rejection = { reason: 'otherChosen' as const, text: '' }
  requests = [mine({ status: 2, rejection, answerBy: null })]
  const taken = {
    state: 'taken',
    may: false,
    whyNot: { reason: 'taken', text: 'Somebody else has this task.' },
  } as const
  await open(taken)
  await screen.findByText('Your application for this task was not accepted.')
  expect(screen.getByText('Somebody else was chosen')).toBeTruthy()
})
