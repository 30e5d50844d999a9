import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { webhookGroups } from '#shared/rules/webhook-kinds.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { serveWorkspace, workspacePath } from '#support/workspace.ts'

const at = '2026-11-05T10:00:00.000Z'
const webhookOf = (extra: object = {}) => ({
  ...{ id: idOf(1), target: 'build', kinds: ['task.moved'], state: 'active', hasTarget: true, secrets: 1, madeAt: at },
  ...extra,
})
const deliveryOf = (number: number, extra: object = {}) => ({
  ...{ id: idOf(number), kind: 'task.moved', isDelivered: true, answer: '200', tries: 1, sentAt: at },
  ...extra,
})
let webhooks: object[] = []
beforeEach(() => {
  webhooks = []
  host.on('webhooks.list', () => ok({ data: webhooks, targets: ['build', 'chat'] }))
})
afterEach(() => {
  vi.useRealTimers()
  clearApp()
})

const show = async (role: 'owner' | 'admin' = 'owner', listed: string[] = ['webhooks']) => {
  serveWorkspace({ role })
  host.on('capabilities.list', ok({ data: listed }))
  await renderApp(workspacePath('settings'))
}
const region = async () => within(await screen.findByRole('region', { name: 'Webhooks' }))

test('[FEED-13] an owner adds a webhook by a target’s name, and reads its secret once', async () => {
  await show()
  const card = await region()
  expect(await card.findByText('There is no webhook yet.')).toBeTruthy()
  const add = card.getByRole<HTMLButtonElement>('button', { name: 'Add webhook' })
  expect(add.disabled).toBe(true)
  await user.click(card.getByRole('radio', { name: 'chat' }))
  await user.click(card.getByRole('checkbox', { name: 'Comments' }))
  host.on('webhooks.add', () => {
    webhooks = [webhookOf({ target: 'chat', kinds: webhookGroups[2].kinds })]
    return ok({ data: { ...webhooks[0], secret: 'whsec_only-once' } })
  })
  await user.click(add)
  expect((await card.findByLabelText<HTMLInputElement>(/^Secret of the webhook for/)).value).toBe('whsec_only-once')
  expect(host.called('webhooks.add').map(({ input }) => input.body)).toEqual([
    { target: 'chat', kinds: ['comment.added', 'comment.edited', 'comment.deleted'] },
  ])
  const row = within(await card.findByRole('listitem', { name: 'chat' }))
  expect(row.getByText('Active')).toBeTruthy()
  expect(row.getByText('Sends: Comments')).toBeTruthy()
  // Each target has one webhook at most.
  expect(card.queryByRole('radio', { name: 'chat' })).toBeNull()
})

test('[FEED-13] deliveries say how and when they were answered, and each can be sent again', async () => {
  webhooks = [webhookOf()]
  const late = { isDelivered: false, answer: 'It refused the connection.', tries: 3 }
  host.on('webhooks.deliveries', ok({ data: [deliveryOf(5, late), deliveryOf(4)], nextCursor: 'older' }))
  await show()
  const card = await region()
  await user.click(await card.findByRole('button', { name: 'Deliveries to build' }))
  const list = within(await card.findByRole('list', { name: 'Deliveries to build' }))
  expect(list.getByText(/It refused the connection · not delivered · sent 3 times/).textContent).toContain(
    'Nov 5, 2026',
  )
  expect(list.getByText(/^Answered 200/)).toBeTruthy()
  host.on('webhooks.resend', ok({ data: deliveryOf(5, { tries: 4 }) }))
  const [first] = list.getAllByRole('button', { name: /^Resend \d, task\.moved/ })
  if (first) await user.click(first)
  await waitFor(() =>
    expect(host.called('webhooks.resend').map(({ input }) => input.params)).toMatchObject([{ deliveryID: idOf(5) }]),
  )
  await user.click(card.getByRole('button', { name: 'Older' }))
  await waitFor(() => expect(host.called('webhooks.deliveries').at(-1)?.input.query).toEqual({ cursor: 'older' }))
  expect(await card.findByRole('button', { name: 'Newer' })).toBeTruthy()
})

test('[FEED-13] an open list of deliveries shows by itself what is sent, and a closed one is not read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const again = () => act(() => vi.advanceTimersByTimeAsync(10_000))
  webhooks = [webhookOf()]
  host.on('webhooks.deliveries', ok({ data: [], nextCursor: null }))
  await show()
  const card = await region()
  const open = await card.findByRole('button', { name: 'Deliveries to build' })
  await user.click(open)
  expect(await card.findByText('Nothing was sent in the last 7 days.')).toBeTruthy()
  host.on('webhooks.deliveries', ok({ data: [deliveryOf(4)], nextCursor: null }))
  await again()
  expect(await card.findByText(/^Answered 200/)).toBeTruthy()
  await user.click(open)
  const asked = host.called('webhooks.deliveries').length
  await again()
  expect(host.called('webhooks.deliveries')).toHaveLength(asked)
})

test('[FEED-13] a webhook whose target the server has lost says that its events wait', async () => {
  webhooks = [webhookOf({ hasTarget: false })]
  await show()
  const row = within(await (await region()).findByRole('listitem', { name: 'build' }))
  expect(row.getByText(/no such target now\. What happens is sent once it is back/)).toBeTruthy()
})

test('[FEED-13] a paused webhook says so and is resumed; secrets are replaced, and a removal is asked for', async () => {
  webhooks = [webhookOf({ state: 'paused' })]
  await show()
  const card = await region()
  expect(await card.findByText('Paused: its receiver is gone, or took nothing for a day.')).toBeTruthy()
  host.on('webhooks.resume', failedReply(409, 'CONFLICT', 'This webhook is not paused.'))
  await user.click(card.getByRole('button', { name: 'Resume build' }))
  expect(await card.findByText('This webhook is not paused.')).toBeTruthy()
  host.on('webhooks.makeSecret', () => {
    webhooks = [webhookOf({ secrets: 2 })]
    return ok({ data: { secret: 'whsec_second' } })
  })
  await user.click(card.getByRole('button', { name: 'Make a new secret for build' }))
  expect((await card.findByLabelText<HTMLInputElement>(/^Secret of the webhook for/)).value).toBe('whsec_second')
  host.on('webhooks.dropSecret', ok({ message: 'Gone.' }))
  await user.click(await card.findByRole('button', { name: 'Remove the first secret of build' }))
  await waitFor(() => expect(host.called('webhooks.dropSecret')).toHaveLength(1))
  host.on('webhooks.remove', () => {
    webhooks = []
    return ok({ message: 'Gone.' })
  })
  await user.click(card.getByRole('button', { name: 'Remove build' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await card.findByText('There is no webhook yet.')).toBeTruthy()
})

test('what fails to load can be asked for again', async () => {
  host.on('webhooks.list', failedReply(500, 'INTERNAL'))
  await show()
  const card = await region()
  expect(await card.findByText('Failed to load the webhooks')).toBeTruthy()
  host.on('webhooks.list', ok({ data: [], targets: [] }))
  await user.click(card.getByRole('button', { name: 'Retry' }))
  expect(await card.findByText('There is a webhook for every target that this server has.')).toBeTruthy()
})

test.each([
  ['an admin', 'admin', ['webhooks']],
  ['an owner at a server without targets', 'owner', ['claims']],
] as const)('%s has no such section', async (_who, role, listed) => {
  await show(role, [...listed])
  await screen.findByRole('region', { name: 'Project Information' })
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Webhooks' })).toBeNull()
})
