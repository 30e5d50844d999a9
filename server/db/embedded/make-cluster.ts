import { randomUUID } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from '#server/util/sync-directory.ts'
import { type Cluster, lastLine, runProgram, SUPERUSER } from './cluster.ts'
import { type TemplateFile, unpackTemplate } from './template.ts'

/**
 * LC_CTYPE decides which characters are letters, which trigrams need to know; the name of a UTF-8 locale differs by
 * platform.
 */
const CTYPES = process.platform === 'win32' ? ['en-US', 'C'] : ['C.UTF-8', 'en_US.UTF-8', 'C']

/**
 * Makes the cluster completely or not at all: in a draft directory that is synced, then renamed. Copies the template,
 * or runs initdb without one or when it does not work here (`onRefusal` gets the reason). Removes drafts of killed
 * starts. Hold the directory's lock when calling this.
 */
export const makeCluster = async (
  cluster: Cluster,
  template: TemplateFile | null = null,
  onRefusal: (sentence: string) => void = () => {},
): Promise<void> => {
  const { directory, user } = cluster
  const parent = dirname(directory)
  const draftPrefix = `${basename(directory)}.new-`
  // An initdb can outlive the killed server and still write into its directory while that directory is being removed.
  const withRetry = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }
  for (const name of await readdir(parent)) if (name.startsWith(draftPrefix)) await rm(join(parent, name), withRetry)

  // PostgreSQL's user may not make folders in the parent, so it gets an empty one of its own to fill.
  const draft = join(parent, draftPrefix + randomUUID())
  const data = join(draft, 'data')
  const emptyData = async () => {
    await rm(data, withRetry)
    await mkdir(data, { recursive: true, mode: 0o700 })
    if (user) for (const path of [draft, data]) await chown(path, user.uid, user.gid)
  }
  await emptyData()
  const failure = template && (await copyTemplate(cluster, template, data))
  if (failure)
    onRefusal(`The database's template ${template.path} cannot be used, so initdb makes the database: ${failure}`)
  if (failure) await emptyData()
  if (failure !== '') await initdb(cluster, draft, data, emptyData)
  await rename(data, directory)
  await syncDirectory(parent)
  await rm(draft, { recursive: true, force: true })
}

/** Runs initdb, which syncs everything that it writes. Errors: Error with one sentence. */
const initdb = async (
  { binaries, user, password }: Cluster,
  draft: string,
  data: string,
  emptyData: () => Promise<void>,
): Promise<void> => {
  const passwordFile = join(draft, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  let failure = ''
  for (const ctype of CTYPES) {
    const args = ['-D', data, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8']
    // This provider sorts and folds text alike on every machine and release, so that a data directory can be moved.
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`)
    const result = await runProgram(binaries.initdb, [...args, '--no-instructions'], user, draft)
    failure = result.code === 0 ? '' : result.output
    if (!failure) return
    await emptyData()
  }
  throw new Error(`PostgreSQL could not make its data directory: ${lastLine(failure)}`)
}

/**
 * Unpacks the template's cluster into `data`, sets the superuser's password, and syncs everything. PostgreSQL sets the
 * password in single-user mode, without connections; the template has none, so nobody can log in before. This also
 * proves that the template works with this machine's programs and locales. Returns '' or why the template cannot be
 * used.
 */
const copyTemplate = async (
  { binaries, user, password }: Cluster,
  { path, key }: TemplateFile,
  data: string,
): Promise<string> => {
  try {
    await unpackTemplate(await readFile(path), key, data, user)
    const single = ['--single', '-D', data, '-c', 'exit_on_error=on', '-c', 'log_checkpoints=off', 'postgres']
    const statement = `alter role ${SUPERUSER} password '${password}'\n`
    const set = await runProgram(binaries.postgres, single, user, data, statement)
    if (set.code !== 0) return lastLine(set.output)
    // Linux can sync a whole file system by one call; elsewhere PostgreSQL syncs each file.
    const method = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
    const synced = await runProgram(binaries.initdb, ['--sync-only', ...method, '-D', data], user, data)
    return synced.code === 0 ? '' : lastLine(synced.output)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
