import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { unavailable } from '../http/errors.ts'
import { makeDirectory } from '../util/make-directory.ts'
import { keepToOwner } from '../util/keep-to-owner.ts'
import { syncDirectory } from '../util/sync-directory.ts'

/** The file of the data directory that holds the key, where no setting gives a secret. No backup has it. */
export const KEY_FILE = 'two-step.key'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What is sealed, and the name of the key that opens it. The name tells nothing of the key. */
export type SealedBytes = { sealed: Buffer; keyID: string }
/** The settings that say where the keys are. */
export type Place = Pick<Config, 'secret' | 'oldSecret' | 'databaseUrl' | 'dataDir'>

type Key = { id: string; bytes: Buffer }

const NO_KEY =
  'Two-step sign-in is not available on this server until the people who run it set GUILDHALL_SECRET: its key must not be in the database.'
const WRONG_KEY =
  'This server lacks the key of your two-step sign-in, so it cannot check codes. Please tell the people who run it.'

/** Whether the settings have a place for a key outside the database. */
export const hasPlaceForKey = ({ secret, databaseUrl }: Pick<Place, 'secret' | 'databaseUrl'>): boolean =>
  secret !== undefined || databaseUrl === undefined

/** The sentence for a server whose settings leave no place for a key outside the database; null when there is one. */
export const whyNoKey = (place: Place): string | null => (hasPlaceForKey(place) ? null : NO_KEY)

const keyOf = (material: string | Buffer): Key => {
  const bytes = Buffer.from(hkdfSync('sha256', material, '', 'two-step sign-in', KEY_BYTES))
  return { id: createHmac('sha256', bytes).update('the name of this key').digest('hex').slice(0, 16), bytes }
}

/**
 * Seals a text for its owner, a person or a row of theirs: what is sealed for one opens for no other. Errors: 503 where there
 * is no place for a key.
 */
export const seal = async (place: Place, owner: string, text: string): Promise<SealedBytes> => {
  const why = whyNoKey(place)
  if (why !== null) throw unavailable(why)
  const key = keyOf(place.secret ?? (await readKeyFile(place.dataDir)) ?? (await makeKeyFile(place.dataDir)))
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(owner))
  const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { sealed: Buffer.concat([nonce, closed, cipher.getAuthTag()]), keyID: key.id }
}

/**
 * The keys that may open a seal, in order: the configured secret, the former one, the file. An unreadable file is no
 * key.
 */
const keysOf = async ({ secret, oldSecret, databaseUrl, dataDir }: Place): Promise<Key[]> => {
  const file = databaseUrl === undefined ? await readKeyFile(dataDir).catch(() => undefined) : undefined
  return [secret, oldSecret, file].filter((material) => material !== undefined).map(keyOf)
}

/** The key that seals now: that of the secret, else that of the file, which is there once something was sealed. */
const sealingKey = async ({ secret, dataDir }: Place): Promise<Key | undefined> => {
  const material = secret ?? (await readKeyFile(dataDir).catch(() => undefined))
  return material === undefined ? undefined : keyOf(material)
}

/** The sentence for a seal of a key that this server lacks; null where it has the key. */
export const whyNotOpen = async (place: Place, keyID: string): Promise<string | null> =>
  (await keyIDs(place)).includes(keyID) ? null : WRONG_KEY

/** The names of the keys that this server has. */
export const keyIDs = async (place: Place): Promise<string[]> => (await keysOf(place)).map(({ id }) => id)

/**
 * Opens what was sealed for that owner. `isOld`: another key seals now. Errors: 503 when this server lacks the key, or
 * the seal was changed.
 */
export const unseal = async (
  place: Place,
  owner: string,
  { sealed, keyID }: SealedBytes,
): Promise<{ text: string; isOld: boolean }> => {
  const keys = await keysOf(place)
  const key = keys.find(({ id }) => id === keyID)
  if (!key) throw unavailable(WRONG_KEY)
  try {
    const open = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, NONCE_BYTES))
    open.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-TAG_BYTES))
    const text = Buffer.concat([open.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), open.final()])
    return { text: text.toString('utf8'), isOld: key.id !== (await sealingKey(place))?.id }
  } catch (cause) {
    throw unavailable(WRONG_KEY, cause)
  }
}

const readKeyFile = async (dataDir: string): Promise<Buffer | undefined> => {
  const path = join(dataDir, KEY_FILE)
  await keepToOwner(path)
  try {
    const key = await readFile(path)
    if (key.length !== KEY_BYTES) throw unavailable(WRONG_KEY)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Makes the key's file, readable by the server's user only. Of two processes at once, one makes it and both read it.
 */
const makeKeyFile = async (dataDir: string): Promise<Buffer> => {
  await makeDirectory(dataDir)
  const path = join(dataDir, KEY_FILE)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(randomBytes(KEY_BYTES))
    await file.sync()
  } finally {
    await file.close()
  }
  // A link appears with all of its bytes, and never replaces a file that is there.
  await link(draft, path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  await rm(draft)
  await chmod(path, 0o600)
  await syncDirectory(dataDir)
  const key = await readKeyFile(dataDir)
  if (!key) throw new Error(`The key ${path} could not be kept.`)
  return key
}
