import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The environment of a newcomer's commands: the machine's own Node, and no variable of this test run. */
const newcomersEnvironment = (): NodeJS.ProcessEnv => {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|GUILDHALL_|VITEST|NODE_|E2E_|DATABASE_URL|INIT_CWD)/.test(name),
  )
  return { ...Object.fromEntries(kept), PATH: path, ...(process.env.CHROMIUM && { CHROMIUM: process.env.CHROMIUM }) }
}

/** Makes a clone of the committed files, in which nothing is installed or built. */
export const cloneProject = () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-clone-'))
  // Other users may enter the folder. Otherwise a server started by root would keep its database in /var/lib, where it would stay.
  chmodSync(folder, 0o711)
  execFileSync('git', ['clone', '--quiet', root, join(folder, 'guildhall')], { stdio: ['ignore', 'ignore', 'inherit'] })
  return {
    folder: join(folder, 'guildhall'),
    dataDir: join(folder, 'data'),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

export type Running = {
  child: ChildProcess
  output: () => { stdout: string; stderr: string }
  ended: Promise<number | null>
}

/** Runs npm in the clone as a newcomer would, in a process group of its own. */
export const npmRun = (folder: string, args: string[]): Running => {
  const child = spawn('npm', args, {
    cwd: folder,
    env: newcomersEnvironment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, output: () => text, ended }
}

/** Waits until stdout names the address at which the app is ready, and returns it. Errors: Error with the program's output. */
export const readyAt = async (running: Running, withinMs: number): Promise<string> => {
  const deadline = Date.now() + withinMs
  let isOver = false
  void running.ended.then(() => (isOver = true))
  while (Date.now() < deadline && !isOver) {
    const found = /^\S+ is ready at (http:\/\/\S+)$/m.exec(running.output().stdout)
    if (found?.[1]) return found[1]
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`not ready: ${JSON.stringify(running.output())}`)
}

/** The command lines of running programs that have this text in them, such as a data directory. */
export const programsNaming = (text: string): string[] =>
  execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text) && !line.includes('ps -eo'))
