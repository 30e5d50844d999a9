import { join } from 'node:path'
import { SUPERUSER } from './cluster.ts'
import { clusterRoot, readIfThere } from './home.ts'

/**
 * The address of the database that a server has open now in a data directory, for a command that runs beside that
 * server; null when no server has one open. Only users who may read the cluster's password (its owner, root) can use
 * this.
 */
export const findRunning = async (dataDir: string): Promise<string | null> => {
  const root = await clusterRoot(dataDir)
  const password = await readIfThere(join(root, 'password'))
  const pidFile = await readIfThere(join(root, 'data', 'postmaster.pid'))
  // PostgreSQL writes these lines: pid, directory, start time, port, …
  const port = Number(pidFile?.split('\n')[3])
  if (password === null || !Number.isInteger(port) || port === 0) return null
  return `postgres://${SUPERUSER}:${password.trim()}@127.0.0.1:${port}/postgres`
}
