import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { serverProgram } from '../support/server-program.ts'
import { TEST_SECRET } from '../support/server.ts'

type Environment = Record<string, string>

/** Starts the server on the given database, as an operator does. `kill` ends it by kill -9. */
export const startProcess = async (databaseUrl: string, environment: Environment = {}) => {
  const child = spawn(process.execPath, [serverProgram, '--port', '0'], {
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      // Without it each process would compile the whole server again.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      GUILDHALL_SECRET: TEST_SECRET,
      GUILDHALL_TRUSTED_PROXIES: '127.0.0.1',
      GUILDHALL_LOG_LEVEL: 'silent',
      // In these tests one person creates as many tasks as many people would.
      GUILDHALL_TASK_LIMIT: '1000000',
      GUILDHALL_WRITE_LIMIT: '1000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { origin: await originOf(child), pid: child.pid ?? 0, kill: () => (child.kill('SIGKILL'), gone) }
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
 * Passes each request to the next server in turn. If a server does not take the connection, the request has not begun, and the next
 * server is asked. If a server breaks off in the middle, the caller's connection breaks off too: nobody knows whether the call was done.
 */
const startBalancer = async (processes: readonly { origin: string }[]) => {
  let turn = 0
  const served = processes.map(() => 0)
  const balancer = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const tryNext = (left: number): void => {
        const index = (turn += 1) % processes.length
        const origin = processes[index]?.origin ?? ''
        const { method, url, headers } = incoming
        const outgoing = request(new URL(url ?? '/', origin), {
          method,
          headers: { ...headers, host: new URL(origin).host, connection: 'close' },
          agent: false,
        })
        outgoing.on('response', (response) => {
          served[index] = (served[index] ?? 0) + 1
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
      tryNext(processes.length)
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

/** Starts two server processes on one PostgreSQL behind a balancer; `environments` are added to those of the first and the second. */
export const startTwoServers = async (
  databaseUrl: string,
  environments: readonly [Environment, Environment] = [{}, {}],
) => {
  const start = (which: 0 | 1) => startProcess(databaseUrl, environments[which])
  const processes = await Promise.all([start(0), start(1)])
  const balancer = await startBalancer(processes)
  const callAt =
    (at: { origin: string }) =>
    async (method: string, path: string, { token, body, from }: CallOptions = {}): Promise<Answer> => {
      const response = await fetch(`${at.origin}/api${path}`, {
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
    /** Makes a call through the balancer. Throws when the connection breaks off: then nobody knows whether the call was done. */
    call: callAt(balancer),
    atFirst: callAt(processes[0]),
    atSecond: callAt(processes[1]),
    /** Where each process itself listens. */
    origins: (): [string, string] => [processes[0].origin, processes[1].origin],
    /** How many answers came from each process. */
    served: () => [...balancer.served],
    kill: (which: 0 | 1) => processes[which].kill(),
    /** Starts a killed process again, at another port. */
    restart: async (which: 0 | 1) => {
      Object.assign(processes[which], await start(which))
    },
    close: async () => {
      await balancer.close()
      await Promise.all(processes.map(({ kill }) => kill()))
    },
  }
}
export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>
