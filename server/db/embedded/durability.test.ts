import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { durabilityWarning } from '#server/process/setup-warnings.ts'
import { createDb } from '../pool.ts'
import { isAlive, type Owner, startOwner } from '#support/embedded-process.ts'

/** A long run sets more rounds: GUILDHALL_KILL_ROUNDS=500 vitest run durability. */
const ROUNDS = Number(process.env['GUILDHALL_KILL_ROUNDS'] ?? 6)
/** Far longer than the rounds take, for a machine that is busy with other things. */
const TIMEOUT = 60_000 + ROUNDS * 15_000

let scratch: string
let dataDir: string
let owner: Owner | undefined
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-durability-'))
  await chmod(scratch, 0o711)
  dataDir = join(scratch, 'data')
})
afterEach(async () => {
  await owner?.kill('SIGTERM')
  owner = undefined
  await rm(scratch, { recursive: true, force: true })
})

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  // A database that is being killed breaks the connection; the test looks at the next query instead.
  client.on('error', () => {})
  await client.connect()
  return client
}
const connectPatiently = async (url: string): Promise<pg.Client> => {
  for (let tries = 0; ; tries++) {
    try {
      return await connect(url)
    } catch (error) {
      if (tries >= 1000) throw error
      await sleep(20)
    }
  }
}

/**
 * Every number up to the highest acknowledged one must be there. One more may be there, written although its answer was
 * lost.
 */
const expectAll = async (client: pg.Client, acknowledged: number) => {
  const { rows } = await client.query<{ count: number; highest: number }>(
    'select count(*)::int as count, coalesce(max(number), 0)::int as highest from acknowledged',
  )
  await client.end()
  expect(rows[0]?.count).toBeGreaterThanOrEqual(acknowledged)
  expect(rows[0]?.highest).toBe(rows[0]?.count)
}

test(
  '[BUILD-04] after kill -9 of the server at any moment, the next start finds every acknowledged write',
  { timeout: TIMEOUT },
  async () => {
    let acknowledged = 0
    for (let round = 0; round < ROUNDS; round++) {
      owner = await startOwner(dataDir, { write: true })
      await expectAll(await connect(owner.url), acknowledged)
      await owner.acknowledgeMore(1)
      await sleep(Math.random() * 150)
      await owner.kill('SIGKILL')
      expect(owner.acknowledged()).toBeGreaterThan(acknowledged)
      acknowledged = owner.acknowledged()
    }
    owner = await startOwner(dataDir)
    await expectAll(await connect(owner.url), acknowledged)
  },
)

test(
  '[BUILD-04] after kill -9 of the database at any moment, it is started again and has every acknowledged write',
  { timeout: TIMEOUT },
  async () => {
    let acknowledged = 0
    for (let round = 0; round < ROUNDS; round++) {
      owner = await startOwner(dataDir, { write: true })
      await owner.acknowledgeMore(1)
      await sleep(Math.random() * 150)
      process.kill(owner.postmasterPid, 'SIGKILL')
      while (isAlive(owner.postmasterPid)) await sleep(5)
      acknowledged = owner.acknowledged()
      // The same server starts the database again on the same address, a moment after the last old processes have
      // ended.
      const again = await connectPatiently(owner.url)
      await expectAll(again, acknowledged)
      await owner.acknowledgeMore(2)
      // Every other round kills the server right afterwards, too.
      await owner.kill(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
      acknowledged = owner.acknowledged()
    }
    owner = await startOwner(dataDir)
    await expectAll(await connect(owner.url), acknowledged)
  },
)

test('[BUILD-04] after kill -9 during the very first start, the next start works', { timeout: TIMEOUT }, async () => {
  for (const moment of [250, 400, 550, 700, 850]) {
    const killed = startOwner(dataDir, { spawn: { timeout: moment, killSignal: 'SIGKILL' } })
    // The kill may come before or after the server was ready, as the machine is fast or slow.
    await killed.then((started) => started.kill('SIGKILL')).catch(() => undefined)
    owner = await startOwner(dataDir, { write: true })
    await owner.acknowledgeMore(1)
    await expectAll(await connect(owner.url), owner.acknowledged())
    await owner.kill('SIGTERM')
    await rm(dataDir, { recursive: true })
  }
})

test('[BUILD-04] the settings that guard acknowledged writes are on', { timeout: TIMEOUT }, async () => {
  owner = await startOwner(dataDir)
  const client = await connect(owner.url)
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await client.query<Record<string, string>>(`show ${setting}`)
    expect(rows[0]?.[setting], setting).toBe('on')
  }
  await client.end()
  // So a start has nothing to warn of.
  const db = createDb(owner.url)
  expect(await durabilityWarning(db)).toBeNull()
  await db.destroy()
})
