import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { brand } from '#shared/brand.ts'
import { LOCK_FILE, lockFile } from './file-lock.ts'

export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError'
}

/**
 * Makes this process the only owner of a data directory, by two locks that the operating system releases however the
 * process ends (a pid file could be stale, a pid reused): a listening socket named after the directory, which works on
 * every file system but within one network namespace, and a locked file, which works between containers too.
 *
 * Returns the function that releases both. Throws DataDirInUseError when another process holds one, an Error of one
 * sentence when one cannot be taken: without both, what looks like a dead server's database may be alive.
 */
export const lockDataDir = async (dataDir: string): Promise<() => Promise<void>> => {
  const refused = new DataDirInUseError(
    `Another ${brand.name} server is running on ${dataDir}: stop that one, or choose another directory with --data-dir.`,
  )
  const unlisten = await lockName(await realpath(dataDir))
  if (!unlisten) throw refused
  try {
    const unlockFile = await lockFile(join(dataDir, LOCK_FILE))
    if (!unlockFile) throw refused
    return () => {
      unlockFile()
      return unlisten()
    }
  } catch (error) {
    await unlisten()
    throw error
  }
}

/**
 * All of the address that Linux has for a socket. libuv up to 1.46 (Node 20) fills a shorter abstract name up with NULs
 * and later ones do not, so a shorter name would be two names.
 */
const ABSTRACT_NAME_LENGTH = 108

/**
 * Takes the name that stands for a directory by listening on it. Returns the function that releases the name, or null
 * when another process holds it.
 */
const lockName = async (directory: string): Promise<(() => Promise<void>) | null> => {
  const name = `guildhall-${createHash('sha256').update(directory).digest('hex').slice(0, 32)}`
  let server: Server | null
  if (process.platform === 'linux') server = await listen(`\0${name}`.padEnd(ABSTRACT_NAME_LENGTH, '\0'))
  else if (process.platform === 'win32') server = await listen(`\\\\.\\pipe\\${name}`)
  else {
    // A socket file outlives its process, so one that does not answer is a leftover. Its place is fixed, because the
    // folder for temporary files differs between a terminal's programs and the system's.
    const path = `/tmp/${name}.sock`
    server = await listen(path)
    if (!server && !(await answers(path))) {
      await rm(path, { force: true })
      server = await listen(path)
    }
  }
  const held = server
  return held && (() => new Promise((resolve) => held.close(() => resolve())))
}

/** The listening server, or null when another process has the name. */
const listen = (path: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    // Holding the lock must not by itself keep a process alive.
    server.listen(path, () => resolve(server)).unref()
  })

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })
