import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Health } from '#shared/contract/system.ts'
import { createProject, createUser } from '#support/factories.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import type { Config } from '../settings/config.ts'
import { storeIdentity } from '../files/store-identity.ts'
import { startPresence } from './presence.ts'

let directory: string
let home: TestApp
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'guildhall-presence-'))
  home = await startTestApp({ config: { dataDir: join(directory, 'home') } })
})
afterAll(async () => {
  await home.close()
  await rm(directory, { recursive: true, force: true })
})
const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
})

/** Starts another server process on the same database, as far as files are concerned. */
const startProcess = async (own: Partial<Config>) => {
  const config = { ...home.deps.config, ...own }
  const presence = await startPresence(home.deps, await storeIdentity(config))
  const server = await startTestApp({ url: home.databaseUrl, config, deps: { presence } })
  const stop = async () => {
    await presence.stop()
    await server.close()
  }
  running.push(stop)
  return { server, stop: () => running.splice(running.indexOf(stop), 1)[0]?.() }
}
const upload = async (server: TestApp) => {
  const { user, accessToken } = await createUser(home)
  const { id } = await createProject(home, user.id, {})
  const body = new FormData()
  body.append('file', new Blob(['content']), 'file.txt')
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${server.origin}/api/projects/${id}/files`, { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as unknown }
}
const filesOf = async (server: TestApp) => ((await (await fetch(`${server.origin}/health`)).json()) as Health).files
const refusal = {
  status: 503,
  body: { code: 'UNAVAILABLE', message: expect.stringContaining('without a common place for files') as string },
}
const at = (name: string) => ({ dataDir: join(directory, name) })

test('two processes that store files in different places refuse uploads and say so; one process alone accepts them', async () => {
  const one = await startProcess(at('a'))
  expect(await filesOf(one.server)).toBe('ok')
  const two = await startProcess(at('b'))
  for (const { server } of [one, two]) {
    expect(await upload(server)).toMatchObject(refusal)
    expect(await filesOf(server)).toBe('not-shared')
  }
  await two.stop()
  expect((await upload(one.server)).status).toBe(201)
  expect(await filesOf(one.server)).toBe('ok')
})

test('processes with one directory, by whatever path, or with one bucket share their files', async () => {
  const shared = join(directory, 'shared')
  const processes = [
    await startProcess({ ...at('c'), filesDir: shared }),
    await startProcess({ ...at('d'), filesDir: join(shared, '..', 'shared') }),
  ]
  for (const { server } of processes) expect((await upload(server)).status).toBe(201)
  const bucket = { s3Endpoint: 'https://s3.example.org', s3Bucket: 'files' }
  const identities = await Promise.all(
    ['e', 'f'].map((name) => storeIdentity({ ...home.deps.config, ...at(name), ...bucket })),
  )
  expect(new Set(identities).size).toBe(1)
  // When several processes name the directory at the same moment, they all get one name.
  const racing = await Promise.all(Array.from({ length: 8 }, () => storeIdentity({ ...home.deps.config, ...at('g') })))
  expect(new Set(racing).size).toBe(1)
})

test('a killed process counts until it has been silent for a while', async () => {
  const { server } = await startProcess(at('h'))
  const killed = '01890a5d-ac96-774b-bcce-b302099a8057'
  const silentFor = (seconds: number) =>
    sql`insert into server_processes (id, store, seen_at) values (${killed}, 'gone', now() - ${seconds} * interval '1 second')
      on conflict (id) do update set seen_at = excluded.seen_at`.execute(home.db)
  await silentFor(20)
  expect(await filesOf(server)).toBe('not-shared')
  await silentFor(60)
  expect(await filesOf(server)).toBe('ok')
})
