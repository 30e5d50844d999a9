import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import keytar from 'keytar'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { TEST_PASSWORD } from '../support/factories.ts'
import { switchOnTwoStep, wrongCode } from '../support/two-step.ts'
import { callOf, type DesktopWorld, pathOf, signIn, startDesktopWorld, waitForPath } from './with-app.ts'

let world: DesktopWorld
beforeAll(async () => {
  world = await startDesktopWorld()
})
afterEach(() => world.tidy())
afterAll(() => world.end())

const kept = () => keytar.getPassword(brand.appId, world.proxy.origin)
const state = () => window.guildhall.session.state()
/** A D-Bus address at which no program listens, so that the app finds no keychain. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }

describe('the session', { timeout: 60_000 }, () => {
  test('[DESK-01] [DESK-06] [DESK-07] tokens are in the keychain, used after a restart, and gone after logging out', async () => {
    const { user } = await world.newUser()
    const userDataDir = await world.newFolder()
    const first = await world.launch({ userDataDir })
    await signIn(first.page, user.email)
    expect(JSON.parse((await kept()) ?? 'null')).toMatchObject({
      userID: user.id,
      refreshToken: expect.any(String) as string,
    })
    await world.close(first)

    const second = await world.launch({ userDataDir })
    expect(await second.page.evaluate(state)).toEqual({
      userID: user.id,
      isEnding: false,
      storage: 'keychain',
    })
    expect(await callOf(second.page, 'users.details')).toMatchObject({ ok: true })
    await callOf(second.page, 'auth.logout', { body: { refreshToken: '' } })
    expect(await kept()).toBeNull()
    await world.close(second)

    const third = await world.launch({ userDataDir })
    expect(await third.page.evaluate(state)).toMatchObject({ userID: null })
  })

  test('[DESK-02] [DESK-05] a token is in no IPC payload, page, output or file', async () => {
    const { user } = await world.newUser()
    const userDataDir = await world.newFolder()
    const app = await world.launch({ userDataDir, env: { STAND_IN_IPC_LOG: '1' } })
    const messages: string[] = []
    app.page.on('console', (message) => messages.push(message.text()))
    await signIn(app.page, user.email)
    await app.page.getByRole('main').waitFor()
    // A refresh happens as well, because its answer carries new tokens. The 401 may meet this call or one of the page's.
    const before = await kept()
    world.proxy.fault({ path: /users\/details/, status: 401, body: { message: 'no' }, times: 1 })
    await callOf(app.page, 'users.details')
    const renewed = async () => {
      const now = await kept()
      return now === before ? null : now
    }
    await expect.poll(renewed).not.toBeNull()
    const { accessToken, refreshToken } = JSON.parse((await kept()) ?? '{}') as Record<string, string>
    const secrets = [accessToken ?? '', refreshToken ?? '']
    expect(secrets.every((secret) => secret.length > 20)).toBe(true)

    const ipc = app.isStandIn
      ? await app.app.evaluate(() => (globalThis as unknown as { __standInIpcLog: string[] }).__standInIpcLog)
      : []
    if (app.isStandIn) expect(ipc.length).toBeGreaterThan(4)
    const page = await app.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML]),
    )
    await world.close(app)
    const files = await readdir(userDataDir, { recursive: true, withFileTypes: true })
    const contents = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    )
    expect(contents.length).toBeGreaterThan(0)
    const everywhere = [...ipc, page, ...messages, app.output(), ...contents]
    for (const secret of secrets) expect(everywhere.some((text) => text.includes(secret))).toBe(false)
  })

  test('[ACCT-20] [ACCT-45] a second step is answered over the bridge, and its tokens go to the keychain alone', async () => {
    const { user, accessToken } = await world.newUser()
    const { next, key } = await switchOnTwoStep(world.server, world.server.client(accessToken))
    const app = await world.launch()
    const body = { emailID: user.email, password: TEST_PASSWORD }
    const login = (await callOf(app.page, 'auth.login', { body })) as { data: { challenge: string } }
    expect(login).toMatchObject({ ok: true, data: { userID: user.id, challenge: expect.any(String) as string } })
    expect(await kept()).toBeNull()
    const answer = (code: string) =>
      callOf(app.page, 'auth.secondStep', { body: { challenge: login.data.challenge, code } })
    expect(await answer(wrongCode(world.server, key))).toMatchObject({ ok: false, error: { code: 'INVALID_OTP' } })
    expect(await kept()).toBeNull()
    expect(await answer(next())).toMatchObject({ ok: true, data: { accessToken: '', refreshToken: '' } })
    expect(JSON.parse((await kept()) ?? 'null')).toMatchObject({ userID: user.id })
    expect(await app.page.evaluate(state)).toMatchObject({ userID: user.id, storage: 'keychain' })
  })

  test('[DESK-03] [DESK-04] without a keychain the app says so, and the session ends with the app', async () => {
    const { user } = await world.newUser()
    const userDataDir = await world.newFolder()
    const first = await world.launch({ userDataDir, env: noKeychain })
    await signIn(first.page, user.email)
    await first.page.getByText('No keychain could be used on this computer').waitFor()
    expect(await first.page.evaluate(state)).toEqual({ userID: user.id, isEnding: false, storage: 'memory' })
    expect(await callOf(first.page, 'users.details')).toMatchObject({ ok: true })
    await world.close(first)
    const second = await world.launch({ userDataDir, env: noKeychain })
    expect(await second.page.evaluate(state)).toEqual({ userID: null, isEnding: false, storage: 'memory' })
  })

  test.runIf(process.platform === 'linux')(
    '[DESK-27] with a keychain that never answers the app starts all the same',
    async () => {
      const path = join(await world.newFolder(), 'bus')
      const silent = createServer(() => undefined).listen(path)
      // An app that waited for the keychain would never open its window. How long it waits, src-main/session/token-store.test.ts asks by a clock.
      const app = await world.launch({ env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` } })
      expect(await app.page.evaluate(state)).toEqual({ userID: null, isEnding: false, storage: 'memory' })
      await world.close(app)
      silent.close()
    },
  )

  test('[DESK-08] calls leave from the main process, with the bearer token; the page talks to no server', async () => {
    const { user } = await world.newUser()
    const app = await world.launch()
    const requested: string[] = []
    app.page.on('request', (request) => requested.push(request.url()))
    await signIn(app.page, user.email)
    await app.page.getByRole('main').waitFor()
    world.proxy.forget()
    await callOf(app.page, 'users.details')
    const { accessToken } = JSON.parse((await kept()) ?? '{}') as { accessToken: string }
    const seen = world.proxy.seen().find(({ path }) => path === '/api/users/details')
    expect(seen?.authorization).toBe(`Bearer ${accessToken}`)
    expect(requested.length).toBeGreaterThan(0)
    expect(requested.filter((url) => url.startsWith(world.proxy.origin))).toEqual([])
  })

  test('[DESK-09] a call that the contract does not have is refused and not sent', async () => {
    const app = await world.launch()
    world.proxy.forget()
    for (const operation of ['users.everything', 'auth.refreshToken', '../health'])
      expect(await callOf(app.page, operation)).toMatchObject({ ok: false, error: { code: 'UNKNOWN_OPERATION' } })
    // The landing page makes two calls of its own, which may come before and after.
    const seen = world.proxy.seen().map(({ method, path }) => `${method} ${path}`)
    expect(seen.filter((call) => !/^GET \/api\/(capabilities|figures)$/.test(call))).toEqual([])
  })

  test('[DESK-10] [DESK-11] parallel 401s share one refresh, and the calls are repeated', async () => {
    const { user } = await world.newUser()
    const app = await world.launch()
    await signIn(app.page, user.email, '/terms')
    await app.page.getByRole('heading').first().waitFor()
    const before = await kept()
    world.proxy.forget()
    const { accessToken } = JSON.parse(before ?? '{}') as { accessToken: string }
    const old = `Bearer ${accessToken}`
    const three = /users\/(details|projects)$/
    // Three times, not whenever the old token comes: a token that is made within the same second has the same letters.
    world.proxy.fault({ path: three, authorization: old, status: 401, body: { message: 'expired' }, times: 3 })
    // The refresh waits until all three calls have been refused. Otherwise the last call might leave with the new token.
    let goOn: () => void = () => undefined
    world.proxy.fault({ path: /refresh-token/, until: new Promise<void>((resolve) => (goOn = resolve)) })
    const calls = app.page.evaluate(() =>
      Promise.all(
        ['users.details', 'users.projects', 'users.details'].map((operation, place) =>
          window.guildhall.api.call({ operation, input: {}, callId: `at-once-${place}` }),
        ),
      ),
    )
    const refused = () =>
      world.proxy.seen().filter(({ path, authorization }) => three.test(path) && authorization === old)
    await expect.poll(() => refused().length).toBe(3)
    goOn()
    const replies = await calls
    expect(replies.map((reply) => reply.ok)).toEqual([true, true, true])
    const paths = world.proxy.seen().map(({ path }) => path)
    expect(paths.filter((path) => path === '/api/users/refresh-token')).toHaveLength(1)
    expect(paths.filter((path) => path === '/api/users/details')).toHaveLength(4)
    expect(await kept()).not.toBe(before)
  })

  test('[DESK-12] when refresh fails the tokens are cleared after 3000 ms and the app goes to /login', async () => {
    const { user } = await world.newUser()
    const app = await world.launch()
    await signIn(app.page, user.email)
    await app.page.getByRole('main').waitFor()
    world.proxy.fault({ path: /./, status: 401, body: { message: 'ended' } })
    world.proxy.fault({ path: /refresh-token/, status: 404, body: { message: 'no such call' } })
    const started = Date.now()
    await callOf(app.page, 'users.details')
    expect(await kept()).not.toBeNull()
    await waitForPath(app.page, '/login')
    const took = Date.now() - started
    expect(took).toBeGreaterThanOrEqual(2900)
    expect(await kept()).toBeNull()
  })

  test('[DESK-13] a 403 leads to the same page as in the web build', async () => {
    const { user } = await world.newUser()
    const app = await world.launch()
    await signIn(app.page, user.email, '/terms')
    world.proxy.fault({ path: /open-projects/, status: 403, body: { message: 'no' } })
    await app.page.goto(new URL('/market', app.page.url()).href)
    await waitForPath(app.page, '/my-projects')
    expect(pathOf(app.page)).toBe('/my-projects')
  })

  test('[DESK-15] the app uses the server that the person names', async () => {
    const app = await world.launch()
    const info = await app.page.evaluate(() => window.guildhall.app.info())
    expect(info.serverOrigin).toBe(world.proxy.origin)
    world.proxy.forget()
    await app.page.evaluate(() => window.guildhall.app.health())
    // The landing page asks the same server for what it shows.
    expect(world.proxy.seen().map(({ path }) => path)).toContain('/health')
  })
})
