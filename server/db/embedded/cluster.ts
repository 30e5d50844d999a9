import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Binaries } from './binaries.ts'
import { clusterRoot, readIfThere } from './home.ts'
import type { ServiceUser } from './service-user.ts'

/**
 * One PostgreSQL cluster on disk and the programs that run it. index.ts cares for owners and locks; this file does not.
 */
export type Cluster = {
  binaries: Binaries
  /** PGDATA. `user` must be able to pass through its parent directory. */
  directory: string
  user: ServiceUser | null
  password: string
}
export type Exit = { code: number | null; signal: NodeJS.Signals | null }
export type Postmaster = {
  process: ChildProcess
  pid: number
  port: number
  /** Resolves when the process has ended, with its exit code or signal. */
  exited: Promise<Exit>
}

export const SUPERUSER = 'guildhall'
const READY_TIMEOUT_MS = 60_000
/** A replica, which only tests start, accepts read-only connections. */
const READY = /database system is ready to accept (read-only )?connections/

/** The cluster's own major version, e.g. '18'; null when there is no cluster yet. */
export const clusterVersion = async (directory: string): Promise<string | null> => {
  try {
    return (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
  } catch {
    return null
  }
}

/**
 * Starts PostgreSQL on a loopback port (given or free) and resolves when it accepts connections, after crash recovery
 * if needed. `settings` become -c options; none weakens durability. PostgreSQL leads its own process group: Ctrl-C
 * reaches only us, so open requests end before the database does.
 */
export const startPostmaster = async (
  { binaries, directory, user }: Omit<Cluster, 'password'>,
  options: { port?: number; settings?: readonly string[]; onLog?: (line: string) => void; onSpawn?: () => void } = {},
): Promise<Postmaster> => {
  const port = options.port ?? (await freePort())
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...(options.settings ?? [])]
  const child = spawn(
    binaries.postgres,
    ['-D', directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity(user), cwd: directory, env: environment(), stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  options.onSpawn?.()
  try {
    await readiness(child.stderr, exited, options.onLog)
  } catch (error) {
    child.kill('SIGKILL')
    await exited
    throw error
  }
  // A process without a pid never started, and then readiness() has thrown already.
  return { process: child, pid: child.pid ?? 0, port, exited }
}

/**
 * Resolves when PostgreSQL itself says that it is ready, after any recovery. Throws PostgreSQL's last lines when it
 * ends before that.
 */
const readiness = async (stderr: Readable, exited: Promise<Exit>, onLog?: (line: string) => void): Promise<void> => {
  let said = ''
  let timer: NodeJS.Timeout | undefined
  const ready = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('PostgreSQL was not ready within a minute.')), READY_TIMEOUT_MS)
    stderr.setEncoding('utf8').on('data', (chunk: string) => {
      for (const line of chunk.split('\n')) if (line) onLog?.(line)
      said = (said + chunk).slice(-20_000)
      if (READY.test(said)) resolve()
    })
    void exited.then(() => reject(new Error(`PostgreSQL did not start: ${lastLine(said)}`)))
  })
  try {
    await ready
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Stops PostgreSQL in mode "fast" (rolls open transactions back and writes everything), after ten seconds in mode
 * "immediate" (the next start recovers from the log). Neither loses an acknowledged write.
 */
export const stopPostmaster = async (
  { process: child, exited }: Postmaster,
  { binaries, directory, user }: Omit<Cluster, 'password'>,
): Promise<void> => {
  if (process.platform === 'win32')
    await runProgram(binaries.pgCtl, ['stop', '-D', directory, '-m', 'fast'], user, directory)
  else child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await exited
  clearTimeout(impatience)
}

/**
 * A loopback port that is free now. When another program takes the port before PostgreSQL does, the caller tries again.
 */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const identity = (user: ServiceUser | null) => (user ? { uid: user.uid, gid: user.gid } : {})

/** Only the variables that PostgreSQL needs, because a person's own PG* variables would change what it does. */
const environment = (): NodeJS.ProcessEnv => {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'SystemRoot', 'TZ']
  // The code above reads PostgreSQL's messages, so they must be in English.
  const result: NodeJS.ProcessEnv = { LC_MESSAGES: 'C' }
  for (const name of kept) result[name] = process.env[name]
  return result
}

/** Runs a program of PostgreSQL to its end, with `input` to read if there is any. */
export const runProgram = (
  program: string,
  args: readonly string[],
  user: ServiceUser | null,
  cwd: string,
  input = '',
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...identity(user),
      cwd,
      env: environment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    // A program that ended before it has read its input says why in its output.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => reject(new Error(`${program} could not be run: ${error.message}`)))
    child.once('close', (code) => resolve({ code, output }))
  })

/** The line of PostgreSQL's output that says what went wrong. */
export const lastLine = (output: string): string => {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return (lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'it said nothing').trim()
}

/**
 * The address of the database that a server has open in a data directory, for a command beside that server; null when
 * none has. Works only for users who may read the cluster's password (its owner, root).
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
