import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { defaultNotificationSettings, type Notice } from '#shared/contract/notifications.ts'
import { snoozeTimes } from '#shared/rules/snooze-times.ts'
import { host, ok } from '#support/fake-platform.ts'
import { accountNotice, hostInbox, noticeOf, tellChanged, watchSkeletons } from '#support/notices.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { sessionData } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/query-client.ts'
// The app loads this code when the inbox is opened; the tests load it before the first test, whose time it would take.
import '../features/inbox/InboxPage.tsx'
import './AppLayout.tsx'
import './inbox-things.tsx'

beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  sessionData.set('userType', 'contributor')
})
afterEach(() => {
  vi.useRealTimers()
  clearApp()
})

const three = () => [accountNotice(1), accountNotice(2), accountNotice(3)]
const openInbox = async (search = '') => {
  const app = await renderApp(`/inbox${search}`)
  await screen.findByRole('heading', { level: 1, name: 'Inbox' })
  return app
}
const listed = (name: string) => screen.findByRole('list', { name: `Notices: ${name}` })
const rows = () => [...document.querySelectorAll<HTMLAnchorElement>('section[aria-label="Inbox"] [data-notice]')]
const ids = () => rows().map((row) => row.dataset['notice'])
const idsOf = (notices: readonly Notice[]) => notices.map(({ id }) => id)
const focused = () => (document.activeElement as HTMLElement | null)?.dataset['notice']
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const pane = () => within(screen.getByRole('region', { name: 'Opened notice' }))
const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })

// The code of the keys comes by itself after the first page; a key before it is nobody's. It is waited for once, not in each test.
beforeAll(async () => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  hostInbox(three())
  await openInbox()
  await listed('For you')
  await waitFor(() => {
    press('j')
    expect(focused()).toBeTruthy()
  })
  clearApp()
})

test('[INBOX-32] a visitor does not get to the inbox', async () => {
  hostInbox(three())
  host.userID = null
  const { path } = await renderApp('/inbox')
  await waitFor(() => expect(path()).toBe('/'))
  expect(host.called('notifications.list')).toEqual([])
})

test('[INBOX-34] each tab has its notices, and tab and opened notice are in the address', async () => {
  const [one, two, three] = [
    accountNotice(1),
    noticeOf(2, { group: 'following', kind: 'project.archived' }),
    accountNotice(3, { snoozedUntil: '2030-01-01T08:00:00.000Z' }),
  ] as const
  hostInbox([one, two, three])
  const { path, router } = await openInbox()
  await listed('For you')
  expect(ids()).toEqual([one.id])
  for (const [name, value, notice] of [
    ['Following', 'following', two],
    ['Snoozed', 'snoozed', three],
  ] as const) {
    fireEvent.click(tab(name))
    await listed(name)
    expect(path()).toBe(`/inbox?tab=${value}`)
    expect(tab(name).getAttribute('aria-selected')).toBe('true')
    expect(ids()).toEqual([notice.id])
  }
  fireEvent.click(tab('Following'))
  await listed('Following')
  fireEvent.click(rows()[0] as HTMLElement)
  expect(path()).toBe(`/inbox?tab=following&notice=${two.id}`)
  expect(pane().getByRole('heading', { name: 'Person 2 archived Bridge repair' })).toBeTruthy()
  expect(rows()[0]?.getAttribute('aria-current')).toBe('true')
  await act(() => router.navigate(-1))
  expect(path()).toBe('/inbox?tab=following')
  expect(pane().queryByRole('heading', { name: /archived/ })).toBeNull()
  // A reload, and a link that was shared, open the same.
  clearApp()
  host.userID = '01890000-0000-7000-8000-000000000001'
  hostInbox([one, two, three])
  await openInbox(`?tab=following&notice=${two.id}`)
  await listed('Following')
  expect(await pane().findByRole('heading', { name: 'Person 2 archived Bridge repair' })).toBeTruthy()
})

test('[INBOX-34] a link finds a notice further down in the list', async () => {
  const many = Array.from({ length: 70 }, (_, at) => accountNotice(at + 1))
  hostInbox(many)
  await openInbox(`?notice=${many[2]?.id}`)
  expect(await pane().findByRole('heading', { name: 'Your password was changed' })).toBeTruthy()
})

test('[INBOX-35] J and K go through the rows, Enter opens, and E marks done and goes on', async () => {
  const notices = three()
  const inbox = hostInbox(notices)
  const [third, second, first] = idsOf(notices).toReversed()
  const { path } = await openInbox()
  await listed('For you')
  press('j')
  expect(focused()).toBe(third)
  press('j')
  expect(focused()).toBe(second)
  press('k')
  expect(focused()).toBe(third)
  press('k')
  expect(focused()).toBe(third)
  // Enter on a link is the browser's own press.
  expect(document.activeElement?.tagName).toBe('A')
  fireEvent.click(document.activeElement as HTMLElement)
  expect(path()).toBe(`/inbox?notice=${third}`)
  await waitFor(() => expect(inbox.marks()).toEqual([{ ids: [third], as: 'read' }]))
  press('e')
  await waitFor(() => expect(ids()).toEqual([second, first]))
  expect(focused()).toBe(second)
  expect(path()).toBe(`/inbox?notice=${second}`)
  await waitFor(() => expect(inbox.list('done').map(({ id }) => id)).toEqual([third]))
})

test('[INBOX-35] U marks unread, Shift+U all read, and the number follows', async () => {
  const notices = three()
  const inbox = hostInbox(notices)
  await openInbox()
  await listed('For you')
  await screen.findByRole('button', { name: 'Inbox, 3 unread' })
  press('U', { shiftKey: true })
  await screen.findByRole('button', { name: 'Inbox' })
  expect(inbox.marks()).toEqual([{ upTo: 'forYou', as: 'read' }])
  await waitFor(() => expect(rows().some((row) => row.textContent?.startsWith('Unread'))).toBe(false))
  press('j')
  press('u')
  await screen.findByRole('button', { name: 'Inbox, 1 unread' })
  expect(inbox.marks().at(-1)).toEqual({ ids: [ids()[0]], as: 'unread' })
  expect(rows()[0]?.textContent).toMatch(/^Unread/)
})

test('[INBOX-35] a notice that is made unread while its opening still marks it as read stays unread', async () => {
  const notices = three()
  const inbox = hostInbox(notices)
  await openInbox()
  await listed('For you')
  const opened = notices.at(-1)?.id
  const release = inbox.holdMark()
  fireEvent.click(rows()[0] as HTMLElement)
  await waitFor(() => expect(inbox.marks()).toEqual([{ ids: [opened], as: 'read' }]))
  await waitFor(() => expect(rows()[0]?.textContent).not.toMatch(/^Unread/))
  press('u')
  await waitFor(() => expect(rows()[0]?.textContent).toMatch(/^Unread/))
  await host.quiet()
  const reads = host.called('notifications.list').length
  act(release)
  await waitFor(() =>
    expect(inbox.marks()).toEqual([
      { ids: [opened], as: 'read' },
      { ids: [opened], as: 'unread' },
    ]),
  )
  // The lists are read again after the last of them alone: before it, the host would say that the notice is read.
  await waitFor(() => expect(host.called('notifications.list').length).toBeGreaterThan(reads))
  expect(inbox.list('forYou')[0]?.isUnread).toBe(true)
  await screen.findByRole('button', { name: 'Inbox, 3 unread' })
  expect(rows()[0]?.textContent).toMatch(/^Unread/)
})

test('[INBOX-35] M mutes the task of a notice, and says so where there is none', async () => {
  const task = { id: '01890000-0000-7000-8000-000000000500', taskId: '5', title: 'Draw the plans' }
  hostInbox([accountNotice(1), noticeOf(2, { kind: 'task.moved', task, requestID: null })])
  host.on('notifications.follow', ok({ data: { isFollowing: false, isMuted: true } }))
  await openInbox()
  await listed('For you')
  press('j')
  press('m')
  await screen.findByText('Draw the plans is muted. Only mentions of you reach you now.')
  expect(host.called('notifications.follow').map(({ input }) => input)).toEqual([
    { params: { id: task.id }, body: { muted: true } },
  ])
  press('j')
  press('m')
  await screen.findByText('Only tasks can be muted.')
  expect(host.called('notifications.follow')).toHaveLength(1)
})

test('[INBOX-35] keys do nothing while somebody types, and none with Ctrl', async () => {
  const inbox = hostInbox(three())
  await openInbox()
  await listed('For you')
  press('j')
  for (const [tag, attributes] of [
    ['input', {}],
    ['textarea', {}],
    ['div', { contenteditable: 'true' }],
  ] as const) {
    const field = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    document.querySelector('section[aria-label="Inbox"]')?.append(field)
    for (const key of ['e', 'u', 'h', 'U']) fireEvent.keyDown(field, { key })
    field.remove()
  }
  press('e', { ctrlKey: true })
  press('u', { metaKey: true })
  await host.quiet()
  expect(inbox.marks()).toEqual([])
  expect(screen.queryByRole('menu')).toBeNull()
})

test.each([
  ['their settings', 'Pacific/Auckland', 'Pacific/Auckland'],
  ['the browser', null, Intl.DateTimeFormat().resolvedOptions().timeZone],
])('[INBOX-36] H puts a notice off by the time zone of %s', async (_of, setting, timeZone) => {
  const inbox = hostInbox(three())
  host.on('notifications.settings', ok({ data: { ...defaultNotificationSettings, timeZone: setting } }))
  await openInbox()
  await listed('For you')
  for (const at of [0, 1, 2]) {
    press('j')
    const id = focused()
    press('h')
    const menu = within(await screen.findByRole('menu', { name: 'Snooze until' }))
    await waitFor(() => expect(host.called('notifications.settings').length).toBeGreaterThan(0))
    await host.quiet()
    const items = menu.getAllByRole('menuitem')
    expect(items.map((item) => item.textContent?.replace(/(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), .*$/, ''))).toEqual([
      '1 hour',
      'Tomorrow 9:00',
      'Monday 9:00',
    ])
    const wanted = snoozeTimes(new Date(), timeZone)[at]?.until.getTime() ?? 0
    fireEvent.click(items[at] as HTMLElement)
    await waitFor(() => expect(inbox.marks()).toHaveLength(at + 1))
    const mark = inbox.marks()[at]
    expect(mark).toMatchObject({ ids: [id], as: 'snoozed' })
    expect(Math.abs(Date.parse(String(mark?.['until'])) - wanted)).toBeLessThan(10_000)
    await waitFor(() => expect(ids()).not.toContain(id))
  }
  expect(inbox.list('snoozed')).toHaveLength(3)
})

test.each([
  ['For you', '', 'Nothing waits for you. Applications, mentions and reviews arrive here.'],
  [
    'Following',
    '?tab=following',
    'Nothing new in what you follow. Moves of your tasks and news of your projects arrive here.',
  ],
  ['Snoozed', '?tab=snoozed', 'Nothing is snoozed. Snoozed notices come back here when their time is up.'],
  ['Done', '?tab=done', 'Nothing is done yet. Notices that you mark as done are kept here.'],
])('[INBOX-38] an empty %s has its text', async (_name, search, text) => {
  hostInbox()
  await openInbox(search)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('[INBOX-39] skeletons show after 300 ms', async () => {
  hostInbox()
  host.on('notifications.list', () => new Promise(() => undefined))
  const seen = watchSkeletons()
  await openInbox()
  await screen.findByLabelText('Loading notices')
  expect((seen.shown ?? 0) - (seen.began ?? 0)).toBeGreaterThan(250)
})

test.each([
  ['an error', failedReply(500, 'INTERNAL', 'Something broke')],
  ['no network', failedReply(0, 'NETWORK')],
])('[INBOX-39] after %s the old list stays, with Retry', async (_what, failure) => {
  const inbox = hostInbox(three())
  await openInbox()
  await listed('For you')
  inbox.fail(failure)
  await act(() => queryClient.refetchQueries({ queryKey: ['notifications.list'] }))
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(rows()).toHaveLength(3)
  inbox.fail(null)
  inbox.add(accountNotice(4))
  fireEvent.click(retry)
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('[INBOX-41] each row says to screen readers whether it is unread, its group, who did it and when', async () => {
  const actor = { id: noticeOf(9).id, username: 'kofi', name: 'Kofi' }
  hostInbox([
    noticeOf(0, { kind: 'creatorApplication.approved', project: null, requestID: null, actor }),
    noticeOf(1, { actor }),
    noticeOf(2, { count: 3, isUnread: false, actor }),
  ])
  await openInbox()
  await listed('For you')
  const when = (at: number) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(Date.UTC(2026, 10, 1, 0, at))
  const names = [
    `3 new on Bridge repair, Requests · Kofi applied to Bridge repair, ${when(2)}`,
    `Unread, Kofi applied to Bridge repair, Requests, ${when(1)}`,
    `Unread, Your creator application was approved, Requests, by Kofi, ${when(0)}`,
  ]
  expect(rows()).toHaveLength(names.length)
  for (const [at, name] of names.entries())
    expect(screen.getByRole('link', { name: (said) => said.replaceAll(' ,', ',') === name })).toBe(rows()[at])
})

test('[INBOX-41] the focus stays in the list after E, U and H, also at its end', async () => {
  hostInbox(three())
  await openInbox()
  await listed('For you')
  press('j')
  press('j')
  press('u')
  expect(focused()).toBe(ids()[1])
  const [first, , last] = ids()
  press('e')
  await waitFor(() => expect(ids()).toEqual([first, last]))
  expect(focused()).toBe(last)
  press('h')
  fireEvent.click(await screen.findByRole('menuitem', { name: '1 hour' }))
  await waitFor(() => expect(ids()).toEqual([first]))
  expect(focused()).toBe(first)
  // A menu that is left without a choice gives the focus back.
  press('h')
  await screen.findByRole('menu', { name: 'Snooze until' })
  fireEvent.keyDown(screen.getByRole('menu', { name: 'Snooze until' }), { key: 'Escape' })
  await waitFor(() => expect(focused()).toBe(first))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  press('e')
  await screen.findByText(/^Nothing waits for you/)
  expect(screen.getByRole('region', { name: 'Inbox' }).contains(document.activeElement)).toBe(true)
})

test('[INBOX-42] what arrives, is read or is done elsewhere shows at once in list, bell and number', async () => {
  const notices = three()
  const inbox = hostInbox(notices)
  await openInbox()
  await listed('For you')
  await waitFor(() => expect(host.following()).toBe(1))
  act(() => host.live({ type: 'state', state: 'live', cursor: 'c0' }))
  inbox.add(accountNotice(4))
  act(tellChanged)
  await waitFor(() => expect(rows()).toHaveLength(4))
  await screen.findByRole('button', { name: 'Inbox, 4 unread' })
  // Another window marks two of them.
  const { call } = await import('../data/operations.ts')
  await call('notifications.mark', { body: { ids: [notices[0]?.id ?? ''], as: 'read' } })
  await call('notifications.mark', { body: { ids: [notices[1]?.id ?? ''], as: 'done' } })
  expect(rows()).toHaveLength(4)
  act(tellChanged)
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(rows().filter((row) => row.textContent?.startsWith('Unread'))).toHaveLength(2)
  await screen.findByRole('button', { name: 'Inbox, 2 unread' })
  // After a time without a stream everything is read again, since marks are in no log.
  inbox.add(accountNotice(5))
  act(() => host.live({ type: 'state', state: 'down', cursor: 'c1' }))
  act(() => host.live({ type: 'state', state: 'live', cursor: 'c1' }))
  await waitFor(() => expect(rows()).toHaveLength(4))
})

test('a mark that fails is taken back and said', async () => {
  hostInbox(three())
  let fail: () => void = () => undefined
  host.on(
    'notifications.mark',
    () => new Promise((resolve) => (fail = () => resolve(failedReply(500, 'INTERNAL', 'Something broke')))),
  )
  await openInbox()
  await listed('For you')
  press('j')
  press('e')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(host.called('notifications.mark')).toHaveLength(1))
  act(fail)
  await waitFor(() => expect(rows()).toHaveLength(3))
  await screen.findByText('Something broke')
})
