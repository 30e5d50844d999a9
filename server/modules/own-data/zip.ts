import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of a zip: its name in there, and its bytes. */
export type ZipEntry = { name: string; bytes: Readable }

/**
 * A zip as a stream. Reads each file after writing the one before, so memory holds little. Errors of a file, or of the
 * generator, end the stream.
 */
export const zipOf = (entries: AsyncIterable<ZipEntry>, now: Date): Readable => {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  const fill = async () => {
    for await (const { name, bytes } of entries) {
      zip.addReadStream(bytes, name, { mtime: now, mode: 0o100600 })
      await finished(bytes)
    }
    zip.end()
  }
  fill().catch((error: Error) => out.destroy(error))
  return out
}
