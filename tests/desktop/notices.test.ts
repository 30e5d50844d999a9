import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Notification as SystemNotification } from 'electron'
import { type DesktopApp, desktopProgram } from '../support/desktop-app.ts'
import { createCreator, createPerson, createProject, unique } from '../support/factories.ts'
import { type DesktopWorld, pathOf, signIn, startDesktopWorld, waitForPath } from './with-app.ts'

let world: DesktopWorld
beforeAll(async () => {
  world = await startDesktopWorld()
})
afterEach(() => world.tidy())
afterAll(() => world.end())

/** Transactions of other databases of the cluster hold the log back, too. */
const within = { timeout: 15_000, interval: 50 }

const owner = async () => {
  const { user, accessToken } = await createCreator(world.server)
  const project = await createProject(world.server, user.id, { title: 'Bridge repair' })
  const api = world.server.client(accessToken)
  /** Lets somebody new apply, and returns what a notice says of it. */
  const apply = async (name: string) => {
    const person = await createPerson(world.server, { username: unique(name) })
    await person.api.projects.apply({ params: { id: project.id }, body: {} })
    return `${person.username} applied to ${project.title}`
  }
  return { ...user, api, project, apply }
}

/** What the stand-in's Notification has for tests. */
type NotificationStandIn = typeof SystemNotification & {
  system: { onDisplay: Array<SystemNotification>; shown: number; isRefusing: boolean }
}
const shown = (app: DesktopApp) =>
  app.app.evaluate(({ Notification }) =>
    (Notification as NotificationStandIn).system.onDisplay.map(({ id, title }) => ({ id, title })),
  )
const click = (app: DesktopApp) =>
  app.app.evaluate(({ Notification }) => void (Notification as NotificationStandIn).system.onDisplay[0]?.emit('click'))
const badge = (app: DesktopApp) => app.app.evaluate(({ app: electron }) => electron.getBadgeCount())
const lookAway = (app: DesktopApp) => app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur())
const isFocused = (app: DesktopApp) =>
  app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused())
/** Waits until the device knows which notices were there before. */
const ready = async () => {
  await expect
    .poll(() => world.proxy.seen().filter(({ path }) => path.startsWith('/api/notifications?')).length, within)
    .toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 500))
}

// No test can see or click what a real system shows.
const standInOnly = test.runIf(desktopProgram().isStandIn)
describe('notices', { timeout: 120_000 }, () => {
  standInOnly(
    '[NOTICE-01] [NOTICE-04] [NOTICE-08] the main process shows a notice, whose click brings the app to its thing',
    async () => {
      const me = await owner()
      const app = await world.launch()
      await signIn(app.page, me.email, '/terms')
      await ready()
      await lookAway(app)
      const title = await me.apply('kofi')
      await expect.poll(() => shown(app), within).toMatchObject([{ title }])
      expect([await badge(app), await isFocused(app)]).toEqual([1, false])
      const permission = await app.page.evaluate(async () => [
        (await navigator.permissions.query({ name: 'notifications' })).state,
        Notification.permission,
      ])
      expect(permission).toEqual(['denied', 'denied'])
      await click(app)
      await waitForPath(app.page, `/project/${me.project.id}/collaborators`)
      expect([await shown(app), await isFocused(app)]).toEqual([[], true])

      // Focused, it stays quiet, and the number goes on.
      await me.apply('ada')
      await expect.poll(() => badge(app), within).toBe(2)
      expect(await shown(app)).toEqual([])
    },
  )

  standInOnly('[NOTICE-05] [NOTICE-11] a click opens the thing after a cold start and a login', async () => {
    const me = await owner()
    const userDataDir = await world.newFolder()
    // Without a keychain the session ends with the app.
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }
    const first = await world.launch({ userDataDir, env })
    await signIn(first.page, me.email, '/terms')
    await ready()
    await lookAway(first)
    await me.apply('lena')
    await expect.poll(() => shown(first), within).toHaveLength(1)
    const [notice] = await shown(first)
    await world.close(first)

    const second = await world.launch({ userDataDir, env, args: [`--stand-in-launch-notice=${notice?.id}`] })
    const { page } = second
    await page.waitForFunction(() => localStorage.getItem('redirectAfterLogin') !== null)
    await page.goto(new URL('/login', page.url()).href)
    await page.getByLabel('Email').fill(me.email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await waitForPath(page, `/project/${me.project.id}/collaborators`)
    await expect.poll(() => badge(second), within).toBe(1)
    expect(await shown(second)).toEqual([])
  })

  standInOnly('[NOTICE-09] [NOTICE-10] the settings have the switch, and say it when the system refuses', async () => {
    const me = await owner()
    const app = await world.launch()
    await signIn(app.page, me.email, '/settings/notifications')
    await ready()
    await me.apply('first')
    await expect.poll(() => badge(app), within).toBe(1)
    const number = app.page.getByRole('switch', { name: 'Number at the app’s icon' })
    await number.uncheck()
    await expect.poll(() => badge(app), within).toBe(0)
    await number.check()
    await expect.poll(() => badge(app), within).toBe(1)

    const refuse = (isRefusing: boolean) =>
      app.app.evaluate(
        ({ Notification }, is) => void ((Notification as NotificationStandIn).system.isRefusing = is),
        isRefusing,
      )
    const isRefused = async () => (await app.page.evaluate(() => window.guildhall.notices.state())).isRefused
    const said = app.page.getByText('Linux does not show notices of Guildhall')
    expect([await isRefused(), await said.count()]).toEqual([false, 0])
    await refuse(true)
    await lookAway(app)
    await me.apply('second')
    await expect.poll(isRefused, within).toBe(true)
    await app.page.reload()
    await said.waitFor()
    await refuse(false)
    await me.apply('third')
    await expect.poll(isRefused, within).toBe(false)
    await app.page.reload()
    await number.waitFor()
    expect(await said.count()).toBe(0)
  })

  standInOnly('[CAP-09] with a host without the call there are no notices and no number', async () => {
    world.proxy.fault({ path: /\/capabilities/, status: 404, body: { message: 'Not found' } })
    const me = await owner()
    await me.apply('early')
    const app = await world.launch()
    await signIn(app.page, me.email, '/terms')
    await lookAway(app)
    await me.apply('late')
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect([await shown(app), await badge(app)]).toEqual([[], 0])
    expect(world.proxy.seen().some(({ path }) => /notification|events/.test(path))).toBe(false)
  })
})

describe('links of the second release', { timeout: 120_000 }, () => {
  const openLink = (app: DesktopApp, link: string) =>
    app.app.evaluate(
      ({ app: electron }, address) => void electron.emit('open-url', { preventDefault: () => undefined }, address),
      link,
    )

  test('[NOTICE-15] a task by its number opens over its board, a project of the market in its dialog', async () => {
    const me = await owner()
    const add = (title: string) =>
      me.api.tasks.create({ body: { projectID: me.project.id, title, description: 'All of it.' } })
    await add('Draw the map')
    const { data: task } = await add('Paint the boat')
    const app = await world.launch()
    await signIn(app.page, me.email, '/terms')
    await openLink(app, `guildhall://project/${me.project.id}/tasks/${task.taskId}`)
    const dialog = app.page.getByRole('dialog', { name: /, task \d+$/ })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Paint the boat')
    await app.page.getByRole('region', { name: 'Assigned', exact: true, includeHidden: true }).waitFor()
    await openLink(app, `guildhall://project/${me.project.id}/tasks/99`)
    await app.page.getByText('This task is no longer there.').waitFor()
    await openLink(app, `guildhall://market/${me.project.id}`)
    await waitForPath(app.page, `/project/${me.project.id}/dialog`)
  })

  test('the inbox and My Work are opened', async () => {
    const me = await owner()
    const app = await world.launch()
    await signIn(app.page, me.email, '/terms')
    await openLink(app, 'guildhall://inbox')
    await expect.poll(() => pathOf(app.page), within).toBe('/inbox')
    await app.page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await openLink(app, 'guildhall://work')
    await expect.poll(() => pathOf(app.page), within).toBe('/work')
    await app.page.getByRole('heading', { name: 'My Work' }).waitFor()
  })

  test('[CAP-09] with a host without the call they lead to the landing choice', async () => {
    world.proxy.fault({ path: /\/capabilities/, status: 404, body: { message: 'Not found' } })
    const me = await owner()
    const app = await world.launch()
    await signIn(app.page, me.email, '/terms')
    for (const link of ['inbox', 'work', `market/${me.project.id}`, `project/${me.project.id}/tasks/1`]) {
      await openLink(app, `guildhall://${link}`)
      await expect.poll(() => pathOf(app.page), within).toBe('/owner-dashboard')
      await app.page.goto(new URL('/terms', app.page.url()).href)
    }
  })
})
