import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { lockDataDir } from '../db/embedded/owner-lock.ts'
import { remove, where } from './data.ts'

let scratch: string
let dataDir: string
let cluster: string
/** A data directory as it is when root's home is private: the cluster is elsewhere, and a file says where. */
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-data-'))
  dataDir = join(scratch, 'data')
  cluster = join(scratch, 'clusters', 'one')
  for (const directory of [join(cluster, 'data'), join(dataDir, 'files', 'project')])
    await mkdir(directory, { recursive: true })
  await writeFile(join(dataDir, 'postgres.location'), `${cluster}\n`)
  await writeFile(join(dataDir, 'files', 'project', 'file'), 'content')
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const input = (options: 'yes'[] = [], env: NodeJS.ProcessEnv = {}) => ({
  config: loadConfig(['--data-dir', dataDir], env).config,
  argument: '',
  options: new Set(options),
})
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

test('data where names every place, also a cluster outside of the data directory', async () => {
  const { says } = await where(input())
  expect(says.split('\n')).toEqual([
    `data directory: ${dataDir}`,
    `database: ${cluster}`,
    `files: ${join(dataDir, 'files')}`,
    `uploads on their way: ${join(dataDir, 'uploads')}`,
  ])
})

test('data remove asks for --yes, then removes everything, and a second time has nothing to do', async () => {
  const asked = await remove(input())
  expect(asked).toMatchObject({ code: 1, says: expect.stringContaining(`${dataDir} and ${cluster}`) as string })
  expect(await Promise.all([cluster, dataDir].map(isThere))).toEqual([true, true])
  expect((await remove(input(['yes']))).code).toBeUndefined()
  expect(await Promise.all([cluster, dataDir].map(isThere))).toEqual([false, false])
  expect((await remove(input(['yes']))).says).toContain('There is no data of Guildhall')
})

test('data remove leaves and names files that the server did not make', async () => {
  await writeFile(join(dataDir, 'guildhall.json'), '{}')
  expect((await remove(input(['yes']))).says).toContain('still there: guildhall.json')
  expect((await readdir(dataDir)).includes('guildhall.json')).toBe(true)
  expect(await isThere(join(dataDir, 'files'))).toBe(false)
})

test('data remove changes nothing while a server runs on the directory, or when the settings name another database', async () => {
  const unlock = await lockDataDir(dataDir)
  await expect(remove(input(['yes']))).rejects.toThrow('Another Guildhall server is running on')
  await unlock()
  const env = { DATABASE_URL: 'postgres://me@127.0.0.1/guild' }
  await expect(remove(input(['yes'], env))).rejects.toThrow('drop it there')
  expect(await Promise.all([cluster, dataDir].map(isThere))).toEqual([true, true])
})
