// Built programs and scripts run on the Node that the project pins, whichever Node started them. This file is plain
// JavaScript for Node 20; the builds of server and command line contain it too.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'

/** The pinned version's first number; a test compares it with package.json. */
export const OWN_MAJOR = 24

export const isOwnNode = () => Number.parseInt(process.versions.node, 10) === OWN_MAJOR

/** The program of the pinned Node in a folder's node_modules; null before the installation, and where that package is left out. */
export const ownNodeIn = (folder) => {
  const binary = join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(binary) ? binary : null
}

/**
 * Runs this command on the pinned Node of `folder`, and ends with its exit code. False when this process should run it:
 * on the pinned Node, in Electron, or without a pinned Node, as in an image or a global installation.
 */
export const handOver = (folder) => {
  if (isOwnNode() || process.versions.electron) return false
  const node = ownNodeIn(folder)
  if (node === null || node === process.execPath) return false
  // By the channel the other process notices that this one was killed.
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', () => {})
  if (child.pid === undefined) return false
  // Ctrl-C in a terminal reaches both processes without our help.
  const isOnTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
  process.on('SIGINT', () => isOnTerminal || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.connected) process.on('disconnect', () => child.connected && child.disconnect())
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
  return true
}
