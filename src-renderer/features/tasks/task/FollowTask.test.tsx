import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Reply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, layOut, openTab, sentUpdates, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { failed } from '#support/workspace.ts'

// What the dialog asks may take long on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
layOut()
const first = taskOf(1)
// The dialog's code is loaded apart, which may take long on a busy machine.
beforeAll(() => import('./TaskDialog.tsx'))
beforeEach(() => {
  host.userID = ada.id
  serveTasks([first], 'member')
})
afterEach(clearScreen)

const serveInbox = (following: { isFollowing: boolean; isMuted: boolean }) => {
  host.on('capabilities.list', ok({ data: ['inbox'] }))
  host.on('notifications.following', ok({ data: following }))
}
const group = async () => within(await screen.findByRole('group', { name: 'Notices of this task' }))
const states = async () => {
  const buttons = (await group()).getAllByRole('button')
  return Object.fromEntries(
    buttons.map((button) => [button.textContent, button.getAttribute('aria-pressed') === 'true']),
  )
}
const press = async (name: string) => user.click((await group()).getByRole('button', { name }))

test('[INBOX-22] a task shows whether one follows or has muted it, and a press takes effect at once', async () => {
  serveInbox({ isFollowing: true, isMuted: false })
  const answers: Array<(reply: Reply) => void> = []
  for (const call of ['notifications.follow', 'notifications.unfollow'])
    host.on(call, () => new Promise((resolve) => answers.push(resolve)))
  openTab(`?task=${first.id}`)
  await waitFor(async () => expect(await states()).toEqual({ Follow: true, Mute: false }))
  await press('Mute')
  expect(await states()).toEqual({ Follow: false, Mute: true })
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.(ok({ data: { isFollowing: false, isMuted: true } }))
  await press('Mute')
  expect(await states()).toEqual({ Follow: false, Mute: false })
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(ok({ data: { isFollowing: false, isMuted: false } }))
  await press('Follow')
  await waitFor(() => expect(answers).toHaveLength(3))
  answers[2]?.(ok({ data: { isFollowing: true, isMuted: false } }))
  expect(host.called('notifications.follow').map(({ input }) => input.body)).toEqual([
    { muted: true },
    { muted: false },
  ])
  expect(host.called('notifications.unfollow')).toHaveLength(1)
  // The form had nothing to do with it.
  expect(sentUpdates()).toEqual([])
})

test('[INBOX-22] what could not be saved goes back, with a message', async () => {
  serveInbox({ isFollowing: false, isMuted: false })
  host.on('notifications.follow', failed)
  openTab(`?task=${first.id}`)
  await waitFor(async () => expect(await states()).toEqual({ Follow: false, Mute: false }))
  await press('Follow')
  expect(await screen.findByText('Failed to follow the task')).toBeTruthy()
  expect(await states()).toEqual({ Follow: false, Mute: false })
})

test('a server without an inbox is not asked, and the dialog has nothing of it', async () => {
  openTab(`?task=${first.id}`)
  await screen.findByRole('dialog', { name: /, task \d+$/ })
  await host.quiet()
  expect(screen.queryByRole('group', { name: 'Notices of this task' })).toBeNull()
  expect(host.called('notifications.following')).toEqual([])
})
