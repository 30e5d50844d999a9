import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  apiBase,
  type Api,
  axiosTransport,
  createClient,
  memoryTokenStore,
  withSession,
} from '#shared/api-client/index.ts'

const READY = /is ready at (http:\/\/\S+)/
const START_TIMEOUT_MS = 60_000

export type Mail = { to: string; subject: string; text: string; html: string; kind: string; sentAt: string }

/** Starts the real server program with its own data directory, embedded PostgreSQL and the demo world. */
export const startServerProcess = async (args: string[] = []) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-e2e-'))
  const program = existsSync('out/server/main.js') ? 'out/server/main.js' : 'server/main.ts'
  const child = spawn(process.execPath, [program, '--port', '0', '--data-dir', dataDir, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The limits are high, because all tests of a worker use the same few accounts.
    env: {
      ...process.env,
      GUILDHALL_LOG_LEVEL: 'warn',
      GUILDHALL_PROJECT_LIMIT: '10000',
      GUILDHALL_TASK_LIMIT: '100000',
      GUILDHALL_WRITE_LIMIT: '1000000',
    },
  })
  const origin = await readyOrigin(child)
  return {
    origin,
    dataDir,
    stop: async () => {
      if (child.exitCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await gone
      }
      await rm(dataDir, { recursive: true, force: true })
    },
    /** The mails to an address, newest first. */
    mails: async (to: string): Promise<Mail[]> => {
      const answer = await fetch(`${origin}/_mail/messages.json`)
      const { messages } = (await answer.json()) as { messages: Mail[] }
      return messages.filter((mail) => mail.to.toLowerCase() === to.toLowerCase())
    },
    /** A typed client; with `account` it is signed in. */
    api: async (account?: { email: string; password: string }): Promise<Api> => {
      const client = createClient(
        withSession(axiosTransport({ baseURL: () => apiBase(origin) }), { store: memoryTokenStore() }),
      )
      if (account) await client.auth.login({ body: { emailID: account.email, password: account.password } })
      return client
    },
  }
}
export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

const readyOrigin = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(
      () => reject(new Error(`The server was not ready in time. It said:\n${output}`)),
      START_TIMEOUT_MS,
    )
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const ready = READY.exec(output)
      if (!ready?.[1]) return
      clearTimeout(timer)
      resolve(ready[1])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}. It said:\n${output}`)))
  })
