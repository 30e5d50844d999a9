import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../settings/config.ts'
import { isStorageFull, storageFull } from '../http/errors.ts'
import { arrivalDir } from './file-store.ts'

/**
 * The free space of the disk on which uploads arrive. The embedded database is on this disk, too, and every write needs
 * room.
 */
export type DiskSpace = {
  /**
   * Reserves room for an upload, until the returned function releases that room. Errors: 507 when the disk's reserve
   * would be touched.
   */
  hold: (bytes: number) => Promise<() => void>
  /**
   * Whether uploads find room. Stays 'full' for a while after a disk refused a write, be it our disk or the database's.
   */
  state: () => Promise<'ok' | 'full'>
  /** The free bytes; undefined when the system does not report them. */
  free: () => Promise<number | undefined>
  /** Called with the error of every failed call; remembers those that mean a full disk. */
  note: (error: unknown) => void
}

const MIB = 1024 * 1024
/** How long the state stays 'full' after a refused write. */
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

/**
 * The free bytes of the disk that holds a directory, or will hold it: for a missing directory the nearest existing
 * parent counts.
 */
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
