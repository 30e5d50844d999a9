import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { type S3Server, startS3Server } from '#support/s3-server.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { loadConfig } from '../settings/config.ts'
import { type ArrivedFile, createFileStore, type FileStore } from './file-store.ts'
import { sweepFiles } from '../modules/files/sweeper.ts'

let s3: S3Server
let directory: string
beforeAll(async () => {
  s3 = await startS3Server()
  directory = await mkdtemp(join(tmpdir(), 'guildhall-store-'))
})
afterAll(async () => {
  await s3.close()
  await rm(directory, { recursive: true, force: true })
})

const storeOf = (kind: 'disk' | 'bucket', more: object = {}): FileStore => {
  const { config } = loadConfig(['--data-dir', directory], {})
  return createFileStore({ ...config, ...(kind === 'bucket' && s3.config), ...more })
}
let counter = 0
const arrive = async (content: Uint8Array): Promise<ArrivedFile> => {
  const path = join(directory, `arrived-${(counter += 1)}`)
  await writeFile(path, content)
  return { path, size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}
const big = crypto.getRandomValues(new Uint8Array(60_000))

describe.each(['disk', 'bucket'] as const)('files on %s', (kind) => {
  test('[FILES-05] come back unchanged, are never replaced, and are gone when removed', async () => {
    const store = storeOf(kind)
    const key = `01890000-0000-7000-8000-00000000000a/${kind}`
    expect(await store.get(key)).toBeUndefined()
    await store.put(key, await arrive(big))
    const stream = await store.get(key)
    expect(stream && Buffer.from(big).equals(await buffer(stream))).toBe(true)
    await store.remove(key)
    expect(await store.get(key)).toBeUndefined()
    // The sweeper may remove a file twice.
    await store.remove(key)
  })
})

test('[FILES-05] on disk no other user of the machine may look into the directory', async () => {
  if (process.platform === 'win32') return
  await storeOf('disk').put('project/file', await arrive(big))
  expect((await stat(join(directory, 'files', 'project'))).mode & 0o077).toBe(0)
})

test('[FILES-05] on disk no key leads out of the directory', async () => {
  const store = storeOf('disk')
  for (const key of ['../victim', 'a/../../victim', '..', '.']) {
    await expect(store.put(key, await arrive(big))).rejects.toThrow('leads out of its directory')
    await expect(store.get(key)).rejects.toThrow('leads out of its directory')
  }
})

test('[FILES-05] a bucket refuses a wrong key, and bytes other than those that were signed', async () => {
  const stranger = storeOf('bucket', { s3SecretKey: 'wrong' })
  await expect(stranger.put('project/one', await arrive(big))).rejects.toThrow('403')
  await expect(stranger.get('project/one')).rejects.toThrow('403')
  const changed = { ...(await arrive(big)), sha256: createHash('sha256').update('other').digest('hex') }
  await expect(storeOf('bucket').put('project/one', changed)).rejects.toThrow('400')
  expect(await storeOf('bucket').get('project/one')).toBeUndefined()
})

test('an incomplete configuration of a bucket is refused at the start, in one sentence', () => {
  expect(() => storeOf('disk', { s3Bucket: 'guild-files' })).toThrow('GUILDHALL_S3_ENDPOINT')
})

describe('a server whose files are in a bucket', () => {
  let server: TestApp
  let away: TestApp
  beforeAll(async () => {
    server = await startTestApp({ config: { dataDir: directory, ...s3.config } })
    const nowhere = { ...s3.config, s3Endpoint: 'http://127.0.0.1:9' }
    away = await startTestApp({
      url: server.databaseUrl,
      clock: server.clock,
      config: { dataDir: directory, ...nowhere },
    })
  })
  afterAll(async () => {
    await away.close()
    await server.close()
  })
  const member = async () => {
    const { user, accessToken } = await createUser(server)
    const { id } = await createProject(server, user.id)
    await createMembership(server, id, (await createUser(server)).user.id)
    const headers = { authorization: `Bearer ${accessToken}` }
    const send = (app: TestApp) => {
      const body = new FormData()
      body.append('file', new Blob([big]), 'big.bin')
      return fetch(`${app.origin}/api/projects/${id}/files`, { method: 'POST', body, headers })
    }
    const rows = () => server.db.selectFrom('files').where('project_id', '=', id).select(['id', 'state']).execute()
    return { id, headers, send, rows, api: server.client(accessToken).files }
  }
  const keys = () => [...s3.objects.keys()]

  test('[FILES-05] stores, sends and deletes files there, and keeps none on its own disk', async () => {
    const { id, headers, send, rows, api } = await member()
    const answer = await send(server)
    expect(answer.status).toBe(201)
    const { data } = (await answer.json()) as { data: { id: string } }
    expect(keys()).toContain(`${id}/${data.id}`)
    expect(await readdir(join(directory, 'uploads'))).toEqual([])
    expect(await readdir(join(directory, 'files', id)).catch(() => [])).toEqual([])
    const back = await fetch(`${server.origin}/api/projects/${id}/files/${data.id}`, { headers })
    expect(Buffer.from(big).equals(Buffer.from(await back.arrayBuffer()))).toBe(true)
    await api.remove({ params: { id, fileId: data.id } })
    expect(keys()).not.toContain(`${id}/${data.id}`)
    expect(await rows()).toEqual([])
  })

  test('[FILES-05] while the bucket does not answer, calls get a 503; the sweeper removes the bytes once it answers again', async () => {
    const { send, rows } = await member()
    const warned = vi.spyOn(away.deps.logger, 'warn')
    expect((await send(away)).status).toBe(503)
    expect(warned).toHaveBeenCalledWith(expect.anything(), 'an upload could not be undone; the sweeper will')
    warned.mockRestore()
    expect(await readdir(join(directory, 'uploads'))).toEqual([])
    // The row stays marked, because the bucket may have the bytes without having said so.
    expect(await rows()).toMatchObject([{ state: 'deleting' }])
    server.clock.advance(3_700)
    await sweepFiles(server.deps)
    expect(await rows()).toEqual([])
  })
})
