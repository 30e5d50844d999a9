import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import { makeDirectory } from '../util/make-directory.ts'
import { filesRoot } from './file-store.ts'

/**
 * A name for the place where a process stores files, equal for two processes if and only if they share it. Kept in a
 * file of the directory, because paths prove nothing: one path may be two disks, two paths one share. Errors: one
 * sentence for a directory that cannot be written.
 */
export const storeIdentity = async (config: Config): Promise<string> => {
  const { s3Endpoint, s3Bucket } = config
  if (s3Bucket) return `${s3Endpoint}/${s3Bucket}`
  const root = filesRoot(config)
  const path = join(root, 'store-id')
  const draft = `${path}.${randomUUID()}`
  try {
    await makeDirectory(root)
    // When two processes make the file at once, one of them wins, and nobody reads half a name.
    await writeFile(draft, randomUUID(), { mode: 0o600 })
    await link(draft, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST')
      throw new Error(`Files cannot be kept in ${root} (${code}): choose another place with --files-dir.`, {
        cause: error,
      })
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}
