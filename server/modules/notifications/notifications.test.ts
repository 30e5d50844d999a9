import { describe, expect, test } from 'vitest'
import { defaultNotificationSettings } from '#shared/contract/notifications.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { tellAll } from '#support/inbox.ts'
import { refused } from '#support/refusal.ts'
import { createTestClock, testApp } from '#support/server.ts'
import { startNotifyingFollowers } from './followers.ts'

const clock = createTestClock()
const server = testApp({ clock })

type Person = Awaited<ReturnType<typeof createPerson>>
type View = 'forYou' | 'following' | 'snoozed' | 'done'
const list = async ({ api }: Person, view: View = 'forYou') =>
  (await api.notifications.list({ query: { view, limit: 100 } })).data
const count = async ({ api }: Person) => (await api.notifications.count({})).data
const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()

const team = async () => {
  const [owner, member, other] = await Promise.all([createPerson(server), createPerson(server), createPerson(server)])
  const project = await createProject(server, owner.id)
  for (const { id } of [member, other]) await createMembership(server, project.id, id)
  const create = async (assignedToID?: string) =>
    (
      await owner.api.tasks.create({
        body: { projectID: project.id, title: 'Draw', description: 'Work.', ...(assignedToID && { assignedToID }) },
      })
    ).data
  const move = async ({ api }: Person, id: string, status: number) => {
    await api.tasks.update({ params: { id }, body: { status } })
    await tellAll(server)
  }
  const pay = (userID = member.id) =>
    owner.api.payments.create({
      params: { id: project.id },
      body: { userID, amountCents: 500, currency: 'USD', idempotencyKey: unique('payment-key-') },
    })
  return { owner, member, other, project, params: { id: project.id }, create, move, pay }
}
/** A member with this many notices about as many tasks, and the notices, newest first. */
const told = async (many: number) => {
  const made = await team()
  const tasks = []
  for (let n = 0; n < many; n++) tasks.push(await made.create(made.member.id))
  return { ...made, tasks, notices: await list(made.member) }
}

describe('what becomes of a thread', () => {
  test('[INBOX-24] events of a thread add to its unread notice; once it was read, the next makes another', async () => {
    const { member, owner, create, move, pay } = await team()
    const task = await create(member.id)
    await move(owner, task.id, 2)
    await move(owner, task.id, 3)
    const [notice] = await list(member)
    expect(await list(member)).toMatchObject([
      { count: 3, kind: 'task.moved', group: 'direct', actor: { id: owner.id } },
    ])
    await pay()
    expect(await count(member)).toEqual({ forYou: 2, following: 0 })
    await member.api.notifications.mark({ body: { ids: [notice?.id ?? ''], as: 'read' } })
    await move(owner, task.id, 4)
    expect(await list(member, 'following')).toMatchObject([{ count: 1, isUnread: true, task: { id: task.id } }])
    expect((await list(member)).map(({ isUnread }) => isUnread)).toEqual([true, false])
  })

  test('[INBOX-24] many events of one thread at the same time make one notice that counts all', async () => {
    const { member, pay } = await team()
    await Promise.all(Array.from({ length: 6 }, () => pay()))
    expect(await list(member)).toMatchObject([{ count: 6, group: 'money' }])
  })

  test('[INBOX-25] a status moved there and back within two minutes leaves no notice, whoever moves it back', async () => {
    const { owner, member, create, move } = await team()
    const task = await create()
    await member.api.notifications.follow({ params: { id: task.id }, body: {} })
    await move(owner, task.id, 2)
    expect(await list(member, 'following')).toHaveLength(1)
    await move(owner, task.id, 3)
    await move(member, task.id, 1)
    expect(await list(member, 'following')).toEqual([])
    expect(await list(owner, 'following')).toEqual([])
    await move(owner, task.id, 2)
    clock.advance(121)
    await move(owner, task.id, 1)
    expect(await list(member, 'following')).toMatchObject([{ count: 2 }])
  })

  test('[INBOX-25] what else the notice told of stays, as it was before the moves', async () => {
    const { owner, member, other, create, move } = await team()
    const task = await create(member.id)
    await move(other, task.id, 2)
    await move(other, task.id, 1)
    expect(await list(member)).toMatchObject([{ count: 1, kind: 'task.created', actor: { id: owner.id } }])
  })

  test('[INBOX-02] the unread notice of an application that is withdrawn is gone', async () => {
    const { owner, params } = await team()
    const applicant = await createPerson(server)
    await applicant.api.projects.apply({ params, body: {} })
    expect(await list(owner)).toMatchObject([{ kind: 'request.applied', requestID: expect.any(String) as string }])
    await applicant.api.memberships.answer({ params: { ...params, userId: applicant.id }, body: { accept: false } })
    expect(await list(owner)).toEqual([])
    expect(await count(owner)).toEqual({ forYou: 0, following: 0 })
  })
})

describe('following a task', () => {
  test('[INBOX-21] [INBOX-23] followers hear of it, and whoever has muted or left it does not; a task given to them they hear of', async () => {
    const { owner, member, other, create, move } = await team()
    const task = await create(member.id)
    const params = { id: task.id }
    const followed = await other.api.notifications.follow({ params, body: {} })
    expect(followed.data).toEqual({ isFollowing: true, isMuted: false })
    expect((await member.api.notifications.follow({ params, body: { muted: true } })).data.isMuted).toBe(true)
    await move(owner, task.id, 2)
    expect(await list(other, 'following')).toHaveLength(1)
    expect(await list(member)).toMatchObject([{ kind: 'task.created', count: 1 }])
    await other.api.notifications.unfollow({ params })
    await member.api.notifications.unfollow({ params })
    await move(owner, task.id, 3)
    expect(await list(other, 'following')).toMatchObject([{ count: 1 }])
    expect(await list(member)).toMatchObject([{ count: 1 }])
    await other.api.notifications.follow({ params, body: { muted: true } })
    await owner.api.tasks.update({ params, body: { assignedToID: other.id } })
    expect(await list(other)).toMatchObject([{ kind: 'task.assigned', group: 'direct' }])
    expect(await list(member)).toMatchObject([{ kind: 'task.unassigned', count: 2 }])
  })

  test('[INBOX-21] [INBOX-22] a task says how each member follows it: by themselves, by choice, muted or not', async () => {
    const { owner, member, other, create } = await team()
    const { id } = await create(member.id)
    const params = { id }
    const of = async ({ api }: Person) => {
      const { data } = await api.notifications.following({ params })
      return data.isMuted ? 'muted' : data.isFollowing
    }
    expect(await Promise.all([owner, member, other].map(of))).toEqual([true, true, false])
    await member.api.notifications.follow({ params, body: { muted: true } })
    await other.api.notifications.follow({ params, body: {} })
    await owner.api.notifications.unfollow({ params })
    expect(await Promise.all([owner, member, other].map(of))).toEqual([false, 'muted', true])
    await owner.api.tasks.update({ params, body: { assignedToID: other.id } })
    expect(await of(other)).toBe(true)
    const stranger = await createPerson(server)
    await expect(stranger.api.notifications.following({ params })).rejects.toEqual(refused(404))
  })

  test('[INBOX-48] members follow and mute; for everybody else there is no such task', async () => {
    const { create } = await team()
    const { id } = await create()
    const stranger = await createPerson(server)
    await expect(stranger.api.notifications.follow({ params: { id }, body: {} })).rejects.toEqual(refused(404))
    await expect(stranger.api.notifications.unfollow({ params: { id } })).rejects.toEqual(refused(404))
  })
})

describe('reading and marking', () => {
  test('[INBOX-43] views are read in pages, newest first; other views and cursors are refused', async () => {
    const { member, tasks } = await told(5)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await member.api.notifications.list({ query: { limit: 2, ...(cursor && { cursor }) } })
      seen.push(...page.data.map(({ task }) => task?.id ?? ''))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(tasks.map(({ id }) => id).reverse())
    for (const query of [{ view: 'all' as 'done' }, { cursor: 'x' }])
      await expect(member.api.notifications.list({ query })).rejects.toEqual(refused(422))
    await expect(server.client().notifications.list({ query: {} })).rejects.toEqual(refused(401))
  })

  test('[INBOX-44] [INBOX-46] marking can be repeated, is counted, and touches nobody else’s notices', async () => {
    const { member, owner, other, create, notices } = await told(3)
    await create(other.id)
    const theirs = await list(other)
    const ids = notices.slice(0, 2).map(({ id }) => id)
    for (let n = 0; n < 2; n++) {
      await member.api.notifications.mark({ body: { ids, as: 'read' } })
      expect(await count(member)).toEqual({ forYou: 1, following: 0 })
    }
    const strange = [...theirs.map(({ id }) => id), owner.id]
    const own = await member.api.notifications.mark({ body: { ids, as: 'done' } })
    for (const as of ['read', 'unread', 'done'] as const)
      expect(await member.api.notifications.mark({ body: { ids: strange, as } })).toEqual(own)
    expect(await list(other)).toEqual(theirs)
    expect((await list(member, 'done')).map(({ id }) => id)).toEqual(ids)
    for (let n = 0; n < 2; n++) await member.api.notifications.mark({ body: { ids, as: 'unread' } })
    expect(await count(member)).toEqual({ forYou: 3, following: 0 })
  })

  test('[INBOX-24] an older notice of a thread that has an unread one stays read', async () => {
    const { member, pay } = await team()
    await pay()
    const [first] = await list(member)
    const ids = [first?.id ?? '']
    await member.api.notifications.mark({ body: { ids, as: 'done' } })
    await pay()
    await member.api.notifications.mark({ body: { ids, as: 'unread' } })
    expect((await list(member)).map(({ isUnread }) => isUnread)).toEqual([true, false])
    expect(await count(member)).toEqual({ forYou: 1, following: 0 })
  })

  test('[INBOX-47] marking a whole view leaves unread what has come since, also at the same time', async () => {
    const { member, create, notices } = await told(2)
    for (let n = 0; n < 5; n++) {
      const { upTo } = await member.api.notifications.list({ query: {} })
      const body = { upTo: upTo ?? '', as: 'read' } as const
      const [created] = await Promise.all([create(member.id), member.api.notifications.mark({ body })])
      const unread = (await list(member)).filter(({ isUnread }) => isUnread)
      expect(unread.map(({ task }) => task?.id)).toEqual([created.id])
    }
    expect(notices).toHaveLength(2)
    const odd = ['x', Buffer.from('["forYou","9:5:"]').toString('base64url')]
    for (const upTo of odd)
      await expect(member.api.notifications.mark({ body: { upTo, as: 'read' } })).rejects.toEqual(refused(422))
  })

  test('[INBOX-47] a notice that an event is added to while it is marked stays unread', async () => {
    const { member, pay } = await team()
    await pay()
    const { upTo } = await member.api.notifications.list({ query: {} })
    await pay()
    await member.api.notifications.mark({ body: { upTo: upTo ?? '', as: 'done' } })
    expect(await list(member)).toMatchObject([{ count: 2, isUnread: true }])
  })

  test('[INBOX-37] [INBOX-45] a notice put off is back at its time, unread; without a time to come that is refused', async () => {
    const { member, notices } = await told(1)
    const ids = notices.map(({ id }) => id)
    for (const body of [{ ids, as: 'snoozed' } as const, { ids, as: 'snoozed', until: inSeconds(-5) } as const])
      await expect(member.api.notifications.mark({ body })).rejects.toEqual(refused(422))
    for (const body of [{ as: 'read' } as const, { ids, upTo: 'x', as: 'read' } as const])
      await expect(member.api.notifications.mark({ body })).rejects.toEqual(refused(422))
    await member.api.notifications.mark({ body: { ids, as: 'read' } })
    await member.api.notifications.mark({ body: { ids, as: 'snoozed', until: inSeconds(600) } })
    expect([await list(member), await list(member, 'done')]).toEqual([[], []])
    expect(await list(member, 'snoozed')).toMatchObject([{ snoozedUntil: expect.any(String) as string }])
    expect(await count(member)).toEqual({ forYou: 0, following: 0 })
    clock.advance(601)
    expect(await list(member)).toMatchObject([{ isUnread: true }])
    expect(await count(member)).toEqual({ forYou: 1, following: 0 })
  })
})

describe('settings', () => {
  test('[INBOX-49] [INBOX-50] everybody has the defaults until they choose, and then what they chose', async () => {
    const { api } = await createPerson(server)
    expect((await api.notifications.settings({})).data).toEqual(defaultNotificationSettings)
    const { groups } = defaultNotificationSettings
    const everywhere = { inbox: true, mail: 'now', desktop: true }
    for (const group of ['direct', 'requests', 'review', 'money'] as const) expect(groups[group]).toEqual(everywhere)
    expect(groups.deadlines).toEqual({ inbox: true, mail: 'digest', desktop: true })
    expect(groups.following).toEqual({ inbox: true, mail: 'off', desktop: false })
    expect(defaultNotificationSettings.digestHour).toBe(8)
    const chosen = {
      ...defaultNotificationSettings,
      groups: { ...groups, money: { inbox: false, mail: 'digest', desktop: false } as const },
      timeZone: 'Asia/Tokyo',
      digestHour: 0,
      quietHours: { from: '22:00', to: '07:30' },
      hidePreviews: true,
    }
    expect((await api.notifications.changeSettings({ body: chosen })).data).toEqual(chosen)
    expect((await api.notifications.settings({})).data).toEqual(chosen)
    const { data } = await api.notifications.changeSettings({ body: { ...chosen, quietHours: null } })
    expect(data.quietHours).toBeNull()
  })

  test('[INBOX-51] notices about the account cannot be switched off, and a zone, an hour or a time must be one', async () => {
    const { api } = await createPerson(server)
    const { groups } = defaultNotificationSettings
    const wrong = [
      { groups: { ...groups, account: { ...groups.account, inbox: false } } },
      { groups: { ...groups, account: { ...groups.account, mail: 'off' } } },
      { timeZone: 'Mars/Olympus' },
      { timeZone: '+01:00' },
      { digestHour: 24 },
      { quietHours: { from: '24:00', to: '07:00' } },
    ]
    for (const change of wrong) {
      const body = { ...defaultNotificationSettings, ...change } as typeof defaultNotificationSettings
      await expect(api.notifications.changeSettings({ body }), JSON.stringify(change)).rejects.toEqual(refused(422))
    }
  })

  test('[INBOX-49] a group that the inbox shall not have is in neither list nor count', async () => {
    const { member, pay } = await team()
    await pay()
    const { groups } = defaultNotificationSettings
    const body = { ...defaultNotificationSettings, groups: { ...groups, money: { ...groups.money, inbox: false } } }
    await member.api.notifications.changeSettings({ body })
    expect(await list(member)).toEqual([])
    expect(await count(member)).toEqual({ forYou: 0, following: 0 })
  })
})

test('[INBOX-20] followers have the notice within a second, from a server that runs by itself', async () => {
  const { owner, member, create } = await team()
  const { id } = await create()
  await member.api.notifications.follow({ params: { id }, body: {} })
  await tellAll(server)
  const stop = startNotifyingFollowers(server.deps)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await owner.api.tasks.update({ params: { id }, body: { status: 2 } })
  // Longer than a second, because what other databases of the cluster have under way holds the log back.
  await expect.poll(() => list(member, 'following'), { timeout: 20_000, interval: 20 }).toHaveLength(1)
  await stop()
})

test('[INBOX-20] three processes that read the log at once tell of each event once', async () => {
  const { owner, member, create } = await team()
  const made = await Promise.all(Array.from({ length: 5 }, () => create()))
  for (const { id } of made) await member.api.notifications.follow({ params: { id }, body: {} })
  for (const { id } of made) await owner.api.tasks.update({ params: { id }, body: { status: 2 } })
  await Promise.all([tellAll(server), tellAll(server), tellAll(server)])
  await tellAll(server)
  expect((await list(member, 'following')).map((notice) => notice.count)).toEqual([1, 1, 1, 1, 1])
})
