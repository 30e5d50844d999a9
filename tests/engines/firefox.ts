import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, programPath, saidBy, startProgram, stopProgram } from './engine.ts'

type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string }

/** Sends commands of WebDriver BiDi over a socket, and pairs them with their answers. */
const connect = async (url: string) => {
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let count = 0
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    const asked = answer.id === undefined ? undefined : waiting.get(answer.id)
    if (answer.id === undefined || !asked) return
    waiting.delete(answer.id)
    if (answer.type === 'error') asked.reject(new Error(`${answer.error}: ${answer.message}`))
    else asked.resolve(answer.result)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection'))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)))
  })
  return {
    send: <T>(method: string, params: object): Promise<T> =>
      new Promise((resolve, reject) => {
        const id = ++count
        waiting.set(id, { resolve: (result) => resolve(result as T), reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}

type EvaluateResult = { result?: { value?: unknown; sharedId?: string }; exceptionDetails?: { text: string } }

/** What must be installed for this engine, where it is missing; null where it can start. */
export const missingForFirefox = (): string | null =>
  programPath('firefox-esr', 'firefox') ? null : 'Firefox is missing (Debian: firefox-esr).'

/** Firefox without a window, by WebDriver BiDi, which it speaks itself. */
export const startFirefox = async (): Promise<Engine> => {
  const profile = mkdtempSync(join(tmpdir(), 'guildhall-firefox-'))
  // A background tab of a test must go on at full speed, and nothing is fetched from outside.
  const prefs = {
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.disabledForTesting': true,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.startup.page': 0,
    'remote.prefs.recommended': true,
  }
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(prefs)
      .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', '--width', '1440', '--height', '900', 'about:blank'] // prettier-ignore
  const program = startProgram(programPath('firefox-esr', 'firefox') ?? 'firefox', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1440', MOZ_HEADLESS_HEIGHT: '900' },
  })
  const { send, close } = await connect(
    `${await saidBy(program, program.stderr, /BiDi listening on (ws:\S+)/)}/session`,
  )
  type Session = { capabilities: { browserName: string; browserVersion: string } }
  const { capabilities } = await send<Session>('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: Array<{ context: string }> }>('browsingContext.getTree', {})
  let context = contexts[0]?.context ?? ''
  const ask = async (expression: string) => {
    const target = { context }
    const answer = await send<EvaluateResult>('script.evaluate', { expression, target, awaitPromise: true })
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
    return answer.result ?? {}
  }
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    evaluate: async (expression) => {
      const { value } = await ask(`Promise.resolve(${expression}).then((found) => JSON.stringify(found ?? null))`)
      return JSON.parse(String(value)) as unknown
    },
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    choose: async (selector, files) => {
      const { sharedId } = await ask(`document.querySelector(${JSON.stringify(selector)})`)
      await send('input.setFiles', { context, element: { sharedId }, files })
    },
    openTab: async () => {
      const before = context
      ;({ context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' }))
      const opened = context
      return async () => {
        await send('browsingContext.close', { context: opened })
        context = before
        await send('browsingContext.activate', { context })
      }
    },
    close: async () => {
      close()
      await stopProgram(program)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
