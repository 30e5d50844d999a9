import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * Clears what a dead owner left, before PostgreSQL is started: a postmaster that still runs is stopped (what was
 * acknowledged stays written), and a postmaster.pid whose number belongs to another program by now is removed, since
 * PostgreSQL would refuse to start for it. Call only while holding the directory's lock: nobody else starts one then.
 */
export const clearOrphan = async (directory: string): Promise<'none' | 'stopped' | 'stale'> => {
  const pidFile = join(directory, 'postmaster.pid')
  const pid = await pidIn(pidFile)
  if (pid === null) return 'none'
  if (!(await isPostmaster(pid, directory))) {
    await rm(pidFile, { force: true })
    return 'stale'
  }
  // "Fast" at first; after ten seconds "immediate", from which the next start recovers.
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

/** Whether that process is a PostgreSQL on that directory: pids are reused, in containers within seconds. */
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
    // No such process, or one of another user's, which cannot be ours.
    return false
  }
}

const signal = (pid: number, name: 'SIGINT' | 'SIGQUIT'): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It ended on its own just now.
  }
}
