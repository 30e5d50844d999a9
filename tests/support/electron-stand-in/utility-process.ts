import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { onlyKnown, strict, StrictEmitter } from './strict.ts'

type Options = { env?: NodeJS.ProcessEnv; stdio?: 'pipe' | 'ignore' | 'inherit'; serviceName?: string; cwd?: string }

/** A Node process that has `process.parentPort`, as Electron's utility processes do. */
class UtilityProcess extends StrictEmitter {
  readonly #child: ChildProcess

  constructor(modulePath: string, args: string[], options: Options) {
    super('utilityProcess', ['spawn', 'exit', 'message', 'error'])
    const mode = options.stdio ?? 'inherit'
    this.#child = fork(modulePath, args, {
      execArgv: ['--import', join(import.meta.dirname, 'parent-port.ts')],
      env: options.env ?? process.env,
      stdio: ['ignore', mode, mode, 'ipc'],
      ...(options.cwd && { cwd: options.cwd }),
    })
    this.#child.once('spawn', () => this.emit('spawn'))
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.once('exit', (code, signal) => this.emit('exit', code ?? (signal ? 143 : 0)))
    // When the app ends without stopping its utility processes, they are killed, as Electron does.
    process.once('exit', () => this.#child.kill('SIGKILL'))
  }
  get pid() {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }
  get stdout() {
    return this.#child.stdout
  }
  get stderr() {
    return this.#child.stderr
  }
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object)
  }
  /** Asks the process to end (SIGTERM), as Electron does. Returns whether the signal was sent. */
  kill(): boolean {
    return this.#child.kill('SIGTERM')
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (modulePath: string, args: string[] = [], options: Options = {}) => {
    onlyKnown('utilityProcess.fork', options, ['env', 'stdio', 'serviceName', 'cwd'])
    return strict('utilityProcess', new UtilityProcess(modulePath, args, options))
  },
})
