import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyCheckout } from '../../../tests/support/checkout-copy.ts'
import { type Owner, startOwner } from '../../../tests/support/embedded-process.ts'

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
