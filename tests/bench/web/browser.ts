import { createServer, type AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumFlags, wholeChromiumPath } from '#support/chromium.ts'
import { type ServerProcess, startServerProcess } from '#support/server-process.ts'

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

export type Stage = {
  context: BrowserContext
  /** The port at which other programs can drive the browser; pages that they open share the storage of `context`. */
  debuggingPort: number
  /** The address of the real server, which has the demo world. */
  origin: string
  server: ServerProcess
}

/** Runs a measurement with a real server and a browser of its own, and closes both in the end, whatever happens. */
export const onStage = async <T>(measure: (stage: Stage) => Promise<T>): Promise<T> => {
  const server = await startServerProcess()
  const profile = await mkdtemp(join(tmpdir(), 'guildhall-bench-browser-'))
  let context: BrowserContext | undefined
  try {
    const debuggingPort = await freePort()
    const executablePath = wholeChromiumPath()
    context = await chromium.launchPersistentContext(profile, {
      args: [...chromiumFlags, `--remote-debugging-port=${debuggingPort}`],
      viewport: { width: 1350, height: 940 },
      ...(executablePath && { executablePath }),
    })
    return await measure({ context, debuggingPort, origin: server.origin, server })
  } finally {
    await context?.close()
    await server.stop()
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Signs a demo account in through the login screen that is open, and waits until the app has left it. */
export const signInAs = async (page: Page, role: 'creator' | 'contributor') => {
  await page.getByLabel('Email').fill(`${role}@guildhall.test`)
  await page.getByLabel('Password', { exact: true }).fill('guildhall-demo')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((url) => !/\/(login|dashboard)$/.test(url.pathname))
}
