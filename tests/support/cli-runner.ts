import { type ChildProcess, spawn } from 'node:child_process'
import type { CliResult } from './cli-process.ts'

/** `npm test` builds the CLI and tests the build; a run by hand tests the sources. */
const program = process.env['GUILDHALL_BUILT'] ? 'out/cli/index.js' : 'cli/index.ts'

/** The environment without the settings of the test runner, which must not change what a test sees. */
const cleanEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(GUILDHALL_|NO_COLOR|FORCE_COLOR|DBUS_|CI$)/.test(name),
  )
  return { ...Object.fromEntries(kept), ...env }
}

const closed = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('close', resolve))

/** Runs the real CLI without a terminal; `input` is piped in, and without it standard input is empty. */
export const runCommand = async (
  args: readonly string[],
  {
    env = {},
    input = '',
    onStart,
    onOutput,
  }: {
    env?: NodeJS.ProcessEnv
    input?: string
    onStart?: (pid: number) => void
    /** Is given what the command prints to standard output, as it comes. */
    onOutput?: (text: string) => void
  } = {},
): Promise<CliResult> => {
  const child = spawn(process.execPath, [program, ...args], { env: cleanEnvironment(env) })
  if (child.pid !== undefined) onStart?.(child.pid)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
    onOutput?.(chunk.toString())
  })
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  // A program that does not read its input may end before the input is written.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const exitCode = await closed(child)
  return { exitCode, stdout, stderr }
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/**
 * Runs the real CLI on a terminal (a pty of util-linux's `script`) and returns everything that the terminal showed. It types each of
 * `answers` when its question is shown. `redirect` is appended to the shell line, such as `> file`.
 */
export const runOnTerminal = async (
  args: readonly string[],
  options: {
    env?: NodeJS.ProcessEnv
    answers?: ReadonlyArray<[question: string, answer: string | (() => Promise<string>)]>
    redirect?: string
    /** How wide the terminal is. */
    columns?: number
  } = {},
): Promise<{ exitCode: number | null; shown: string }> => {
  const line = [process.execPath, program, ...args].map(quoted).join(' ')
  const child = spawn(
    'script',
    ['-qec', `stty cols ${options.columns ?? 80}; ${line} ${options.redirect ?? ''}`, '/dev/null'],
    {
      env: { ...cleanEnvironment(options.env ?? {}), TERM: 'xterm', SHELL: '/bin/sh' },
    },
  )
  const waiting = [...(options.answers ?? [])]
  let shown = ''
  let answeredUpTo = 0
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const next = waiting[0]
    if (!next || !shown.slice(answeredUpTo).includes(next[0])) return
    waiting.shift()
    answeredUpTo = shown.length
    const [, answer] = next
    void Promise.resolve(typeof answer === 'string' ? answer : answer()).then((text) => child.stdin.write(`${text}\r`))
  })
  const exitCode = await closed(child)
  return { exitCode, shown }
}
