import { open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'

/** Its name in a data directory. */
export const LOCK_FILE = 'owner.lock'

/** SQLite's words for "somebody else holds it" and "this file system has no locks". */
const BUSY = 5
const IO_ERROR_LOCK = 3850
/** Two who ask at the same moment step back once, and one of them then has it. */
const PATIENCE_MS = 250

/**
 * Locks a file that the operating system frees when this process ends, however it ends, and that also holds between
 * containers which share nothing but the volume. Node has no such lock of its own; the SQLite inside of it takes one on
 * the file it opens (fcntl, LockFileEx). Nothing is ever written into the file. Answers the release; null when another
 * process holds it. Where there are no locks to be had (a file system or a runtime without) nothing is locked.
 */
export const lockFile = async (path: string): Promise<(() => void) | null> => {
  const sqlite = await import('node:sqlite').catch(() => null)
  if (!sqlite) return () => {}
  let file: DatabaseSync | undefined
  try {
    // Made here, because SQLite would let others on the machine read it, and who may read it may lock it.
    await (await open(path, 'a', 0o600)).close()
    file = new sqlite.DatabaseSync(path, { timeout: PATIENCE_MS })
    // Its journal stays in memory, since nothing is written: it would be a second file.
    file.exec('pragma journal_mode = memory; begin exclusive')
    return () => file?.close()
  } catch (error) {
    file?.close()
    const { code, errcode } = error as { code?: unknown; errcode?: unknown }
    if (errcode === BUSY) return null
    if (errcode === IO_ERROR_LOCK) return () => {}
    throw new Error(`The file ${path} cannot be locked (${String(errcode ?? code)}): may this user write it?`, {
      cause: error,
    })
  }
}
