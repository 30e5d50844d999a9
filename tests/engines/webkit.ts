import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Engine, programPath, saidBy, startProgram, stopProgram } from './engine.ts'

/** The key under which WebDriver hands out an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const miniBrowser = () => programPath(...globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser'), ...globSync('/usr/libexec/webkit2gtk-4.*/MiniBrowser'), 'MiniBrowser') // prettier-ignore

/** What must be installed for this engine, where it is missing; null where it can start. */
export const missingForWebKit = (): string | null => {
  const missing = [
    ...(programPath('WebKitWebDriver') ? [] : ['WebKitWebDriver (Debian: webkit2gtk-driver)']),
    ...(miniBrowser() ? [] : ['MiniBrowser (Debian: webkit2gtk-driver)']),
    ...(programPath('Xvfb') ? [] : ['Xvfb (Debian: xvfb)']),
  ]
  return missing.length === 0 ? null : `WebKitGTK is missing: ${missing.join(', ')}.`
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** WebKitGTK, the engine of Safari, in its small browser on a virtual screen, by W3C WebDriver. */
export const startWebKit = async (): Promise<Engine> => {
  const home = mkdtempSync(join(tmpdir(), 'guildhall-webkit-'))
  const screen = startProgram(programPath('Xvfb') ?? 'Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }) // prettier-ignore
  const display = await saidBy(screen, screen.stdio[3] as NodeJS.ReadableStream, /(\d+)\n/)
  const port = await freePort()
  const env = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    DISPLAY: `:${display}`,
    LIBGL_ALWAYS_SOFTWARE: '1',
    GTK_A11Y: 'none',
    NO_AT_BRIDGE: '1',
    // Its sandbox needs rights that containers and root do not give; the pages are our own.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
  const driver = startProgram(programPath('WebKitWebDriver') ?? 'WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env }) // prettier-ignore
  const ask = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${method} ${path.split('/').at(-1)}: ${value.error}: ${value.message}`)
    return value
  }
  const close = async () => {
    await stopProgram(driver)
    await stopProgram(screen)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const begin = async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const isReady = await ask<{ ready: boolean }>('GET', '/status').then(({ ready }) => ready, () => false) // prettier-ignore
      if (isReady) break
      await pause(100)
    }
    const options = { binary: miniBrowser(), args: ['--automation'] }
    type Session = { sessionId: string; capabilities: { browserVersion: string } }
    return ask<Session>('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } })
  }
  const { sessionId, capabilities } = await begin().catch(async (error: unknown) => {
    await close()
    throw error
  })
  const at = (path: string) => `/session/${sessionId}${path}`
  const post = <T>(path: string, body?: object) => ask<T>('POST', at(path), body)
  await post('/window/rect', { x: 0, y: 0, width: 1440, height: 940 })
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    goto: async (url) => void (await post('/url', { url })),
    reload: async () => void (await post('/refresh')),
    evaluate: async (expression) => {
      const script = `const done = arguments[0];
        new Promise((resolve) => resolve(${expression})).then((found) => done(JSON.stringify(found ?? null)), (error) => done('!' + error))`
      const found = await post<string>('/execute/async', { script, args: [] })
      if (found.startsWith('!')) throw new Error(found.slice(1))
      return JSON.parse(found) as unknown
    },
    perform: async (actions) => void (await post('/actions', { actions })),
    choose: async (selector, paths) => {
      const found = await post<Record<string, string>>('/element', { using: 'css selector', value: selector })
      await post(`/element/${found[ELEMENT]}/value`, { text: paths.join('\n') })
    },
    openTab: async () => {
      const before = await ask<string>('GET', at('/window'))
      const { handle } = await post<{ handle: string }>('/window/new', { type: 'tab' })
      await post('/window', { handle })
      return async () => {
        await ask('DELETE', at('/window'))
        await post('/window', { handle: before })
      }
    },
    close: async () => {
      await ask('DELETE', at('')).catch(() => undefined)
      await close()
    },
  }
}
