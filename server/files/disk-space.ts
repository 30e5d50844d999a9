import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { isStorageFull, storageFull } from '../http/errors.ts'
import { arrivalDir } from './file-store.ts'

/** What is left of the disk that uploads arrive on. The embedded database is on it too, and needs room for every write. */
export type DiskSpace = {
  /** Keeps room for an upload until it is released. Errors: 507 when the reserve would be touched. */
  hold: (bytes: number) => Promise<() => void>
  /** Whether uploads find room; 'full' also for a while after a disk has refused a write, ours or the database's. */
  state: () => Promise<'ok' | 'full'>
  /** Bytes that may still be written; undefined where the system does not say. */
  free: () => Promise<number | undefined>
  /** Told of every failed call: remembers the refusals. */
  note: (error: unknown) => void
}

const MIB = 1024 * 1024
/** How long a refused write is news. */
const REMEMBERED_MS = 60_000

export const createDiskSpace = (config: Pick<Config, 'dataDir' | 'filesDir' | 'diskReserve'>): DiskSpace => {
  const directory = arrivalDir(config)
  const reserve = config.diskReserve * MIB
  let held = 0
  let refusedAt = -Infinity
  const free = () => freeBytes(directory)
  return {
    hold: async (bytes) => {
      held += bytes
      const left = await free()
      if (left !== undefined && left - held < reserve) {
        held -= bytes
        throw storageFull()
      }
      let isHeld = true
      return () => {
        if (isHeld) held -= bytes
        isHeld = false
      }
    },
    state: async () => {
      if (performance.now() - refusedAt < REMEMBERED_MS) return 'full'
      const left = await free()
      return left !== undefined && left <= reserve ? 'full' : 'ok'
    },
    free,
    note: (error) => {
      if (isStorageFull(error)) refusedAt = performance.now()
    },
  }
}

/** Of the disk that holds a directory, or will hold it: the first one above that is there says. */
const freeBytes = async (directory: string): Promise<number | undefined> => {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch (error) {
    const above = dirname(directory)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === directory) return undefined
    return freeBytes(above)
  }
}
