import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { isAlive, type Owner, startOwner } from '#support/embedded-process.ts'
import { findRunning } from './cluster.ts'
import { lockFile } from './file-lock.ts'

// Starting PostgreSQL takes a while when other tests run on the same two cores.
vi.setConfig({ testTimeout: 60_000 })

let scratch: string
let dataDir: string
let owner: Owner | undefined
// All tests share one directory, because each leaves it as a stopped server does.
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-ownership-'))
  await chmod(scratch, 0o711)
  dataDir = join(scratch, 'data')
})
afterEach(async () => {
  await owner?.kill('SIGTERM')
  owner = undefined
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

test('[BUILD-05] a second server on the same data directory refuses with a clear message, the first goes on', async () => {
  owner = await startOwner(dataDir, { write: true })
  await expect(startOwner(dataDir)).rejects.toThrow(
    `Another Guildhall server is running on ${dataDir}: stop that one, or choose another directory with --data-dir.`,
  )
  await owner.acknowledgeMore(1)
})

test('[BUILD-05] of two servers that start at the same time exactly one owns the directory', async () => {
  const both = await Promise.allSettled([startOwner(dataDir), startOwner(dataDir)])
  const started = both.filter((result) => result.status === 'fulfilled')
  const refused = both.filter((result) => result.status === 'rejected')
  owner = started[0]?.value
  expect(started).toHaveLength(1)
  expect(String(refused[0]?.reason)).toContain('Another Guildhall server is running')
})

/**
 * Commands that run a program in a network namespace of its own, where that is allowed: as root, or through a user
 * namespace.
 */
const inAnotherNetwork = [['-n'], ['-r', '-n']]
  .map((options) => ['unshare', ...options, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] as const)
  .find(([program, ...args]) => spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0)

test.skipIf(!inAnotherNetwork)(
  '[BUILD-05] a server that shares the directory but not the network (another container) cannot own it either',
  async () => {
    owner = await startOwner(dataDir, { write: true })
    const elsewhere = () => startOwner(dataDir, { write: true, inside: inAnotherNetwork ?? [] })
    await expect(elsewhere()).rejects.toThrow('Another Guildhall server is running on')
    await owner.acknowledgeMore(1)
    await owner.kill('SIGKILL')
    owner = await elsewhere()
    await owner.acknowledgeMore(1)
    await expect(startOwner(dataDir)).rejects.toThrow('Another Guildhall server is running on')
  },
)

test('[BUILD-05] one process gets the lock on the file, and a killed process loses it', async () => {
  const path = join(scratch, 'some.lock')
  const program = `import { lockFile } from ${JSON.stringify(join(import.meta.dirname, 'file-lock.ts'))}
    process.stdout.write((await lockFile(process.argv[1])) ? 'has it' : 'has it not')
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module-typescript', '-e', program, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const said = await new Promise((resolve) => other.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())))
    expect(said).toBe('has it')
    expect(await lockFile(path)).toBeNull()
  } finally {
    other.kill('SIGKILL')
  }
  const release = await vi.waitUntil(() => lockFile(path), { timeout: 20_000 })
  release()
  // Other users of the machine may not open the file, and nothing was written into it or beside it.
  expect((await readdir(scratch)).filter((name) => name.startsWith('some.'))).toEqual(['some.lock'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(path)).size).toBe(0)
})

test('[BUILD-05] a server starts at once on the directory of a killed server', async () => {
  const began = performance.now()
  owner = await startOwner(dataDir)
  const first = performance.now() - began
  await owner.kill('SIGKILL')
  const before = performance.now()
  owner = await startOwner(dataDir)
  // It waits for nobody: all that it does more than the first is to repair the database.
  expect((performance.now() - before) / first).toBeLessThan(5)
})

test('[BUILD-05] a killed server leaves no database running', async () => {
  owner = await startOwner(dataDir)
  const { postmasterPid } = owner
  await owner.kill('SIGKILL')
  for (let waited = 0; isAlive(postmasterPid) && waited < 10_000; waited += 20) await sleep(20)
  expect(isAlive(postmasterPid)).toBe(false)
})

test('a server whose database keeps ending starts it three times a minute, then says so and ends', async () => {
  owner = await startOwner(dataDir)
  let said = ''
  owner.child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise((resolve) => owner?.child.once('exit', resolve))
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
  let pid = owner.postmasterPid
  for (let deaths = 1; deaths <= 4; deaths++) {
    expect(said).not.toContain('refused')
    const dying = pid
    process.kill(dying, 'SIGKILL')
    if (deaths === 4) break
    // The new postmaster has written its own pid and is ready.
    await vi.waitUntil(
      async () => {
        const [number = '', , , , , , , status = ''] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
        pid = Number(number)
        return pid > 0 && pid !== dying && status.startsWith('ready')
      },
      { timeout: 30_000, interval: 20 },
    )
    await sleep(200)
  }
  await ended
  expect(said).toContain('refused The database ended again and again')
})

test('[BUILD-05] a pid file whose number now belongs to another program does not keep a directory locked', async () => {
  owner = await startOwner(dataDir)
  const data = join(dataDir, 'postgres', 'data')
  const pidFile = await readFile(join(data, 'postmaster.pid'), 'utf8')
  await owner.kill('SIGTERM')
  // This process has the same user, is alive and is not PostgreSQL: PostgreSQL itself would refuse to start while it
  // lives.
  const { uid, gid } = await stat(data)
  const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  try {
    await writeFile(join(data, 'postmaster.pid'), pidFile.replace(/^\d+/, String(other.pid)))
    owner = await startOwner(dataDir)
    expect(await findRunning(dataDir)).toBe(owner.url)
  } finally {
    other.kill('SIGKILL')
  }
})

test('a command beside the running server finds its database, and finds none once the server has stopped', async () => {
  // A directory of its own: after the tests that kill a server, the file of the killed one is still there.
  const ownDir = join(scratch, 'beside')
  expect(await findRunning(ownDir)).toBeNull()
  owner = await startOwner(ownDir, { write: true })
  await owner.acknowledgeMore(1)
  const url = await findRunning(ownDir)
  expect(url).toBe(owner.url)
  const client = new pg.Client({ connectionString: url ?? '' })
  await client.connect()
  await expect(client.query('select number from acknowledged limit 1')).resolves.toBeDefined()
  await client.end()
  await owner.kill('SIGTERM')
  expect(await findRunning(ownDir)).toBeNull()
})

test('a data directory that cannot be made is refused in one sentence', async () => {
  await writeFile(join(scratch, 'file'), '')
  const impossible = join(scratch, 'file', 'data')
  await expect(startOwner(impossible)).rejects.toThrow(
    `The data directory ${impossible} cannot be made or written (ENOTDIR): choose another with --data-dir.`,
  )
})

test.runIf(process.platform === 'linux')(
  'a data directory in a file system without folders is refused, too, and the start does not wait for ever',
  async () => {
    await expect(startOwner('/proc/guildhall/data')).rejects.toThrow(
      'The data directory /proc/guildhall/data cannot be made or written (ENOENT): choose another with --data-dir.',
    )
  },
)
