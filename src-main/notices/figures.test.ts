import { afterEach, expect, test } from 'vitest'
import { memoryTokenStore, withSession } from '#shared/api-client/index.ts'
import { defaultNotificationSettings, type NotificationSettings } from '#shared/contract/notifications.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import { runLeaseClock } from '#server/modules/tasks/claim-clock.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { mainTransport } from '../api/main-transport.ts'
import type { NoticeMemory } from './memory.ts'
import { createNotices } from './notices.ts'

const server = testApp()
const DAY_MS = 24 * 60 * 60_000
const within = { timeout: 15_000, interval: 20 }
const ends: Array<() => void> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** The desktop of a person, which has read what was in the inbox before. `look` reads what has come. */
const desktopOf = async (person: RewardWorld['ana']) => {
  const { accessToken, refreshToken } = await openSession(server.deps, server.db, person.id)
  const store = memoryTokenStore({ accessToken, refreshToken, userID: person.id })
  let memory: NoticeMemory = { people: [], open: [] }
  const shown: string[] = []
  const opened: string[] = []
  const ids: string[] = []
  let isFocused = true
  const notices = createNotices({
    send: withSession(
      mainTransport(() => server.origin),
      { store, onEvent: () => undefined },
    ),
    display: {
      show: (id, { title, body }) => {
        ids.push(id)
        shown.push(`${title} | ${body}`)
      },
      close: () => undefined,
      badge: () => undefined,
      isFocused: () => isFocused,
    },
    kept: { memory: { read: () => memory, write: (now) => (memory = structuredClone(now)) }, hasBadge: () => true },
    open: (link) => opened.push(link),
    now: () => server.clock.now(),
  })
  ends.push(notices.end)
  /** What the device has read; null before it has read the inbox for the first time. */
  const known = () => memory.people[0]?.known.map(({ at }) => at).join() ?? null
  const look = () => notices.changed({ type: 'state', state: 'live', cursor: null })
  notices.begin(person.id, new Set(['inbox'] as const))
  return {
    shown,
    opened,
    look,
    known,
    leave: () => (isFocused = false),
    click: () => notices.clicked(ids.at(-1) ?? ''),
  }
}
const numberOf = async (id: string) =>
  (await server.db.selectFrom('tasks').select('task_number').where('id', '=', id).executeTakeFirstOrThrow()).task_number
const change = ({ api }: RewardWorld['ana'], settings: Partial<NotificationSettings>) =>
  api.notifications.changeSettings({ body: { ...defaultNotificationSettings, ...settings } })

/** Ana's desktop, in the background, with a task of $400 that she has. */
const atWork = async (settings: Partial<NotificationSettings> = {}) => {
  const world = await createRewardWorld(server)
  const taskID = await world.addTask()
  await world.offer(taskID, 40_000)
  await world.ana.api.claims.take({ params: { id: taskID }, body: { idempotencyKey: `claim of ${taskID}` } })
  const { data: project } = await world.owner.api.projects.get({ params: world.params })
  await change(world.ana, settings)
  const desktop = await desktopOf(world.ana)
  await expect.poll(desktop.known, within).not.toBeNull()
  // What is there when the app starts is before the person's eyes.
  desktop.leave()
  const warn = async () => {
    const until = new Date(server.clock.now().getTime() + DAY_MS)
    await server.db.updateTable('claims').set({ lease_until: until }).where('task_id', '=', taskID).execute()
    await runLeaseClock(server)
  }
  const accept = async () => {
    await world.handIn(taskID)
    await world.owner.api.submissions.accept({ params: { id: taskID, n: 1 }, body: {} })
  }
  const link = `guildhall://project/${world.params.id}/tasks/${await numberOf(taskID)}`
  return { ...world, taskID, project, desktop, warn, accept, link }
}

test('[SETTLE-48] the end of a claim, what is owed and what was paid are said with their figures, and open the task', async () => {
  const { desktop, ana, taskID, project, warn, accept, pay, link } = await atWork({ timeZone: 'Pacific/Auckland' })
  const place = `Draw the map · ${project.title}`
  const says = async (what: string) => {
    desktop.look()
    await expect.poll(() => desktop.shown, within).toContain(what)
    desktop.click()
    expect(desktop.opened.at(-1)).toBe(link)
  }
  await warn()
  await says(`Your claim ends tomorrow | ${place}`)
  await accept()
  await says(`Owed: $400 | ${place}`)
  await pay(ana, taskID, 40_000)
  await says(`Recorded as paid | $400 · ${place}`)
}, 60_000)

test('[SETTLE-48] a switched-off group and hidden previews hold for them, too', async () => {
  const off = { inbox: true, mail: 'off', desktop: false } as const
  const { desktop, ana, taskID, warn, accept, pay } = await atWork({
    groups: { ...defaultNotificationSettings.groups, direct: off },
    hidePreviews: true,
  })
  const before = desktop.known()
  await warn()
  desktop.look()
  await expect.poll(desktop.known, within).not.toBe(before)
  expect(desktop.shown).toEqual([])
  await accept()
  desktop.look()
  const hidden = 'Guildhall: something new for you | '
  // That it was accepted, and that it is owed.
  await expect.poll(() => desktop.shown, within).toEqual([hidden, hidden])
  await pay(ana, taskID, 40_000)
  desktop.look()
  await expect.poll(() => desktop.shown, within).toEqual([hidden, hidden, hidden])
}, 60_000)

test('[SETTLE-48] nobody reads what another is owed, and a payment for no task opens the project', async () => {
  const { ana, ben, owner, params, accept, pay, taskID, desktop } = await atWork()
  await accept()
  const moneyOf = async ({ api }: RewardWorld['ana']) =>
    (await api.notifications.list({ query: {} })).data.flatMap(({ money }) => money ?? [])
  expect(await moneyOf(ana)).toEqual([{ amountCents: 40_000, currency: 'USD' }])
  for (const other of [ben, owner]) expect(await moneyOf(other)).toEqual([])
  await pay(ana, taskID, 40_000)
  for (const other of [ben, owner]) expect(await moneyOf(other)).toEqual([])
  const body = { userID: ben.id, amountCents: 1_500, currency: 'USD', idempotencyKey: 'for no task' }
  await owner.api.payments.create({ params, body })
  const { data } = await ben.api.notifications.list({ query: {} })
  expect(data).toMatchObject([
    { kind: 'payment.recorded', task: null, money: { amountCents: 1_500 }, project: { id: params.id } },
  ])
  expect(desktop.opened).toEqual([])
}, 60_000)
