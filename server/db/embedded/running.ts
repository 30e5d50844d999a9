import { join } from 'node:path'
import { SUPERUSER } from './cluster.ts'
import { clusterRoot, readIfThere } from './home.ts'

/**
 * The address of the database of a data directory that a server has open now, for a command that runs beside it; null
 * when there is none. Only who may read the cluster's password (its owner, root) can use it.
 */
export const findRunning = async (dataDir: string): Promise<string | null> => {
  const root = await clusterRoot(dataDir)
  const password = await readIfThere(join(root, 'password'))
  const pidFile = await readIfThere(join(root, 'data', 'postmaster.pid'))
  // PostgreSQL's own order of lines: pid, directory, start time, port, …
  const port = Number(pidFile?.split('\n')[3])
  if (password === null || !Number.isInteger(port) || port === 0) return null
  return `postgres://${SUPERUSER}:${password.trim()}@127.0.0.1:${port}/postgres`
}
