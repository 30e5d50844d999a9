import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEST_SECRET } from '../support/server.ts'

const PROGRAM = join(import.meta.dirname, '../../server/main.ts')

/** The server as an operator starts it, on a database of its own choice. `kill` is kill -9. */
const startProcess = async (databaseUrl: string) => {
  const child = spawn(process.execPath, [PROGRAM, '--port', '0'], {
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      DATABASE_URL: databaseUrl,
      GUILDHALL_SECRET: TEST_SECRET,
      GUILDHALL_TRUSTED_PROXIES: '127.0.0.1',
      GUILDHALL_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { origin: await originOf(child), kill: () => (child.kill('SIGKILL'), gone) }
}

const originOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const ready = /is ready at (http:\S+)/.exec(said)
      if (ready?.[1]) resolve(ready[1])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('close', () => reject(new Error(`It ended without being ready: ${said}`)))
  })

/**
 * Passes each request to the next server in turn. One that does not take connections is left out and the next one asked,
 * since the request has not begun; one that breaks off in the middle breaks off the caller too, who then cannot know.
 */
const startBalancer = async (origins: readonly string[]) => {
  let turn = 0
  const served = new Map<string, number>()
  const balancer = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const tryNext = (left: number): void => {
        const origin = origins[(turn += 1) % origins.length] ?? ''
        const { method, url, headers } = incoming
        const outgoing = request(new URL(url ?? '/', origin), {
          method,
          headers: { ...headers, host: new URL(origin).host, connection: 'close' },
          agent: false,
        })
        outgoing.on('response', (response) => {
          served.set(origin, (served.get(origin) ?? 0) + 1)
          response.on('error', () => answer.destroy())
          answer.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(answer)
        })
        outgoing.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED' && left > 1) tryNext(left - 1)
          else answer.destroy()
        })
        outgoing.end(Buffer.concat(chunks))
      }
      tryNext(origins.length)
    })
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    served,
    close: () => {
      balancer.closeAllConnections()
      return new Promise<void>((resolve) => balancer.close(() => resolve()))
    },
  }
}

export type Answer = { status: number; body: Record<string, unknown>; retryAfter: string | null }
export type CallOptions = { token?: string; body?: object; from?: string }

/** Two server processes on one PostgreSQL behind a balancer. */
export const startTwoServers = async (databaseUrl: string) => {
  const first = await startProcess(databaseUrl)
  const second = await startProcess(databaseUrl)
  const balancer = await startBalancer([first.origin, second.origin])
  const callAt =
    (origin: string) =>
    async (method: string, path: string, { token, body, from }: CallOptions = {}): Promise<Answer> => {
      const response = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(from && { 'x-forwarded-for': from }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Answer['body']
      return { status: response.status, body: answer, retryAfter: response.headers.get('retry-after') }
    }
  return {
    /** Through the balancer. Throws when the connection breaks off: then nobody knows whether it was done. */
    call: callAt(balancer.origin),
    atFirst: callAt(first.origin),
    atSecond: callAt(second.origin),
    /** How many answers came from each. */
    served: () => [first, second].map(({ origin }) => balancer.served.get(origin) ?? 0),
    killFirst: first.kill,
    close: async () => {
      await balancer.close()
      await Promise.all([first.kill(), second.kill()])
    },
  }
}
export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>
