import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { accountNotice, hostInbox, noticeOf, tellChanged, watchSkeletons } from '#support/notices.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { sessionData } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/query-client.ts'

beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  sessionData.set('userType', 'contributor')
})
afterEach(() => {
  vi.useRealTimers()
  clearApp()
})

const bell = () => screen.findByRole('button', { name: /^Inbox/ })
const number = async () => (await bell()).querySelector('.MuiBadge-badge:not(.MuiBadge-invisible)')
const open = async () => {
  const button = await bell()
  button.focus()
  fireEvent.click(button)
  return within(await screen.findByRole('dialog', { name: 'Latest notices' }))
}
const rowsIn = async (dialog: Awaited<ReturnType<typeof open>>) =>
  (await dialog.findByRole('list', { name: 'Latest notices' })).querySelectorAll('a')
const followed = () => waitFor(() => expect(host.following()).toBe(1))

test.each(['creator', 'contributor'] as const)(
  '[INBOX-28] the bell of a %s has the number of what is for them, a dot for what they follow alone, else neither',
  async (mode) => {
    sessionData.set('userType', mode)
    const inbox = hostInbox([noticeOf(1, { group: 'following', kind: 'project.status' })])
    await renderApp('/talent')
    await followed()
    await waitFor(async () => expect((await number())?.className).toContain('MuiBadge-dot'))
    expect((await number())?.textContent).toBe('')
    const groups = ['direct', 'requests', 'review', 'money', 'deadlines', 'account'] as const
    inbox.add(...groups.map((group, at) => noticeOf(at + 2, { group })))
    act(tellChanged)
    await waitFor(async () => expect((await number())?.textContent).toBe('6'))
    expect((await number())?.className).not.toContain('MuiBadge-dot')
    host.on('notifications.count', ok({ data: { forYou: 0, following: 0 } }))
    act(tellChanged)
    await waitFor(async () => expect(await number()).toBeNull())
  },
)

test('[INBOX-29] the bell opens the newest eight of both kinds, each of which opens in the inbox, and See all', async () => {
  const notices = Array.from({ length: 10 }, (_, at) => noticeOf(at + 1, at % 3 === 0 ? { group: 'following' } : {}))
  hostInbox(notices)
  const { path } = await renderApp('/talent')
  const dialog = await open()
  const rows = [...(await rowsIn(dialog))]
  const newest = notices.toReversed().slice(0, 8)
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(
    newest.map(({ id, group }) => `/inbox?${group === 'following' ? 'tab=following&' : ''}notice=${id}`),
  )
  expect(rows.map((row) => row.textContent?.includes('applied to Bridge repair'))).toEqual(rows.map(() => true))
  expect(dialog.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/inbox')
  fireEvent.click(dialog.getByRole('link', { name: 'See all' }))
  await waitFor(() => expect(path()).toBe('/inbox'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Latest notices' })).toBeNull())
})

test('[INBOX-30] skeletons come after 300 ms, and an empty list has its own text', async () => {
  hostInbox()
  const answers: Array<() => void> = []
  const empty = ok({ data: [], nextCursor: null, upTo: null })
  host.on('notifications.list', () => new Promise((resolve) => answers.push(() => resolve(empty))))
  await renderApp('/talent')
  await bell()
  const seen = watchSkeletons()
  const dialog = await open()
  await dialog.findByLabelText('Loading notices')
  expect((seen.shown ?? 0) - (seen.began ?? 0)).toBeGreaterThan(250)
  act(() => answers.forEach((answer) => answer()))
  await dialog.findByText('Nothing new. Applications, assignments and answers appear here as they arrive.')
})

test.each([
  ['an error', failedReply(500, 'INTERNAL', 'Something broke')],
  ['no network', failedReply(0, 'NETWORK')],
])('[INBOX-30] after %s the old rows stay with Retry, which reads them anew', async (_what, failure) => {
  const inbox = hostInbox([noticeOf(1)])
  await renderApp('/talent')
  let dialog = await open()
  expect(await rowsIn(dialog)).toHaveLength(1)
  inbox.fail(failure)
  await act(() => queryClient.refetchQueries({ queryKey: ['notifications.list'] }))
  const retry = await dialog.findByRole('button', { name: 'Retry' })
  expect(dialog.getByText('Failed to load the inbox')).toBeTruthy()
  expect(await rowsIn(dialog)).toHaveLength(1)
  inbox.fail(null)
  inbox.add(noticeOf(2))
  fireEvent.click(retry)
  await waitFor(async () => expect(await rowsIn(dialog)).toHaveLength(2))
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull()
  // Without any row the error is alone.
  inbox.fail(failure)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Latest notices' })).toBeNull())
  queryClient.removeQueries({ queryKey: ['notifications.list'] })
  dialog = await open()
  await dialog.findByRole('button', { name: 'Retry' })
  expect(dialog.queryByRole('list')).toBeNull()
})

test('[INBOX-30] arrow keys, Home and End move in the list, and Escape gives the focus back to the bell', async () => {
  hostInbox([noticeOf(1), noticeOf(2), noticeOf(3)])
  await renderApp('/talent')
  const dialog = await open()
  const rows = [...(await rowsIn(dialog))]
  const seeAll = dialog.getByRole('link', { name: 'See all' })
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const at = () => [...rows, seeAll].indexOf(document.activeElement as HTMLAnchorElement)
  await waitFor(() =>
    expect(
      screen.getByRole('dialog', { name: 'Latest notices' }).contains(document.activeElement) ||
        document.activeElement?.querySelector('[role="dialog"]'),
    ).toBeTruthy(),
  )
  rows[0]?.focus()
  press('ArrowDown')
  expect(at()).toBe(1)
  press('End')
  expect(at()).toBe(3)
  press('ArrowDown')
  expect(at()).toBe(0)
  press('ArrowUp')
  expect(at()).toBe(3)
  press('Home')
  expect(at()).toBe(0)
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Latest notices' })).toBeNull())
  expect(document.activeElement).toBe(await bell())
})

test('[INBOX-31] more than 99 are named as they are shown', async () => {
  hostInbox(Array.from({ length: 100 }, (_, at) => noticeOf(at + 1)))
  await renderApp('/talent')
  const many = await screen.findByRole('button', { name: 'Inbox, 99+ unread' })
  expect(many.textContent).toBe('99+')
})

test('[INBOX-31] the name says the number, and several new notices are read out politely, once', async () => {
  const inbox = hostInbox([noticeOf(1)])
  await renderApp('/talent')
  await followed()
  await screen.findByRole('button', { name: 'Inbox, 1 unread' })
  const region = (await bell()).nextElementSibling
  expect(region?.getAttribute('role')).toBe('status')
  expect(region?.textContent).toBe('')
  const said: string[] = []
  const watch = new MutationObserver(() => said.push(region?.textContent ?? ''))
  if (region) watch.observe(region, { childList: true, characterData: true, subtree: true })
  for (const at of [2, 3, 4]) {
    inbox.add(accountNotice(at))
    act(tellChanged)
    await screen.findByRole('button', { name: `Inbox, ${at} unread` })
  }
  await waitFor(() => expect(region?.textContent).toBe('4 unread in your inbox'))
  watch.disconnect()
  expect(said.filter((text) => text !== '')).toEqual(['4 unread in your inbox'])
})

test('[INBOX-31] the name says, too, when there is only something new of what one follows', async () => {
  hostInbox([noticeOf(1, { group: 'following' })])
  await renderApp('/talent')
  expect(await screen.findByRole('button', { name: 'Inbox, something new in what you follow' })).toBeTruthy()
})

test.each([
  ['does not list the inbox', ok({ data: ['live'] })],
  ['does not know of capabilities', failedReply(404, 'NOT_FOUND')],
])('[CAP-02] on a host that %s there is no bell and no inbox, and the rest works', async (_how, answer) => {
  hostInbox([noticeOf(1)])
  host.on('capabilities.list', answer)
  const { path } = await renderApp('/inbox')
  await waitFor(() => expect(path()).toBe('/market'))
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  await host.quiet()
  expect(screen.queryByRole('button', { name: /^Inbox/ })).toBeNull()
  expect(host.calls.filter(({ operation }) => operation.startsWith('notifications.'))).toEqual([])
  expect(screen.getByRole('button', { name: 'Profile menu of ada' })).toBeTruthy()
})
