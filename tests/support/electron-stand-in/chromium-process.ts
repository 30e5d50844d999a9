import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumFlags, chromiumPath } from '../chromium.ts'

const START_TIMEOUT_MS = 30_000

/** Starts headless Chromium with a profile below the app's userData. Resolves to its DevTools address. */
export const startChromium = (userData: string): Promise<{ process: ChildProcess; address: string }> => {
  const program = chromiumPath()
  if (!program) throw new Error('The stand-in needs Chromium. Install it, or name it in CHROMIUM.')
  const profile = join(userData, 'stand-in-chromium')
  mkdirSync(profile, { recursive: true })
  const child = spawn(
    program,
    [
      ...chromiumFlags,
      '--headless=new',
      '--no-startup-window',
      '--no-default-browser-check',
      '--disable-extensions',
      '--disable-dev-shm-usage',
      '--disable-popup-blocking',
      // The window is never in front here, and must not be put to sleep for it.
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
      '--disable-background-timer-throttling',
      // A refused http address must not be tried again as https.
      '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
      '--password-store=basic',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    // The session bus is the app's own affair; Chromium asks it for nothing that a test needs, and would wait for it.
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' } },
  )
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS)
    const fail = (why: string) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`Chromium ${why}. It said:\n${output}`))
    }
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`ended with ${code}`))
    child.stderr.on('data', (chunk: Buffer) => {
      if (output.length < 20_000) output += chunk.toString()
      const address = /DevTools listening on (ws:\S+)/.exec(output)?.[1]
      if (!address) return
      clearTimeout(timer)
      child.removeAllListeners('exit')
      resolve({ process: child, address })
    })
  })
}
