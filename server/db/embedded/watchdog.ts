import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ServiceUser } from './service-user.ts'

/**
 * Stops PostgreSQL when this process is gone, however it went. A tiny shell reads from a pipe that we never write to;
 * the operating system closes it when we end, even by kill -9, and the shell then asks PostgreSQL to stop, if the pid
 * is still that of this cluster. It leads its own process group, so that Ctrl-C does not end it first.
 * Answers the function that calls it off.
 */
export const watchOver = (pid: number, directory: string, user: ServiceUser | null): (() => void) => {
  const [program, args] =
    process.platform === 'win32'
      ? ['cmd.exe', ['/d', '/s', '/c', `more >nul & taskkill /f /t /pid ${pid}`]]
      : ['/bin/sh', ['-c', SCRIPT, 'guildhall-watchdog', join(directory, 'postmaster.pid'), String(pid)]]
  const child = spawn(program, args, {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: directory,
    detached: true,
    windowsHide: true,
  })
  // Without it PostgreSQL merely stays until the next start stops it: no reason to fail.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  return () => {
    child.kill('SIGKILL')
  }
}

/** Shell built-ins only. */
const SCRIPT = 'while read -r _; do :; done; read -r pid < "$1" && [ "$pid" = "$2" ] && kill -INT "$pid"'
