import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { loadConfig } from '../settings/config.ts'
import { backup, restore } from './commands.ts'
import { decrypted, encrypting, isEncrypted } from './encryption.ts'

// Turning a passphrase into a key takes seconds, on purpose.
vi.setConfig({ testTimeout: 120_000 })

const PASSPHRASE = 'a passphrase of the tests'
/** The work factor for tests in which the cost of a guess does not matter. */
const CHEAP = 2

let scratch: string
let from: ScratchDatabase
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-encrypted-'))
  from = await createScratchDatabase()
  const ann = {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    email: 'ann@example.org',
    username: 'ann',
    password_hash: 'x',
  }
  await from.db.insertInto('users').values(ann).execute()
})
afterAll(async () => {
  await from.drop()
  await rm(scratch, { recursive: true, force: true })
})

const call = (command: typeof backup, path: string, env: Record<string, string>, ...options: 'encrypt'[]) => {
  const { config } = loadConfig(['--data-dir', join(scratch, 'data')], { DATABASE_URL: from.url, ...env })
  return command({ config, argument: path, options: new Set(options) })
}
const through = async (content: Uint8Array, step: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Readable.from(step(Readable.from([content]))).toArray())

test('an encrypted backup shows nothing without its passphrase, and can be restored with it', async () => {
  const path = join(scratch, 'encrypted.backup')
  const { says } = await call(backup, path, { GUILDHALL_BACKUP_PASSPHRASE: PASSPHRASE }, 'encrypt')
  expect(says).toBe(`Backed up 1 row and 0 files to ${path}, encrypted.`)
  const written = await readFile(path)
  expect(isEncrypted(written)).toBe(true)
  // Neither the text nor its compressed form appears in the encrypted bytes.
  expect(written.includes('ann@example.org')).toBe(false)
  expect(written.includes(gzipSync('').subarray(0, 4))).toBe(false)

  // This backup has a key that takes no seconds to make, for the same checks.
  const cheap = join(scratch, 'cheap.backup')
  const plain = await through(written, (bytes) => decrypted(bytes, PASSPHRASE))
  await writeFile(cheap, await through(plain, encrypting(PASSPHRASE, CHEAP)))
  const to = await createScratchDatabase()
  try {
    const env = { DATABASE_URL: to.url }
    const file = join(scratch, 'passphrase')
    // The test has no terminal on which the program could ask.
    await expect(call(restore, cheap, env)).rejects.toThrow('needs its passphrase, in GUILDHALL_BACKUP_PASSPHRASE')
    await writeFile(file, 'another passphrase\n')
    await expect(call(restore, cheap, { ...env, GUILDHALL_BACKUP_PASSPHRASE_FILE: file })).rejects.toThrow(
      `${cheap} cannot be decrypted: the passphrase is another one`,
    )
    await writeFile(file, `${PASSPHRASE}\n`)
    const back = await call(restore, cheap, { ...env, GUILDHALL_BACKUP_PASSPHRASE_FILE: file })
    expect(back.says).toContain('Restored 1 row and 0 files')
    expect(await to.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'ann' }])
  } finally {
    await to.drop()
  }
})

test('a passphrase that is set encrypts without any option; a short or empty one encrypts nothing', async () => {
  const path = join(scratch, 'not.backup')
  await expect(call(backup, path, {}, 'encrypt')).rejects.toThrow(
    'To encrypt a backup, guildhall-server needs its passphrase',
  )
  await expect(call(backup, path, { GUILDHALL_BACKUP_PASSPHRASE: 'too short' })).rejects.toThrow(
    'at least 12 characters',
  )
  await expect(call(backup, path, { GUILDHALL_BACKUP_PASSPHRASE_FILE: join(scratch, 'none') })).rejects.toThrow(
    '(ENOENT)',
  )
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('changed or missing bytes are noticed, even with the right passphrase', async () => {
  const content = crypto.getRandomValues(new Uint8Array(60_000))
  const sealed = await through(content, encrypting(PASSPHRASE, CHEAP))
  expect((await through(sealed, (bytes) => decrypted(bytes, PASSPHRASE))).equals(content)).toBe(true)
  const spoilt = Buffer.from(sealed)
  spoilt[sealed.length - 100] = (spoilt[sealed.length - 100] ?? 0) ^ 1
  for (const bad of [spoilt, sealed.subarray(0, -100)])
    await expect(through(bad, (bytes) => decrypted(bytes, PASSPHRASE))).rejects.toThrow()
})
