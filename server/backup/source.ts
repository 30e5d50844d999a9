import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { brand } from '../../shared/brand.ts'
import { type Migration, migrations as allMigrations } from '../db/migrations/index.ts'
import { decrypted, isEncrypted } from './encryption.ts'
import { type MarkOf, readMark } from './format.ts'

/** A backup that has been opened: its beginning is read and good, its lines go on after that. */
export type OpenBackup = {
  /** As a person calls it. */
  name: string
  /** The migrations that its database had had. */
  migrations: readonly Migration[]
  lines: AsyncGenerator<string>
}

/** The longest row there may be: far more than any call takes. A made-up one without an end must not fill the memory. */
const LINE_MAX = 16 * 1024 * 1024

/** Answers the passphrase of an encrypted backup; called for no other. */
type AskPassphrase = () => Promise<string>

/** Opens a backup of that path. Errors: one sentence for what cannot be read, is no backup or is of a newer release. */
export const openBackupFile = (path: string, askPassphrase: AskPassphrase): Promise<OpenBackup> =>
  openBackup(path, createReadStream(path), askPassphrase)

/** The same for one that comes by a stream. `name` is what sentences call it. */
export const openBackup = async (name: string, bytes: Readable, askPassphrase: AskPassphrase): Promise<OpenBackup> => {
  const lines = linesOf(name, bytes, askPassphrase)
  const first = await lines.next()
  try {
    const { migrations } = beginningOf(name, first.done ? '' : first.value)
    const unknown = migrations.find((known) => !allMigrations.some((migration) => migration.name === known))
    if (unknown)
      throw new Error(`${name} was made by a newer ${brand.name} (it has "${unknown}"): restore it with that version.`)
    return { name, migrations: allMigrations.filter((migration) => migrations.includes(migration.name)), lines }
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
    // Said below.
  }
  throw notWhole(name)
}

/** The lines of a compressed text. Errors: one sentence when it cannot be read, is no backup, or is cut off. */
async function* linesOf(name: string, bytes: Readable, askPassphrase: AskPassphrase): AsyncGenerator<string> {
  const text = createGunzip()
  const opened = Readable.from(unsealed(name, bytes, askPassphrase), { objectMode: false })
  // A failure of either ends the lines, and is told by them.
  const reading = pipeline(opened, text).catch(() => {})
  try {
    yield* split(name, text)
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall) throw new Error(`${name} cannot be read (${code}).`, { cause: error })
    // From zlib, or from the stream that ended too early; our own sentences have no code.
    throw code ? notWhole(name) : error
  } finally {
    // Whoever needs no more lines leaves no file open.
    bytes.destroy()
    opened.destroy()
    text.destroy()
    await reading
  }
}

/** The bytes as they were before they were encrypted, if they were. Errors: one sentence for a wrong passphrase. */
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
