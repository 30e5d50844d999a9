import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Health } from '#shared/contract/system.ts'
import { createProject, createUser } from '#support/factories.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { createDiskSpace } from './disk-space.ts'

const MIB = 1024 * 1024
let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'guildhall-disk-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** `meanwhile` runs when half of the file has been sent. */
const upload = async (server: TestApp, bytes: number, meanwhile = async () => {}) => {
  const { user, accessToken } = await createUser(server)
  const { id } = await createProject(server, user.id, {})
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file.bin')
  const sent = new Response(form)
  const { headers } = sent
  const whole = new Uint8Array(await sent.arrayBuffer())
  const half = Math.ceil(whole.length / 2)
  const inTwo = async function* () {
    yield whole.subarray(0, half)
    await meanwhile()
    yield whole.subarray(half)
  }
  return fetch(`${server.origin}/api/projects/${id}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': headers.get('content-type') ?? '' },
    body: Readable.toWeb(Readable.from(inTwo())) as BodyInit,
    duplex: 'half',
  } as RequestInit)
}
const diskOf = async (server: TestApp) => ((await (await fetch(`${server.origin}/health`)).json()) as Health).disk
const sentence = { code: 'STORAGE_FULL', message: expect.stringMatching(/^The server has no room left/) as string }

test('an upload that would touch the reserve of the disk is a 507 with a sentence, and /health says so', async () => {
  const server = await startTestApp({ config: { dataDir, diskReserve: 1e9 } })
  const answer = await upload(server, 10)
  expect(answer.status).toBe(507)
  expect(await answer.json()).toMatchObject(sentence)
  expect(await server.db.selectFrom('files').select('id').execute()).toEqual([])
  expect(await diskOf(server)).toBe('full')
  await server.close()
})

test('uploads under way count as written, even in a directory that does not exist yet', async () => {
  const { bavail, bsize } = await statfs(dataDir)
  const left = Math.floor((bavail * bsize) / MIB)
  const disk = createDiskSpace({ dataDir: join(dataDir, 'not', 'yet'), filesDir: undefined, diskReserve: left - 1000 })
  const release = await disk.hold(600 * MIB)
  await expect(disk.hold(600 * MIB)).rejects.toMatchObject({ status: 507 })
  release()
  release()
  const again = await disk.hold(600 * MIB)
  await expect(disk.hold(600 * MIB)).rejects.toMatchObject({ status: 507 })
  again()
  expect(await disk.state()).toBe('ok')
})

/** Whether this machine lets a test mount a small disk. */
const smallDisk = mkdtempSync(join(tmpdir(), 'guildhall-small-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', smallDisk]).status === 0
afterAll(() => {
  if (isMounted) execFileSync('umount', [smallDisk])
  rmSync(smallDisk, { recursive: true, force: true })
})

test.skipIf(!isMounted)(
  'a disk that fills during an upload gives a 507 and keeps no bytes, and the server still stops at once',
  async () => {
    const server = await startTestApp({ config: { dataDir: smallDisk, diskReserve: 0 } })
    expect(await diskOf(server)).toBe('ok')
    const filler = join(smallDisk, 'filler')
    const freeBytes = async () => {
      const { bavail, bsize } = await statfs(smallDisk)
      return bavail * bsize
    }
    const before = await freeBytes()
    const answer = await upload(server, 20 * MIB, async () => {
      // The server has found room for the whole file and written nearly half of it: the disk is full before the rest comes.
      await vi.waitUntil(async () => (await freeBytes()) < before - 9 * MIB, { timeout: 10_000 })
      await writeFile(filler, new Uint8Array(50 * MIB)).catch(() => {})
    })
    await rm(filler)
    expect(answer.status).toBe(507)
    expect(await answer.json()).toMatchObject(sentence)
    // There is room again, but /health still reports a refused write for a while.
    expect(await diskOf(server)).toBe('full')
    expect(await server.db.selectFrom('files').select('id').execute()).toEqual([])
    expect((await upload(server, MIB)).status).toBe(201)
    // A connection left open would keep the server for 72 s, and so fail this test at its time limit.
    await server.close()
  },
)
