import { open } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { keepToOwner } from '#server/util/keep-to-owner.ts'

/** The name of the lock file in a data directory. */
export const LOCK_FILE = 'owner.lock'

/** SQLite's error codes for "another process holds the lock" and "this file system has no locks". */
const BUSY = 5
const IO_ERROR_LOCK = 3850
/** When two processes ask at the same moment, both step back once, and then one of them gets the lock. */
const PATIENCE_MS = 250

/**
 * Locks a file until this process ends, however it ends; this works between containers that share only the volume. Node
 * has no such lock, so the file is opened as a database of Node's SQLite, which locks it (fcntl, LockFileEx). Nothing
 * is ever written into it. Returns the function that releases the lock, or null when another process holds it. Errors:
 * one sentence on a file system or a Node without such locks.
 */
export const lockFile = async (path: string): Promise<(() => void) | null> => {
  const sqlite = await import('node:sqlite').catch((cause: unknown) => {
    throw new Error(
      `Node ${process.versions.node} cannot lock a file, so the embedded database is not safe on it: run this with Node 22.13 or newer, or name a PostgreSQL of your own with DATABASE_URL.`,
      { cause },
    )
  })
  await keepToOwner(path)
  let file: DatabaseSync | undefined
  try {
    // The file is made here, because SQLite would make it readable for others on the machine, and a user who can read
    // it can lock it.
    await (await open(path, 'a', 0o600)).close()
    file = new sqlite.DatabaseSync(path, { timeout: PATIENCE_MS })
    // The journal stays in memory; on disk it would be a second file, and nothing is ever written.
    file.exec('pragma journal_mode = memory; begin exclusive')
    return () => file?.close()
  } catch (error) {
    file?.close()
    const { code, errcode } = error as { code?: unknown; errcode?: unknown }
    if (errcode === BUSY) return null
    if (errcode === IO_ERROR_LOCK)
      throw new Error(
        `The file system of ${path} has no locks, so the embedded database is not safe there: choose a directory on a local disk with --data-dir, or name a PostgreSQL of your own with DATABASE_URL.`,
        { cause: error },
      )
    throw new Error(`The file ${path} cannot be locked (${String(errcode ?? code)}): may this user write it?`, {
      cause: error,
    })
  }
}
