import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeDirectory } from '../util/make-directory.ts'
import type { ArrivedFile } from './file-store.ts'

/** How many bytes of a file's beginning are read to find out its type. */
const SAMPLE_BYTES = 64 * 1024

/**
 * Writes a stream into a new file below `directory` and syncs that file to the disk. Errors: those of the stream and of
 * the disk; no file is left then.
 */
export const receive = async (
  directory: string,
  id: string,
  stream: Readable,
): Promise<ArrivedFile & { sample: Uint8Array }> => {
  await makeDirectory(directory)
  const path = join(directory, id)
  const hash = createHash('sha256')
  const samples: Buffer[] = []
  let size = 0
  const handle = await open(path, 'wx', 0o600)
  try {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        if (size < SAMPLE_BYTES) samples.push(chunk.subarray(0, SAMPLE_BYTES - size))
        size += chunk.length
        hash.update(chunk)
        await handle.writeFile(chunk)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { path, size, sha256: hash.digest('hex'), sample: Buffer.concat(samples) }
}
