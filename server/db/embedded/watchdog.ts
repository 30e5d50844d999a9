import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ServiceUser } from './service-user.ts'

/**
 * Stops PostgreSQL when this process has ended, even by kill -9. A small shell reads from a pipe that this process only
 * holds open; when the pipe closes, the shell asks PostgreSQL to stop, if the pid is still this cluster's. It leads its
 * own process group, so Ctrl-C does not end it first. Returns the function that ends the watch.
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
  // Without the watchdog PostgreSQL only keeps running until the next start stops it, which is no reason to fail.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  return () => {
    child.kill('SIGKILL')
  }
}

/** The script uses built-ins of the shell only. */
const SCRIPT = 'while read -r _; do :; done; read -r pid < "$1" && [ "$pid" = "$2" ] && kill -INT "$pid"'
