import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * Clears what a dead owner left, before PostgreSQL starts: stops a running postmaster (acknowledged writes survive),
 * and removes a postmaster.pid whose number another program has now: PostgreSQL would refuse to start. Hold the
 * directory's lock, so that nobody else starts a postmaster.
 */
export const clearOrphan = async (directory: string): Promise<'none' | 'stopped' | 'stale'> => {
  const pidFile = join(directory, 'postmaster.pid')
  const pid = await pidIn(pidFile)
  if (pid === null) return 'none'
  if (!(await isPostmaster(pid, directory))) {
    await rm(pidFile, { force: true })
    return 'stale'
  }
  // The first signal stops it in the mode "fast"; after ten seconds the mode "immediate" follows, from which the next
  // start recovers.
  for (let tries = 0; tries < 600; tries++) {
    if (tries === 0) signal(pid, 'SIGINT')
    if (tries === 400) signal(pid, 'SIGQUIT')
    await sleep(25)
    if (!(await isPostmaster(pid, directory))) return 'stopped'
  }
  throw new Error(`PostgreSQL (process ${pid}) still runs on ${directory} and does not stop: end it and start again.`)
}

const pidIn = async (pidFile: string): Promise<number | null> => {
  try {
    const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
    return Number.isInteger(pid) && pid > 1 ? pid : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether this pid is a PostgreSQL on this directory, since pids are reused, in containers within seconds. */
const isPostmaster = async (pid: number, directory: string): Promise<boolean> => {
  try {
    if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(directory))
    if (process.platform === 'win32') {
      const { stdout } = await promisify(execFile)('tasklist', ['/fi', `PID eq ${pid}`, '/nh'])
      return stdout.includes('postgres.exe')
    }
    const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command='])
    return stdout.includes(directory)
  } catch {
    // There is no such process, or it belongs to another user and so cannot be ours.
    return false
  }
}

const signal = (pid: number, name: 'SIGINT' | 'SIGQUIT'): void => {
  try {
    process.kill(pid, name)
  } catch {
    // The process has just ended by itself.
  }
}
