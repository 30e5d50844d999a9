import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brand } from '../../../shared/brand.ts'

export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError'
}

/**
 * One owner per data directory. The lock is a listening socket whose name is made from the directory's real path: the
 * operating system gives it to one process and takes it back when that process ends, however it ends. No pid is written
 * down, so none can be stale or reused. Answers the release; throws DataDirInUseError, one sentence, when it is held.
 */
export const lockDataDir = async (dataDir: string): Promise<() => Promise<void>> => {
  const name = `guildhall-${createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 32)}`
  const refused = new DataDirInUseError(
    `Another ${brand.name} server is running on ${dataDir}: stop that one, or choose another directory with --data-dir.`,
  )
  let server: Server | null
  if (process.platform === 'linux') server = await listen(`\0${name}`)
  else if (process.platform === 'win32') server = await listen(`\\\\.\\pipe\\${name}`)
  else {
    // A socket file outlives its process; one that nobody answers at is left over.
    const path = join(tmpdir(), `${name}.sock`)
    server = await listen(path)
    if (!server && !(await answers(path))) {
      await rm(path, { force: true })
      server = await listen(path)
    }
  }
  if (!server) throw refused
  const held = server
  return () => new Promise((resolve) => held.close(() => resolve()))
}

/** The listening server, or null when the name is taken. */
const listen = (path: string): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    // Holding the lock alone must not keep a process alive.
    server.listen(path, () => resolve(server)).unref()
  })

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })
