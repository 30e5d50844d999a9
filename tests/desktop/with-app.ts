import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import keytar from 'keytar'
import { brand } from '#shared/brand.ts'
import {
  type DesktopApp,
  desktopProgram,
  launchDesktop,
  type LaunchOptions,
  mainBundle,
} from '../support/desktop-app.ts'
import { createUser, TEST_PASSWORD } from '../support/factories.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
// This file declares the type of `window.guildhall`.
import type {} from '#platform/desktop.ts'

/** Starts a real server with a proxy in front of it. The desktop apps that it launches are closed however the test ends. */
export const startDesktopWorld = async () => {
  const server: TestApp = await startTestApp()
  const proxy: FaultProxy = await startFaultProxy(server.origin)
  const open = new Set<DesktopApp>()
  const folders: string[] = []
  return {
    server,
    proxy,
    newFolder: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'guildhall-desktop-'))
      // Other users may enter the folder. Otherwise a server started by root would keep its database in /var/lib, where it would stay.
      await chmod(folder, 0o711)
      folders.push(folder)
      return folder
    },
    launch: async (options: LaunchOptions = {}): Promise<DesktopApp> => {
      const app = await launchDesktop({ serverUrl: proxy.origin, ...options })
      open.add(app)
      return app
    },
    close: async (app: DesktopApp) => {
      open.delete(app)
      await app.close()
    },
    /** Call it after each test: closes every app, takes away every fault and deletes the session. */
    tidy: async () => {
      proxy.heal()
      for (const app of open) await app.close().catch(() => undefined)
      open.clear()
      // An app may make calls until it is closed.
      proxy.forget()
      await keytar.deletePassword(brand.appId, proxy.origin)
    },
    end: async () => {
      await proxy.close()
      await server.close()
      for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
    /** Starts the program once more on the same data, as the system does for a link; resolves to its exit code. */
    startAgain: (app: DesktopApp, link: string): Promise<number | null> =>
      new Promise((resolve, reject) => {
        const args = ['--no-sandbox', mainBundle, `--user-data-dir=${app.userDataDir}`, link]
        const child = spawn(desktopProgram().path, args, { stdio: 'ignore', timeout: 30_000 })
        child.on('error', reject)
        child.on('exit', resolve)
      }),
    newUser: () => createUser(server),
  }
}
export type DesktopWorld = Awaited<ReturnType<typeof startDesktopWorld>>

/** Signs in over the bridge, as the login screen does, then shows `path`. */
export const signIn = async (page: Page, email: string, path = '/market'): Promise<void> => {
  const reply = await page.evaluate(
    (body) => window.guildhall.api.call({ operation: 'auth.login', input: { body }, callId: 'sign-in' }),
    { emailID: email, password: TEST_PASSWORD },
  )
  if (!reply.ok) throw new Error(`login failed: ${reply.error.code}`)
  await page.goto(new URL(path, page.url()).href)
}

/** The path the app shows. */
export const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Waits until the app shows that path; fails after 10 s. */
export const waitForPath = (page: Page, path: string | RegExp) =>
  page.waitForURL((url) => (typeof path === 'string' ? url.pathname + url.search === path : path.test(url.pathname)), {
    timeout: 10_000,
    waitUntil: 'commit',
  })

export const callOf = (page: Page, operation: string, input: object = {}) =>
  page.evaluate(([operation, input]) => window.guildhall.api.call({ operation, input, callId: operation }), [
    operation,
    input,
  ] as const)
