import { access, constants, open, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { makeDirectory } from '../util/make-directory.ts'
import { syncDirectory } from '../util/sync-directory.ts'
import type { CheckedStore } from './watched-store.ts'

/**
 * Keeps files below a directory that nobody else may read. A stored file appears complete, because it is moved there by
 * renaming.
 */
export const createDiskStore = (root: string): CheckedStore => {
  const pathOf = (key: string) => {
    const path = join(root, ...key.split('/'))
    // Keys are made of our own IDs. This check keeps any other key from leading out of the directory.
    if (!path.startsWith(join(root, sep))) throw new Error('A key of the file store leads out of its directory.')
    return path
  }
  return {
    put: async (key, { path }) => {
      const target = pathOf(key)
      await makeDirectory(dirname(target))
      await rename(path, target)
      await syncDirectory(dirname(target))
    },
    get: async (key) => {
      try {
        const handle = await open(pathOf(key), 'r')
        return handle.createReadStream()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
    check: () =>
      access(root, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => {
        // The first upload makes the directory.
        if (error.code !== 'ENOENT') throw error
      }),
  }
}
