import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { LOCK_FILE } from './file-lock.ts'

/**
 * PostgreSQL refuses to run as root, and its user needs a name in the password file, so under root it runs as an
 * existing account. `null` when this process is not root: PostgreSQL runs as our own user.
 */
export type ServiceUser = { name: string; uid: number; gid: number }

/**
 * In order of preference: an account that an administrator made for us, PostgreSQL's own, and the one that every system
 * has.
 */
const CANDIDATES = ['guildhall', 'postgres', 'nobody']

export const findServiceUser = async (): Promise<ServiceUser | null> => {
  if (process.getuid?.() !== 0) return null
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const candidate of CANDIDATES) {
    const account = accounts.find(([name]) => name === candidate)
    const [uid, gid] = [Number(account?.[2]), Number(account?.[3])]
    if (uid > 0 && gid > 0) return { name: candidate, uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root and no account was found to run it: create one named "guildhall", or start as another user.',
  )
}

/** Whether the user may pass through `directory` and every directory above it (with execute permission on each). */
export const canTraverse = async (user: ServiceUser, directory: string): Promise<boolean> => {
  for (let path = resolve(directory); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

/**
 * Makes the data directory. Under root a new or empty one may be passed through but not listed by others, so that the
 * service user can reach the cluster inside. A directory with files keeps its mode.
 */
export const prepareDataDir = async (dataDir: string, user: ServiceUser | null): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!user) return
  const isUnused = (await readdir(dataDir)).every((name) => name === LOCK_FILE)
  if (isUnused) await chmod(dataDir, 0o711)
}
