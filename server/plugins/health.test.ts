import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Health } from '#shared/contract/system.ts'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { startDatabaseProxy } from '#support/database-proxy.ts'
import { startLoopTime } from '#support/loop-time.ts'
import { startTestApp, type TestApp } from '#support/server.ts'

let scratch: ScratchDatabase
let way: Awaited<ReturnType<typeof startDatabaseProxy>>
let server: TestApp
let isDraining = false
beforeAll(async () => {
  scratch = await createScratchDatabase()
  way = await startDatabaseProxy(scratch.url)
  server = await startTestApp({ url: way.url, deps: { isDraining: () => isDraining } })
})
afterAll(async () => {
  way.bringBack()
  await server.close()
  await way.close()
  await scratch.drop()
})

/** The server is in this process, and so are the limits of its looks at the database. */
const time = startLoopTime()
const ask = async (path: string) => {
  const before = time.ms()
  const answer = await fetch(`${server.origin}${path}`)
  const body = (await answer.json()) as Health
  return { status: answer.status, body, ms: time.ms() - before }
}

test('a server with its database is alive, ready and healthy', async () => {
  expect(await ask('/livez')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await ask('/health')).toMatchObject({ status: 200, body: { status: 'ok', database: 'ok', files: 'ok' } })
})

test.each([
  ['is away', () => way.takeAway()],
  ['hangs', () => way.hang()],
])(
  'while the database %s the server is alive, neither ready nor healthy, and says so within two seconds',
  async (_, begin) => {
    begin()
    // This also holds for many callers at once, and for callers that ask again.
    for (let round = 0; round < 2; round++) {
      const [live, ...others] = await Promise.all([
        ask('/livez'),
        ...Array.from({ length: 5 }, () => ask('/readyz')),
        ...Array.from({ length: 5 }, () => ask('/health')),
      ])
      expect(live).toMatchObject({ status: 200, body: { status: 'ok' } })
      for (const { status, body } of others)
        expect({ status, said: body.status }).toEqual({ status: 503, said: 'unavailable' })
      for (const { body } of others.slice(5)) expect(body.database).toBe('unavailable')
      for (const { ms } of [live, ...others]) expect(ms).toBeLessThan(2_000)
    }
    way.bringBack()
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
    await expect.poll(async () => (await ask('/health')).status).toBe(200)
  },
)

test('before the server stops it is no longer ready, and still serves calls', async () => {
  isDraining = true
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { status: 'draining' } })
  expect(await ask('/livez')).toMatchObject({ status: 200 })
  expect(await ask('/health')).toMatchObject({ status: 200 })
  isDraining = false
})
