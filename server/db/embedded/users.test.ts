import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyCheckout } from '#support/checkout-copy.ts'
import { type Owner, startOwner } from '#support/embedded-process.ts'

const isRoot = process.getuid?.() === 0
const TIMEOUT = 60_000
/** The user ID of the account "nobody" on Linux. */
const NOBODY = 65_534

let scratch: string
let owner: Owner | undefined
const elsewhere: string[] = []
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-users-'))
})
afterEach(async () => {
  await owner?.kill('SIGTERM')
  owner = undefined
  for (const path of [scratch, ...elsewhere.splice(0)]) await rm(path, { recursive: true, force: true })
})

/** Writes, kills the server, starts it again and finds the written rows. */
const writesAndFinds = async (start: (write: boolean) => Promise<Owner>) => {
  owner = await start(true)
  await owner.acknowledgeMore(3)
  await owner.kill('SIGKILL')
  const before = owner.acknowledged()
  owner = await start(true)
  await owner.acknowledgeMore(1)
  expect(owner.acknowledged()).toBeGreaterThan(before)
}

test(
  '[BUILD-03] the server starts, as root or not, with checkout, home and data below a directory of mode 0700',
  { timeout: TIMEOUT },
  async () => {
    const home = join(scratch, 'home')
    const dataDir = join(home, 'share', 'guildhall')
    // The directory holds a file already, so the server must not change its mode.
    await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o700 })
    await chmod(scratch, 0o700)
    const { program, node } = await copyCheckout(join(home, 'checkout'))
    const env = { PATH: process.env['PATH'], HOME: home }
    const start = (write: boolean) => startOwner(dataDir, { write, program, node, spawn: { env, cwd: home } })
    if (isRoot) {
      await writesAndFinds(async (write) => {
        const started = await start(write)
        elsewhere.push((await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim())
        return started
      })
      expect((await stat(join(elsewhere[0] ?? '', 'data'))).uid).not.toBe(0)
    } else {
      await writesAndFinds(start)
    }
    // No directory was opened to other users for this.
    for (const path of [scratch, dataDir]) expect((await stat(path)).mode & 0o777).toBe(0o700)
  },
)

test(
  '[BUILD-03] the server starts for a normal user, also when packages were installed without their scripts',
  { timeout: TIMEOUT },
  async () => {
    await chmod(scratch, 0o711)
    const checkout = join(scratch, 'checkout')
    const { program, node } = await copyCheckout(checkout, { ignoreScripts: true })
    const home = join(scratch, 'home')
    await mkdir(home, { mode: 0o700 })
    if (isRoot) await chown(home, NOBODY, NOBODY)
    const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
    const env = { PATH: process.env['PATH'], HOME: home }
    const dataDir = join(home, 'share', 'guildhall')
    await writesAndFinds((write) => startOwner(dataDir, { write, program, node, spawn: { ...who, env, cwd: home } }))
    const { uid } = await stat(join(dataDir, 'postgres', 'data'))
    expect(uid).toBe(isRoot ? NOBODY : process.getuid?.())
    // Only that user can read the cluster and its password.
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  },
)

/** What a volume's mount, a NAS or an archive does to the rights of a stopped server's data. */
const changes: Array<[what: string, change: (data: string) => string[]]> = [
  ['the group may write everything (as fsGroup of Kubernetes makes it)', (data) => ['chmod', '-R', 'g+rwXs', data]],
  ['everybody may read and write everything', (data) => ['chmod', '-R', 'a+rwX', data]],
  ['the group may read everything', (data) => ['chmod', '-R', 'g+rX', data]],
  ...(isRoot
    ? [['everything belongs to root', (data) => ['chown', '-R', '0:0', data]] as (typeof changes)[number]]
    : []),
]
test(
  '[BUILD-03] a server serves again after its data directory was given other rights, and keeps secrets to itself',
  { timeout: 2 * TIMEOUT },
  async () => {
    await chmod(scratch, 0o711)
    const dataDir = join(scratch, 'data')
    owner = await startOwner(dataDir)
    for (const [what, change] of changes) {
      await owner?.kill('SIGTERM')
      const [program = '', ...args] = change(dataDir)
      execFileSync(program, args)
      owner = await startOwner(dataDir).catch((error: unknown) => Promise.reject(new Error(what, { cause: error })))
      for (const [path, rights] of [
        ['postgres/data', 0o027],
        ['postgres/password', 0o077],
        ['owner.lock', 0o077],
      ] as const)
        expect((await stat(join(dataDir, path))).mode & rights, `${what}: ${path}`).toBe(0)
    }
  },
)

test.runIf(isRoot)(
  '[BUILD-03] data of another user is refused in one sentence that names the user and the command',
  { timeout: TIMEOUT },
  async () => {
    await chmod(scratch, 0o711)
    const dataDir = join(scratch, 'data')
    owner = await startOwner(dataDir)
    await owner.kill('SIGTERM')
    await chown(dataDir, NOBODY, NOBODY)
    const asNobody = { spawn: { uid: NOBODY, gid: NOBODY, env: { PATH: process.env['PATH'] } } }
    await expect(startOwner(dataDir, asNobody)).rejects.toThrow(
      `${join(dataDir, 'owner.lock')} belongs to another user than ${NOBODY}, as whom this program runs: run it as that user, or give this one the data by chown -R ${NOBODY}.`,
    )
    owner = undefined
  },
)
