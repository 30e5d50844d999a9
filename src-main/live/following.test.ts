import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createChanges } from '#shared/api-client/changes.ts'
import { memoryTokenStore, type SessionEvent, withSession } from '#shared/api-client/index.ts'
import type { LiveMessage } from '#shared/bridge/index.ts'
import { contract } from '#shared/contract/index.ts'
import { createCreator, createMembership, createProject, createUser } from '#support/factories.ts'
import { type FaultProxy, startFaultProxy } from '#support/fault-proxy.ts'
import { testApp } from '#support/server.ts'
import { mainTransport } from '../api/main-transport.ts'
import { createFollowing, type LiveFollowing } from './following.ts'

const server = testApp()
let proxy: FaultProxy
const open: LiveFollowing[] = []
beforeAll(async () => {
  proxy = await startFaultProxy(server.origin)
})
afterEach(() => {
  for (const following of open.splice(0)) following.stop()
  proxy.heal()
  proxy.forget()
})
afterAll(async () => {
  await proxy.close()
})
/** Transactions of other databases of the cluster hold the log back, too. */
const within = { timeout: 15_000, interval: 20 }
const streamsAsked = () => proxy.seen().filter(({ path }) => path.startsWith('/api/events/stream'))

const team = async () => {
  const { user, accessToken } = await createCreator(server)
  const { user: member, ...tokens } = await createUser(server)
  const project = await createProject(server, user.id)
  await createMembership(server, project.id, member.id)
  const api = server.client(accessToken)
  const add = async (title: string) => {
    const body = { projectID: project.id, title, description: 'Private words.' }
    return (await api.tasks.create({ body })).data
  }
  return { member: { ...member, ...tokens }, add }
}

/** The main process's half of the app: a session over HTTP, and what it tells the page. */
const follow = (person: { id: string; accessToken: string; refreshToken: string } | null) => {
  const told: LiveMessage[] = []
  const session: SessionEvent[] = []
  const store = memoryTokenStore(person && { ...person, userID: person.id })
  const send = withSession(
    mainTransport(() => proxy.origin),
    {
      store,
      logoutDelayMs: 50,
      onEvent: (event) => {
        session.push(event)
        following.heardOfSession(event)
      },
    },
  )
  const following = createFollowing({ send, changes: createChanges(), tell: (message) => told.push(message) })
  open.push(following)
  following.begin(person?.id ?? null)
  return {
    following,
    told,
    session,
    store,
    send,
    states: () => told.flatMap(({ event }) => (event.type === 'state' ? [event.state] : [])),
    titles: () => told.flatMap(({ event }) => (event.type === 'frame' ? [event.frame.task?.title] : [])),
  }
}

describe('following changes', () => {
  test('[LIVE-04] the page that follows is told each change, without tokens and without what the contract does not name', async () => {
    const { member, add } = await team()
    const fileDialogs = follow(member)
    fileDialogs.following.pageFollows()
    await expect.poll(fileDialogs.states, within).toEqual(['live'])
    const task = await add('Draw')
    await expect.poll(fileDialogs.titles, within).toEqual(['Draw'])
    const frame = fileDialogs.told.at(-1)?.event
    expect(frame).toMatchObject({ type: 'frame', frame: { kind: 'task.created', taskID: task.id } })
    expect(new Set(fileDialogs.told.map(({ userID }) => userID))).toEqual(new Set([member.id]))
    const said = JSON.stringify(fileDialogs.told)
    for (const secret of [member.accessToken, member.refreshToken, 'Private']) expect(said).not.toContain(secret)
    expect(streamsAsked().every(({ path }) => !path.includes(member.accessToken))).toBe(true)
  })

  test('[LIVE-04] nothing is told while there is no page; the next page hears the state at once, over the same stream', async () => {
    const { member, add } = await team()
    const fileDialogs = follow(member)
    fileDialogs.following.pageFollows()
    await expect.poll(fileDialogs.states, within).toEqual(['live'])
    fileDialogs.following.pageLeft()
    await add('Unseen')
    await sleep(1500)
    expect(fileDialogs.titles()).toEqual([])
    fileDialogs.following.pageFollows()
    expect(fileDialogs.states()).toEqual(['live', 'live'])
    await add('Seen')
    await expect.poll(fileDialogs.titles, within).toEqual(['Seen'])
    expect(streamsAsked()).toHaveLength(1)
  })

  test('[LIVE-04] an interrupted stream goes on from its cursor with nothing lost, and a 401 is answered by a refresh', async () => {
    const { member, add } = await team()
    const fileDialogs = follow(member)
    fileDialogs.following.pageFollows()
    await expect.poll(fileDialogs.states, within).toEqual(['live'])
    const back = proxy.fault({ path: /events\/stream/, drop: true })
    const expired = { path: /events\/stream/, status: 401, body: { message: 'expired' }, times: 1 }
    proxy.cut()
    await expect.poll(fileDialogs.states, within).toEqual(['live', 'down'])
    await add('Meanwhile')
    proxy.fault(expired)
    back()
    fileDialogs.following.wake()
    await expect.poll(fileDialogs.titles, within).toEqual(['Meanwhile'])
    expect(proxy.seen().filter(({ path }) => path.endsWith('/refresh-token'))).toHaveLength(1)
    expect((await fileDialogs.store.read())?.refreshToken).not.toBe(member.refreshToken)
    expect(streamsAsked().at(-1)?.path).toContain('after=')
    expect(fileDialogs.states().at(-1)).toBe('live')
  })

  test('[LIVE-04] signing out ends the stream, and who signs in next hears only of their own', async () => {
    const [one, other] = [await team(), await team()]
    const fileDialogs = follow(one.member)
    fileDialogs.following.pageFollows()
    await expect.poll(fileDialogs.states, within).toEqual(['live'])
    await fileDialogs.send({ operation: 'auth.logout', input: { body: { refreshToken: '' } } }, contract.auth.logout)
    await one.add('After the end')
    await fileDialogs.store.write({ ...other.member, userID: other.member.id })
    fileDialogs.following.heardOfSession({ type: 'signedIn', userID: other.member.id })
    await expect.poll(fileDialogs.states, within).toEqual(['live', 'live'])
    await one.add('Of somebody else')
    await other.add('Own')
    await expect.poll(fileDialogs.titles, within).toEqual(['Own'])
    expect(fileDialogs.told.at(-1)?.userID).toBe(other.member.id)
    expect(streamsAsked().at(-1)?.path).not.toContain('after=')
  })

  test('[LIVE-04] a session that the server refuses ends the stream with the session', async () => {
    const { member } = await team()
    const fileDialogs = follow(member)
    proxy.fault({ path: /events\/stream/, status: 401, body: { message: 'ended' } })
    proxy.fault({ path: /refresh-token/, status: 404, body: { message: 'no such session' } })
    await expect.poll(() => fileDialogs.session.map(({ type }) => type), within).toEqual(['ending', 'signedOut'])
    const asked = streamsAsked().length
    await sleep(1200)
    expect(streamsAsked()).toHaveLength(asked)
  })

  test('[CAP-09] to a host without the call no stream is opened', async () => {
    const { member } = await team()
    proxy.fault({ path: /\/capabilities/, status: 404, body: { message: 'Not found' } })
    const fileDialogs = follow(member)
    fileDialogs.following.pageFollows()
    await expect.poll(() => proxy.seen().map(({ path }) => path), within).toEqual(['/api/capabilities'])
    await sleep(300)
    fileDialogs.following.wake()
    fileDialogs.following.pageFollows()
    await sleep(300)
    expect(proxy.seen().map(({ path }) => path)).toEqual(['/api/capabilities'])
    expect(fileDialogs.told).toEqual([])
  })

  test('[CAP-09] a host that fails to answer is asked again, and then followed', async () => {
    const { member } = await team()
    proxy.fault({ path: /\/capabilities/, status: 500, body: { message: 'busy' }, times: 1 })
    const fileDialogs = follow(member)
    fileDialogs.following.pageFollows()
    await expect.poll(fileDialogs.states, within).toEqual(['live'])
    expect(proxy.seen().filter(({ path }) => path.endsWith('/capabilities'))).toHaveLength(2)
  })

  test('nobody signed in: nothing is asked', async () => {
    const fileDialogs = follow(null)
    fileDialogs.following.pageFollows()
    await sleep(200)
    expect(proxy.seen()).toEqual([])
  })
})
