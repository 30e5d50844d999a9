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
      // The window is never in front of others, and Chromium must not slow it down for that.
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
      '--disable-background-timer-throttling',
      // Chromium must not try a refused http address again as https.
      '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
      '--password-store=basic',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ],
    // Chromium gets no session bus: no test needs what it would ask the bus for, and Chromium would wait for the answer.
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
