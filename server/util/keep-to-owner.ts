import { chmod, stat } from 'node:fs/promises'

/** What others may not do to a folder of ours (PostgreSQL accepts 0750) and to a file. */
const FOLDER = 0o027
const FILE = 0o077

/**
 * Takes a file or folder of ours from group and others: volume mounts (Kubernetes' fsGroup), NAS and restored archives
 * open everything to them, and PostgreSQL refuses such a folder. Does nothing for a missing path or on Windows. Errors:
 * one sentence when this program is neither its owner nor root.
 */
export const keepToOwner = async (path: string): Promise<void> => {
  const user = process.getuid?.()
  if (user === undefined) return
  try {
    const found = await stat(path)
    const others = found.isDirectory() ? FOLDER : FILE
    if ((found.mode & others) !== 0) await chmod(path, found.mode & (found.isDirectory() ? 0o700 : 0o600))
    if (user === found.uid || user === 0) return
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new Error(foreign(path, user), { cause: error })
  }
  throw new Error(foreign(path, user))
}

const foreign = (path: string, user: number): string =>
  `${path} belongs to another user than ${user}, as whom this program runs: run it as that user, or give this one the data by chown -R ${user}.`
