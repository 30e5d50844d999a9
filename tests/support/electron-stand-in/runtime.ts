import type { ChildProcess } from 'node:child_process'
import { type Chromium, connectToChromium } from './cdp.ts'
import { startChromium } from './chromium-process.ts'

/** Whether Playwright has started the app: it passes this option. The app then waits for Playwright, as the real one does. */
export const isDriven = process.argv.includes('--remote-debugging-port=0')

let connection: Promise<Chromium> | undefined
let browser: ChildProcess | undefined

let runIsCalled: () => void
export const driverIsReady = new Promise<void>((resolve) => {
  runIsCalled = resolve
})
Object.assign(globalThis, { __playwright_run: () => runIsCalled() })

/** Starts Chromium once. It calls `userData` only then, because the app sets the folder first. */
export const startRuntime = (userData: () => string): Promise<Chromium> => {
  connection ??= startChromium(userData()).then(async ({ process: child, address }) => {
    browser = child
    const chromium = await connectToChromium(address)
    // Playwright reads this line and connects a second time.
    process.stderr.write(`DevTools listening on ${address}\n`)
    return chromium
  })
  return connection
}

export const connected = (): Promise<Chromium> => {
  if (!connection) throw new Error('Cannot create BrowserWindow before app is ready')
  return connection
}

/** Lets Chromium write its profile and end; after two seconds Chromium is killed. */
export const stopRuntime = async (): Promise<void> => {
  const child = browser
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const force = setTimeout(() => child.kill('SIGKILL'), 2000)
  await connection?.then((chromium) => chromium.root.send('Browser.close')).catch(() => child.kill('SIGKILL'))
  await gone
  clearTimeout(force)
}
process.on('exit', () => browser?.kill('SIGKILL'))
