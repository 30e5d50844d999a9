import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createUser } from '#support/factories.ts'
import { startTestApp } from '#support/server.ts'
import { rotate } from '../commands/secret.ts'
import { loadConfig } from './config.ts'
import { openSecret } from './secret.ts'

let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase()
})
afterAll(() => database.drop())

const run = (env: Record<string, string> = {}) => {
  const { config } = loadConfig([], { DATABASE_URL: database.url, ...env })
  return rotate({ config, argument: '', options: new Set() })
}

test('replacing the secret makes its tokens invalid in every running process, and ends no session', async () => {
  const signing = await openSecret(database.db, undefined, 20)
  const other = await openSecret(database.db, undefined, 20)
  const servers = [
    await startTestApp({ url: database.url, deps: { secret: signing.secret } }),
    await startTestApp({ url: database.url, deps: { secret: other.secret } }),
  ]
  const [one, two] = servers
  if (!one || !two) throw new Error('There are two servers.')
  try {
    const { accessToken, refreshToken } = await createUser(one)
    for (const server of servers) await expect(server.client(accessToken).users.username({})).resolves.toBeDefined()
    const before = signing.secret()
    expect((await run()).says).toContain('The signing secret is new.')
    await expect.poll(signing.secret).not.toBe(before)
    await expect.poll(other.secret).toBe(signing.secret())
    // This holds even where the token was found valid a moment ago.
    for (const server of servers)
      expect((await failureOf(server.client(accessToken).users.username({}))).status).toBe(401)
    const pair = await two.client().auth.refreshToken({ body: { refreshToken } })
    for (const server of servers)
      await expect(server.client(pair.accessToken).users.username({})).resolves.toBeDefined()
  } finally {
    for (const server of servers) await server.close()
    signing.stop()
    other.stop()
  }
})

test('two processes that start at once get one secret, and so does a later start', async () => {
  const opened = await Promise.all([openSecret(database.db, undefined), openSecret(database.db, undefined)])
  const later = await openSecret(database.db, undefined)
  for (const { secret, stop } of [...opened, later]) {
    expect(secret()).toBe(later.secret())
    expect(secret()).toHaveLength(64)
    stop()
  }
})

test('a configured secret is used as it is, and cannot be replaced by the command', async () => {
  const configured = 'chosen by who runs the server, and long enough'
  expect((await openSecret(database.db, configured)).secret()).toBe(configured)
  await expect(run({ GUILDHALL_SECRET: configured })).rejects.toThrow('The secret is the one of GUILDHALL_SECRET')
})
