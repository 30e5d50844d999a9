import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import keytar from 'keytar'
import { brand } from '#shared/brand.ts'
import type { LiveMessage } from '#shared/bridge/index.ts'
import type { DesktopApp } from '../support/desktop-app.ts'
import { createCreator, createMembership, createProject, createUser } from '../support/factories.ts'
import { type DesktopWorld, signIn, startDesktopWorld } from './with-app.ts'

let world: DesktopWorld
beforeAll(async () => {
  world = await startDesktopWorld()
})
afterEach(() => world.tidy())
afterAll(() => world.end())

/** Transactions of other databases of the cluster hold the log back, too. */
const within = { timeout: 15_000, interval: 50 }
/** A D-Bus address at which no program listens: each app keeps its session to itself, so that two people can be signed in. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }
const asked = (part: string) => world.proxy.seen().filter(({ path }) => path.includes(part))

/** A project with an owner and a member, and a task on its board. */
const team = async () => {
  const { user: owner, accessToken } = await createCreator(world.server)
  const { user: member } = await createUser(world.server)
  const project = await createProject(world.server, owner.id)
  await createMembership(world.server, project.id, member.id)
  const api = world.server.client(accessToken)
  const body = { projectID: project.id, title: 'Draw the map', description: 'Private words.' }
  const { data: task } = await api.tasks.create({ body })
  const rename = async (title: string) => {
    const { data } = await api.tasks.get({ params: { id: task.id } })
    await api.tasks.update({ params: { id: task.id }, body: { title, version: data.version } })
  }
  return { owner, member, rename, board: `/project/${project.id}/tasks` }
}

const cardIn = (page: Page, column: string, title = 'Draw the map') =>
  page.getByRole('region', { name: column, exact: true }).getByRole('link', { name: title })
const move = async (page: Page, column: string) => {
  await page.getByRole('button', { name: 'More about Draw the map' }).click()
  await page.getByRole('menuitem', { name: `Move to ${column}` }).click()
}
/** Asks the page through the main process: Playwright gives a crashed page up. */
const inPage = <T>(app: DesktopApp, expression: string) =>
  app.app.evaluate(
    ({ BrowserWindow }, code) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code) as Promise<T> | undefined,
    expression,
  )

describe('live', { timeout: 120_000 }, () => {
  test('[LIVE-04] [LIVE-13] two people at two desktops see each other’s move on one board, without a read of it', async () => {
    const { owner, member, rename, board } = await team()
    const [one, other] = [await world.launch({ env: noKeychain }), await world.launch({ env: noKeychain })]
    await signIn(one.page, owner.email, board)
    await signIn(other.page, member.email, board)
    for (const { page } of [one, other]) await cardIn(page, 'Assigned').waitFor()
    await expect.poll(() => asked('/events/stream').length, within).toBe(2)
    // A board that was read before its page followed is read once more. A page that shows another name follows.
    await rename('Draw the coast')
    for (const { page } of [one, other]) await cardIn(page, 'Assigned', 'Draw the coast').waitFor()
    await rename('Draw the map')
    for (const { page } of [one, other]) await cardIn(page, 'Assigned').waitFor()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    world.proxy.forget()
    await move(one.page, 'In Progress')
    await cardIn(other.page, 'In Progress').waitFor()
    await move(other.page, 'Under Review')
    await cardIn(one.page, 'Under Review').waitFor()
    expect(asked('/user-tasks/by-project')).toEqual([])
  })

  test('[LIVE-04] the stream outlives a reload and a crash of the page, and no frame holds a token', async () => {
    const { member, rename, board } = await team()
    const app = await world.launch({ env: { STAND_IN_IPC_LOG: '1' } })
    await signIn(app.page, member.email, board)
    await cardIn(app.page, 'Assigned').waitFor()
    await expect.poll(() => asked('/events/stream').length, within).toBe(1)
    await app.page.reload()
    await cardIn(app.page, 'Assigned').waitFor()
    await rename('Draw the coast')
    await cardIn(app.page, 'Assigned', 'Draw the coast').waitFor()

    await app.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return new Promise<void>((resolve) => {
        contents?.once('render-process-gone', () => contents.once('did-finish-load', () => resolve()))
        contents?.forcefullyCrashRenderer()
      })
    })
    await inPage(app, `window.heard = []; window.guildhall.live.onEvent((message) => window.heard.push(message))`)
    await inPage(app, 'window.guildhall.live.follow()')
    const heard = async () => (await inPage<LiveMessage[]>(app, 'window.heard')) ?? []
    await expect.poll(async () => (await heard())[0], within).toMatchObject({ event: { type: 'state', state: 'live' } })
    await rename('Draw the river')
    const renamed = { userID: member.id, event: { type: 'frame', frame: { task: { title: 'Draw the river' } } } }
    await expect.poll(async () => (await heard()).at(-1), within).toMatchObject(renamed)
    // One stream was opened, by the main process, and the page never talked to the server.
    expect(asked('/events/stream')).toHaveLength(1)

    const kept = await keytar.getPassword(brand.appId, world.proxy.origin)
    const { accessToken, refreshToken } = JSON.parse(kept ?? '{}') as Record<string, string>
    if (!app.isStandIn) return
    const log = await app.app.evaluate(() => (globalThis as unknown as { __standInIpcLog: string[] }).__standInIpcLog)
    const live = log.filter((text) => text.includes('live.event'))
    expect(live.length).toBeGreaterThan(2)
    for (const secret of [accessToken ?? 'no token', refreshToken ?? 'no token', 'Private words'])
      expect(live.some((text) => text.includes(secret))).toBe(false)
  })

  test('[LIVE-04] a device that wakes up reconnects at once, however long the stream was down', async () => {
    const { member, rename, board } = await team()
    const app = await world.launch()
    await signIn(app.page, member.email, board)
    await cardIn(app.page, 'Assigned').waitFor()
    await expect.poll(() => asked('/events/stream').length, within).toBe(1)
    const back = world.proxy.fault({ path: /events\/stream/, drop: true })
    world.proxy.cut()
    // After five failures the next attempt is at least eight seconds away.
    await expect.poll(() => asked('/events/stream').length, { timeout: 60_000, interval: 50 }).toBe(6)
    const failedAt = performance.now()
    await rename('Draw the coast')
    back()
    await app.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
    await expect.poll(() => asked('/events/stream').length, within).toBe(7)
    // It came before that attempt was due.
    expect(performance.now() - failedAt).toBeLessThan(7_900)
    await cardIn(app.page, 'Assigned', 'Draw the coast').waitFor()
  })

  test('[CAP-09] with a host without the call the desktop opens no stream', async () => {
    const { member, board } = await team()
    world.proxy.fault({ path: /\/capabilities/, status: 404, body: { message: 'Not found' } })
    const app = await world.launch()
    await signIn(app.page, member.email, board)
    await cardIn(app.page, 'Assigned').waitFor()
    await expect.poll(() => asked('/capabilities').length, within).toBeGreaterThan(1)
    expect(asked('/events/stream')).toEqual([])
  })
})
