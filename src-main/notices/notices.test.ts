import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createChanges } from '#shared/api-client/changes.ts'
import { memoryTokenStore, withSession } from '#shared/api-client/index.ts'
import { contract } from '#shared/contract/index.ts'
import { defaultNotificationSettings, type NotificationSettings } from '#shared/contract/notifications.ts'
import { createCreator, createPerson, createProject, TEST_PASSWORD } from '#support/factories.ts'
import { type FaultProxy, startFaultProxy } from '#support/fault-proxy.ts'
import { testApp } from '#support/server.ts'
import { mainTransport } from '../api/main-transport.ts'
import { createFollowing } from '../live/following.ts'
import type { NoticeMemory } from './memory.ts'
import { createNotices } from './notices.ts'

const server = testApp()
let proxy: FaultProxy
const ends: Array<() => void> = []
beforeAll(async () => {
  proxy = await startFaultProxy(server.origin)
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  proxy.heal()
  proxy.forget()
})
afterAll(async () => {
  await proxy.close()
})
/** Transactions of other databases of the cluster hold the log back, too. */
const within = { timeout: 15_000, interval: 20 }
const empty: NoticeMemory = { people: [], open: [] }

/** An owner of a project, to which strangers apply. */
const owner = async () => {
  const { user, ...tokens } = await createCreator(server)
  const project = await createProject(server, user.id, { title: 'Bridge repair' })
  const api = server.client(tokens.accessToken)
  const apply = async (username?: string) => {
    const person = await createPerson(server, username === undefined ? {} : { username })
    await person.api.projects.apply({ params: { id: project.id }, body: {} })
    return person
  }
  const change = (settings: Partial<NotificationSettings>) =>
    api.notifications.changeSettings({ body: { ...defaultNotificationSettings, ...settings } })
  const unread = async () => (await api.notifications.list({ query: {} })).data.filter(({ isUnread }) => isUnread)
  return { ...user, ...tokens, api, project, apply, change, unread }
}
type Owner = Awaited<ReturnType<typeof owner>>

/** The main process on one device, whose memory outlives it. The display stands for the system's. */
const device = (person: Owner | null, memory = { now: empty }) => {
  const onDisplay = new Map<string, string>()
  const ever: string[] = []
  const opened: string[] = []
  const state = { badge: 0, isFocused: false, hasBadge: true, clock: () => new Date() }
  const store = memoryTokenStore(
    person && { accessToken: person.accessToken, refreshToken: person.refreshToken, userID: person.id },
  )
  const send = withSession(
    mainTransport(() => proxy.origin),
    { store, onEvent: (event) => following.heardOfSession(event) },
  )
  const notices = createNotices({
    send,
    display: {
      show: (id, { title, body }) => {
        const text = body ? `${title} | ${body}` : title
        onDisplay.set(id, text)
        ever.push(text)
      },
      close: (id) => onDisplay.delete(id),
      badge: (count) => (state.badge = count),
      isFocused: () => state.isFocused,
    },
    kept: {
      memory: { read: () => memory.now, write: (now) => (memory.now = structuredClone(now)) },
      hasBadge: () => state.hasBadge,
    },
    open: (link) => opened.push(link),
    now: () => state.clock(),
  })
  const following = createFollowing({ send, changes: createChanges(), tell: () => undefined, follower: notices })
  ends.push(() => {
    following.stop()
    notices.end()
  })
  following.begin(person?.id ?? null)
  const ready = async () => {
    await expect.poll(() => memory.now.people.some(({ userID }) => userID === person?.id), within).toBe(true)
    await expect.poll(() => proxy.seen().some(({ path }) => path.startsWith('/api/events/stream')), within).toBe(true)
    await sleep(400)
  }
  return {
    ...{ state, memory, opened, ever, notices, following, send, ready },
    shown: () => [...onDisplay.values()],
    ids: () => [...onDisplay.keys()],
    stop: () => following.stop(),
  }
}
const logout = (fileDialogs: ReturnType<typeof device>) =>
  fileDialogs.send({ operation: 'auth.logout', input: { body: { refreshToken: '' } } }, contract.auth.logout)

describe('notices on the desktop', { timeout: 40_000 }, () => {
  test('[NOTICE-02] [NOTICE-08] what comes is shown once, with its number at the icon; what was there before is not', async () => {
    const me = await owner()
    await me.apply()
    const fileDialogs = device(me)
    await fileDialogs.ready()
    expect([fileDialogs.ever, fileDialogs.state.badge]).toEqual([[], 1])
    await me.apply('kofi')
    await expect.poll(fileDialogs.shown, within).toEqual(['kofi applied to Bridge repair'])
    expect(fileDialogs.state.badge).toBe(2)
    await me.api.notifications.mark({ body: { ids: (await me.unread()).map(({ id }) => id), as: 'read' } })
    await expect.poll(() => fileDialogs.state.badge, within).toBe(0)
  })

  test('[NOTICE-02] nothing is shown while a window is focused, of a group that is off, or within quiet hours', async () => {
    const me = await owner()
    const fileDialogs = device(me)
    await fileDialogs.ready()
    const comesQuietly = async (username: string) => {
      const before = fileDialogs.state.badge
      await me.apply(username)
      await expect.poll(() => fileDialogs.state.badge, within).toBe(before + 1)
      await sleep(100)
      expect(fileDialogs.ever).toEqual([])
    }
    fileDialogs.state.isFocused = true
    await comesQuietly('focused')
    fileDialogs.state.isFocused = false
    const off = { inbox: true, mail: 'off', desktop: false } as const
    await me.change({ groups: { ...defaultNotificationSettings.groups, requests: off } })
    await comesQuietly('switchedoff')
    // 23:30 in Vienna is 22:30 in UTC; these hours span midnight.
    fileDialogs.state.clock = () => new Date('2026-11-22T22:30:00Z')
    await me.change({ quietHours: { from: '23:00', to: '07:00' }, timeZone: 'Europe/Vienna' })
    await comesQuietly('quiet')
    // 22:30 of UTC is not quiet where the time zone is UTC. What came quietly is not shown afterwards.
    await me.change({ quietHours: { from: '23:00', to: '07:00' }, timeZone: null })
    await me.apply('loud')
    await expect.poll(() => fileDialogs.ever, within).toEqual(['loud applied to Bridge repair'])
  })

  test('[NOTICE-03] [NOTICE-04] more than three within ten seconds become one, whose click opens the inbox', async () => {
    const me = await owner()
    const fileDialogs = device(me)
    await fileDialogs.ready()
    let at = Date.parse('2026-11-22T12:00:00Z')
    fileDialogs.state.clock = () => new Date(at)
    for (const name of ['one', 'two', 'three']) await me.apply(`${name}of5`)
    await expect.poll(() => fileDialogs.shown().length, within).toBe(3)
    at += 5_000
    await me.apply('fourof5')
    await expect.poll(fileDialogs.shown, within).toEqual(['4 new'])
    await me.apply('fiveof5')
    await expect.poll(fileDialogs.shown, within).toEqual(['5 new'])
    at += 11_000
    await me.apply('later')
    await expect.poll(fileDialogs.shown, within).toEqual(['5 new', 'later applied to Bridge repair'])
    fileDialogs.notices.clicked('collected')
    expect(fileDialogs.opened).toEqual(['guildhall://inbox'])
    expect(fileDialogs.shown()).toEqual(['later applied to Bridge repair'])
  })

  test('[NOTICE-04] a click opens the thing, once, also when the system tells of it twice', async () => {
    const me = await owner()
    const fileDialogs = device(me)
    await fileDialogs.ready()
    await me.apply()
    await expect.poll(() => fileDialogs.ids().length, within).toBe(1)
    const [id = ''] = fileDialogs.ids()
    fileDialogs.notices.clicked(`type=click&tag=${id}`)
    fileDialogs.notices.clicked(id)
    fileDialogs.notices.clicked('somebody else’s')
    expect(fileDialogs.opened).toEqual([`guildhall://project/${me.project.id}/collaborators`])
    expect(fileDialogs.shown()).toEqual([])
  })

  test('[NOTICE-05] [NOTICE-11] after a restart nothing is shown again, and a notice on display still opens its thing', async () => {
    const me = await owner()
    const first = device(me)
    await first.ready()
    await me.apply('before')
    await expect.poll(first.shown, within).toHaveLength(1)
    const [id = ''] = first.ids()
    first.stop()
    // What came while the app was closed is counted; the person sees it in the window that they open.
    await me.apply('meantime')
    const second = device(me, first.memory)
    await expect.poll(() => second.state.badge, within).toBe(2)
    // The stream is interrupted, as by sleep, and the page is loaded again.
    proxy.cut()
    second.following.pageLeft()
    second.following.pageFollows()
    second.following.wake()
    await sleep(1500)
    expect(second.ever).toEqual([])
    await me.apply('after')
    await expect.poll(() => second.ever, within).toEqual(['after applied to Bridge repair'])
    // Nobody needs to be signed in for the click: the page asks for that.
    const third = device(null, second.memory)
    third.notices.clicked(id)
    expect(third.opened).toEqual([`guildhall://project/${me.project.id}/collaborators`])
  })

  test('[NOTICE-11] what came while the stream was down is shown once it is back', async () => {
    const me = await owner()
    const fileDialogs = device(me)
    await fileDialogs.ready()
    const back = proxy.fault({ path: /events\/stream/, drop: true })
    proxy.cut()
    await me.apply('meanwhile')
    await sleep(1500)
    expect(fileDialogs.ever).toEqual([])
    back()
    fileDialogs.following.wake()
    await expect.poll(() => fileDialogs.ever, within).toEqual(['meanwhile applied to Bridge repair'])
  })

  test('[NOTICE-12] what is read elsewhere, or may not be opened any more, is closed and leaves the number', async () => {
    const me = await owner()
    const fileDialogs = device(me)
    await fileDialogs.ready()
    await me.apply('reader')
    const other = await me.apply('leaver')
    await expect.poll(() => [fileDialogs.shown().length, fileDialogs.state.badge], within).toEqual([2, 2])
    await other.api.memberships.answer({ params: { id: me.project.id, userId: other.id }, body: { accept: false } })
    await expect.poll(fileDialogs.shown, within).toEqual(['reader applied to Bridge repair'])
    await me.api.notifications.mark({ body: { ids: (await me.unread()).map(({ id }) => id), as: 'read' } })
    await expect.poll(() => [fileDialogs.shown().length, fileDialogs.state.badge], within).toEqual([0, 0])
    expect(fileDialogs.memory.now.open).toEqual([])
  })

  test('[NOTICE-12] what an earlier run has shown is closed, too, when it was read meanwhile', async () => {
    const me = await owner()
    const first = device(me)
    await first.ready()
    await me.apply('reader2')
    await expect.poll(() => first.memory.now.open.length, within).toBe(1)
    first.stop()
    await me.api.notifications.mark({ body: { ids: (await me.unread()).map(({ id }) => id), as: 'read' } })
    const second = device(me, first.memory)
    await expect.poll(() => second.memory.now.open, within).toEqual([])
  })

  test('[NOTICE-13] signing out closes all, clears the number and shows none of that account', async () => {
    const me = await owner()
    const fileDialogs = device(me)
    await fileDialogs.ready()
    await me.apply()
    await expect.poll(() => fileDialogs.shown().length, within).toBe(1)
    await logout(fileDialogs)
    expect([fileDialogs.shown(), fileDialogs.state.badge, fileDialogs.memory.now.open]).toEqual([[], 0, []])
    await me.apply()
    await sleep(1500)
    expect([fileDialogs.ever.length, fileDialogs.state.badge]).toEqual([1, 0])
  })

  test('[NOTICE-09] the switch takes the number away and brings it back at once', async () => {
    const me = await owner()
    await me.apply()
    const fileDialogs = device(me)
    await expect.poll(() => fileDialogs.state.badge, within).toBe(1)
    fileDialogs.state.hasBadge = false
    fileDialogs.notices.badgeChanged()
    expect(fileDialogs.state.badge).toBe(0)
    fileDialogs.state.hasBadge = true
    fileDialogs.notices.badgeChanged()
    expect(fileDialogs.state.badge).toBe(1)
  })

  test('[NOTICE-06] with hidden previews every notice, the collected one too, says the same words alone', async () => {
    const me = await owner()
    const fileDialogs = device(me)
    await fileDialogs.ready()
    await me.change({ hidePreviews: true })
    for (const name of ['hides1', 'hides2', 'hides3', 'hides4']) await me.apply(name)
    await expect.poll(() => fileDialogs.memory.now.people[0]?.known.length, within).toBe(4)
    await expect.poll(() => fileDialogs.ever.length, within).toBeGreaterThan(0)
    expect(new Set(fileDialogs.ever)).toEqual(new Set(['Guildhall: something new for you']))
  })

  test('[CAP-09] where the server has no inbox, nothing is read, shown or counted', async () => {
    proxy.fault({ path: /\/capabilities/, status: 404, body: { message: 'Not found' } })
    const me = await owner()
    const fileDialogs = device(me)
    await me.apply()
    await sleep(1500)
    expect([fileDialogs.ever, fileDialogs.state.badge]).toEqual([[], 0])
    expect(proxy.seen().map(({ path }) => path)).toEqual(['/api/capabilities'])
  })

  test('[NOTICE-13] who signs in next gets only their own', async () => {
    const [me, next] = [await owner(), await owner()]
    const fileDialogs = device(me)
    await fileDialogs.ready()
    await me.apply('earlier')
    await expect.poll(() => fileDialogs.shown().length, within).toBe(1)
    const body = { emailID: next.email, password: TEST_PASSWORD }
    await fileDialogs.send({ operation: 'auth.login', input: { body } }, contract.auth.login)
    expect(fileDialogs.shown()).toEqual([])
    await expect.poll(() => fileDialogs.memory.now.people.length, within).toBe(2)
    await me.apply('unheard')
    await next.apply('heard')
    await expect.poll(() => fileDialogs.ever.slice(1), within).toEqual(['heard applied to Bridge repair'])
    await sleep(500)
    expect([fileDialogs.ever.length, fileDialogs.state.badge]).toEqual([2, 1])
  })
})
