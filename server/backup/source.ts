import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { brand } from '#shared/brand.ts'
import { type Migration, migrations as allMigrations } from '../db/migrations/index.ts'
import { decrypted, isEncrypted } from './encryption.ts'
import { type MarkOf, readMark } from './format.ts'

/** An opened backup: its beginning was read and is valid, and `lines` continues after it. */
export type OpenBackup = {
  /** The name of the backup in sentences for people. */
  name: string
  /** When it was made, as it says itself. */
  createdAt: string
  /** The migrations that the backed-up database had had. */
  migrations: readonly Migration[]
  lines: AsyncGenerator<string>
}

/** The longest line of a backup, far longer than any call can store: an endless line must not fill the memory. */
const LINE_MAX = 16 * 1024 * 1024

/** Answers the passphrase; called only for an encrypted backup. */
type AskPassphrase = () => Promise<string>

/**
 * Opens the backup in a file. Errors: one sentence when the file cannot be read, is not a backup, or comes from a newer
 * release.
 */
export const openBackupFile = (path: string, askPassphrase: AskPassphrase): Promise<OpenBackup> =>
  openBackup(path, createReadStream(path), askPassphrase)

/**
 * Opens a backup that arrives as a stream. `name` is the stream's name in sentences for people. Errors: as
 * openBackupFile.
 */
export const openBackup = async (name: string, bytes: Readable, askPassphrase: AskPassphrase): Promise<OpenBackup> => {
  const lines = linesOf(name, bytes, askPassphrase)
  const first = await lines.next()
  try {
    const { createdAt, migrations } = beginningOf(name, first.done ? '' : first.value)
    const unknown = migrations.find((known) => !allMigrations.some((migration) => migration.name === known))
    if (unknown)
      throw new Error(`${name} was made by a newer ${brand.name} (it has "${unknown}"): restore it with that version.`)
    return { name, createdAt, migrations: allMigrations.filter(({ name: own }) => migrations.includes(own)), lines }
  } catch (error) {
    await lines.return(undefined)
    throw error
  }
}

export const notWhole = (name: string) => new Error(`${name} is no backup, or is not whole.`)

const beginningOf = (name: string, line: string): MarkOf<'begin'> => {
  try {
    const mark = readMark(line)
    if (mark.is === 'begin') return mark
  } catch {
    // The error below tells what is wrong.
  }
  throw notWhole(name)
}

/**
 * The lines of a compressed text. Errors: one sentence when the text cannot be read, is not a backup, or is cut off.
 */
async function* linesOf(name: string, bytes: Readable, askPassphrase: AskPassphrase): AsyncGenerator<string> {
  const text = createGunzip()
  const opened = Readable.from(unsealed(name, bytes, askPassphrase), { objectMode: false })
  // When decryption or decompression fails, the lines end with that error, so it is not reported here.
  const reading = pipeline(opened, text).catch(() => {})
  try {
    yield* split(name, text)
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall) throw new Error(`${name} cannot be read (${code}).`, { cause: error })
    // Errors with a code come from zlib or from a stream that ended too early; our own errors have none.
    throw code ? notWhole(name) : error
  } finally {
    // When the caller stops reading early, this closes the file.
    bytes.destroy()
    opened.destroy()
    text.destroy()
    await reading
  }
}

/** Decrypts the bytes when they are encrypted, else passes them on. Errors: one sentence for a wrong passphrase. */
async function* unsealed(name: string, bytes: Readable, askPassphrase: AskPassphrase): AsyncGenerator<Uint8Array> {
  const all = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = await all.next()
  if (first.done) return
  const whole = (async function* () {
    yield first.value
    for (let next = await all.next(); !next.done; next = await all.next()) yield next.value
  })()
  if (!isEncrypted(first.value)) return yield* whole
  const passphrase = await askPassphrase()
  try {
    yield* decrypted(whole, passphrase)
  } catch (cause) {
    throw new Error(`${name} cannot be decrypted: the passphrase is another one, or the backup is damaged.`, { cause })
  }
}

async function* split(name: string, text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let started = ''
  for await (const chunk of text) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    started += first
    for (const next of others) {
      yield started
      started = next
    }
    if (started.length > LINE_MAX) throw new Error(`${name} is damaged: a line in it has no end.`)
  }
  if (started !== '') yield started
}
