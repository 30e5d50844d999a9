import { createWriteStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Encrypts the compressed bytes, or passes them through, before they are written. */
type Seal = (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>
async function* passing(bytes: AsyncIterable<Uint8Array>) {
  yield* bytes
}

/**
 * Writes lines into a new file, readable by its owner only, that appears when it is complete. Errors: one sentence when
 * the file exists already or cannot be written.
 */
export const writeToFile = async (path: string, lines: AsyncIterable<string>, seal?: Seal): Promise<void> => {
  if (await isThere(path)) throw new Error(`${path} exists already: name another file.`)
  const draft = `${path}.${process.pid}.part`
  try {
    await writeLines(createWriteStream(draft, { flags: 'wx', mode: 0o600 }), lines, seal)
    const file = await open(draft, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOSPC' || code === 'ENOTDIR')
      throw new Error(`${path} cannot be written (${code}).`, { cause: error })
    throw error
  }
}

/** Writes lines into a stream and ends the stream. Errors: the stream's. */
export const writeLines = async (to: Writable, lines: AsyncIterable<string>, seal: Seal = passing): Promise<void> =>
  pipeline(Readable.from(ended(lines)), createGzip(), seal, to)

async function* ended(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
