import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Health } from '#shared/contract/system.ts'
import { backup } from '../backup/commands.ts'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { startS3Server } from '#support/s3-server.ts'
import { startTestApp } from '#support/server.ts'
import { startLoopTime } from '#support/loop-time.ts'
import { createS3Store } from './s3-store.ts'
import { watchStore } from './watched-store.ts'

/** Long enough for a busy machine to send the next piece in time. */
const SILENCE_MS = 1_500
const MIB = 1024 * 1024

let directory: string
const servers: Server[] = []
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guildhall-hanging-'))
})
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const storeOf = async (answer: RequestListener) => {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { bucket: 'b', region: 'r', accessKey: 'a', secretKey: 's' }
  return { endpoint, store: watchStore(createS3Store({ endpoint, ...keys, silenceMs: SILENCE_MS })) }
}
const arrive = async (size: number) => {
  const path = join(directory, `arrived-${size}`)
  await writeFile(path, Buffer.alloc(size, 'x'))
  return { path, size, sha256: 'of no matter' }
}
/** Takes the first bytes of a request and then nothing, as a stopped process does. */
const hang: RequestListener = (request) => void request.once('data', () => request.pause())

test.each([
  ['PUT', async (store: Awaited<ReturnType<typeof storeOf>>['store']) => store.put('k', await arrive(30 * MIB))],
  ['GET', (store) => store.get('k')],
  ['DELETE', (store) => store.remove('k')],
])('[FILES-05] %s: a call to a store that hangs ends soon, with a sentence that names the store', async (_, call) => {
  const { endpoint, store } = await storeOf(hang)
  const time = startLoopTime()
  await expect(call(store)).rejects.toThrow(`The file store at ${endpoint} does not answer (silent for 1.5 s).`)
  expect(time.ms()).toBeLessThan(10 * SILENCE_MS)
})

test('[FILES-05] a download that breaks off in the middle ends soon, too, and counts as a failure', async () => {
  const { endpoint, store } = await storeOf((_, response) => void response.write('half'))
  const stream = await store.get('k')
  await expect(stream?.toArray()).rejects.toThrow(`The file store at ${endpoint} does not answer`)
  expect(store.failures()).toEqual({ put: 0, get: 1, remove: 0 })
})

test('[FILES-05] transfers that take longer than the limit go on while they move', async () => {
  const { store } = await storeOf((request, response) => {
    const act = async () => {
      let taken = 0
      for await (const chunk of request) {
        taken += (chunk as Buffer).length
        await sleep(4)
      }
      if (request.method === 'PUT') return response.end(String(taken))
      for (let piece = 0; piece < 10; piece += 1) {
        response.write('x'.repeat(10))
        await sleep(SILENCE_MS / 5)
      }
      return response.end()
    }
    act().catch(() => response.destroy())
  })
  const before = performance.now()
  await store.put('k', await arrive(30 * MIB))
  const stream = await store.get('k')
  expect(Buffer.concat((await stream?.toArray()) as Buffer[])).toHaveLength(100)
  expect(performance.now() - before).toBeGreaterThan(2 * SILENCE_MS)
})

test('[FILES-05] a store does not hang because the reader of a download takes its time', async () => {
  const { store } = await storeOf((_, response) => response.end(Buffer.alloc(20 * MIB)))
  const stream = await store.get('k')
  let size = 0
  for await (const chunk of stream ?? []) {
    if (size === 0) await sleep(2 * SILENCE_MS)
    size += (chunk as Buffer).length
  }
  expect(size).toBe(20 * MIB)
})

test('[FILES-05] while the store fails, /health and /metrics say so, and a backup names the store', async () => {
  const s3 = await startS3Server()
  const server = await startTestApp({ config: { dataDir: directory, ...s3.config } })
  const files = async () => ((await (await fetch(`${server.origin}/health`)).json()) as Health).files
  const figures = async () => (await fetch(`${server.origin}/metrics`)).text()
  const { user, accessToken } = await createUser(server)
  const { id } = await createProject(server, user.id)
  await createMembership(server, id, (await createUser(server)).user.id)
  const upload = async () => {
    const body = new FormData()
    body.append('file', new Blob(['content']), 'a.txt')
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await fetch(`${server.origin}/api/projects/${id}/files`, { method: 'POST', body, headers })).status
  }
  expect(await upload()).toBe(201)
  expect(await files()).toBe('ok')
  expect(await figures()).toContain('guildhall_store_failures_total{call="put"} 0')
  await s3.close()
  expect(await upload()).toBe(503)
  expect(await files()).toBe('unavailable')
  expect(await figures()).toContain('guildhall_store_failures_total{call="put"} 1')
  const config = { ...server.deps.config, databaseUrl: server.databaseUrl }
  const saving = backup({ config, argument: join(directory, 'saved'), options: new Set() })
  await expect(saving).rejects.toThrow(`The file store at ${s3.config.s3Endpoint} does not answer (ECONNREFUSED).`)
  await server.close()
})

test.each([
  [404, 'NoSuchKey', true],
  [403, 'AccessDenied', true],
  [404, 'NoSuchBucket', false],
  [403, 'SignatureDoesNotMatch', false],
  [403, 'RequestTimeTooSkewed', false],
  [400, 'ExpiredToken', false],
  [400, 'InvalidToken', false],
  [429, 'TooManyRequests', false],
  [500, 'InternalError', false],
])('a store that answers %i %s to a look works: %s', async (status, code, works) => {
  const { store } = await storeOf((_, response) => {
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
  })
  expect(await store.works()).toBe(works)
})

test('[FILES-05] an arrived file that cannot be read is named as such, and is no failure of the store', async () => {
  const { store } = await storeOf((_, response) => response.end())
  const gone = { path: join(directory, 'gone'), size: 1, sha256: 'of no matter' }
  await expect(store.put('k', gone)).rejects.toThrow('An arrived file cannot be read (ENOENT).')
  expect(store.failures()).toEqual({ put: 0, get: 0, remove: 0 })
})

test('a store that is slow works, and one that hangs does until a look at it has failed; either is known within two seconds', async () => {
  const { store: slow } = await storeOf((_, response) => {
    setTimeout(() => response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>'), 1_200)
  })
  const { store: hanging } = await storeOf(hang)
  const ask = async (store: typeof slow) => {
    const time = startLoopTime()
    const works = await store.works()
    expect(time.ms()).toBeLessThan(2_000)
    return works
  }
  expect(await Promise.all([ask(slow), ask(hanging)])).toEqual([true, true])
  await expect.poll(() => ask(hanging), { timeout: 10 * SILENCE_MS }).toBe(false)
  // A look that is under way is no good answer.
  expect(await ask(hanging)).toBe(false)
  expect(await ask(slow)).toBe(true)
})
