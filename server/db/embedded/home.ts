import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, lchown, mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keepToOwner } from '#server/util/keep-to-owner.ts'
import { canTraverse, findServiceUser, prepareDataDir, type ServiceUser } from './service-user.ts'

/** Where the cluster of a data directory is, which user runs it, and where copied binaries may go. */
export type ClusterHome = {
  /** PGDATA, which initdb makes. */
  directory: string
  password: string
  user: ServiceUser | null
  runtimeDir: string
}

/**
 * Every user of the machine can pass through this directory. It holds the cluster that cannot be in a data directory in
 * root's home.
 */
const SYSTEM_DIRECTORY = '/var/lib/guildhall'
const POINTER = 'postgres.location'

/**
 * Finds or makes the directory of a data directory's cluster: its folder `postgres`, unless this process is root and
 * its service user cannot enter (a parent of mode 0700). Then it is below /var/lib/guildhall, and the file
 * `postgres.location` in the data directory says where. Hold the directory's lock when calling this.
 */
export const findClusterHome = async (dataDir: string): Promise<ClusterHome> => {
  const serviceUser = await findServiceUser()
  await prepareDataDir(dataDir, serviceUser)
  const root = await homeOf(dataDir, serviceUser)
  const directory = join(root, 'data')
  const user = serviceUser && (await ownerOf(directory, serviceUser))
  await keepToOwner(directory)
  const password = await passwordIn(root)
  const isNear = user === null || (await canTraverse(user, dataDir))
  const runtimeDir = join(isNear ? dataDir : SYSTEM_DIRECTORY, 'runtime')
  await makePassable(runtimeDir, user)
  return { directory, password, user, runtimeDir }
}

/** The folder that holds the cluster and its password, as far as it exists already. */
export const clusterRoot = async (dataDir: string): Promise<string> =>
  (await readIfThere(join(dataDir, POINTER)))?.trim() ?? join(dataDir, 'postgres')

const homeOf = async (dataDir: string, user: ServiceUser | null): Promise<string> => {
  const near = join(dataDir, 'postgres')
  const known = await clusterRoot(dataDir)
  const pointer = join(dataDir, POINTER)
  if (known !== near) {
    if (await isThere(known)) return known
    throw new Error(
      `The database of ${dataDir} was at ${known}, which is gone: restore it, or delete ${pointer} to start anew.`,
    )
  }
  if (user === null || (await isThere(near)) || (await canTraverse(user, dataDir))) {
    await makePassable(near, user)
    return near
  }
  const root = join(SYSTEM_DIRECTORY, 'clusters', randomUUID())
  try {
    for (const path of [SYSTEM_DIRECTORY, join(SYSTEM_DIRECTORY, 'clusters'), root]) await makePassable(path, user)
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and the user "${user.name}" that runs it can neither reach ${dataDir} nor be given ${SYSTEM_DIRECTORY}: choose a data directory outside private homes.`,
      { cause },
    )
  }
  await writeDurably(pointer, `${root}\n`)
  return root
}

/**
 * The password of the cluster's superuser. Its file is kept beside the cluster, so that both are moved and removed
 * together.
 */
const passwordIn = async (root: string): Promise<string> => {
  const path = join(root, 'password')
  await keepToOwner(path)
  const known = await readIfThere(path)
  if (known) return known.trim()
  const password = randomBytes(24).toString('base64url')
  await writeDurably(path, password)
  return password
}

/**
 * The user who made the cluster keeps running it, because only that user can read its files. A cluster that belongs to
 * root, such as one that root restored from an archive, is given to `fallback`.
 */
const ownerOf = async (directory: string, fallback: ServiceUser): Promise<ServiceUser> => {
  if (!(await isThere(directory))) return fallback
  const { uid, gid } = await stat(directory)
  if (uid === 0) await giveTo(directory, fallback)
  return uid === 0 || uid === fallback.uid ? fallback : { name: `uid ${uid}`, uid, gid }
}

const giveTo = async (directory: string, { uid, gid }: ServiceUser): Promise<void> => {
  // The directory itself comes last, so that an interrupted start does all of it again.
  for (const name of await readdir(directory, { recursive: true })) await lchown(join(directory, name), uid, gid)
  await lchown(directory, uid, gid)
}

/**
 * Makes the directory; when another user is to work inside, others may pass through it but not list it. A separate
 * chmod sets this, because mkdir heeds the umask.
 */
const makePassable = async (path: string, user: ServiceUser | null): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (user) await chmod(path, 0o711)
}

const writeDurably = async (path: string, content: string): Promise<void> => {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The file's text, or null when there is no such file. */
export const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const isThere = async (path: string): Promise<boolean> => {
  try {
    await stat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
