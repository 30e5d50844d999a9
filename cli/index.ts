#!/usr/bin/env node
import { exitCode } from './exit-codes.ts'

/** How long work that nobody waits for any more may go on. */
const STRAGGLERS_MS = 2000

/** The one place that prints failures and sets the exit code. */
const run = async (argv: string[]): Promise<number> => {
  // A shell prompt may ask for the version: that answers without loading the program.
  if (argv.length === 1 && ['--version', '-V', 'version'].includes(argv[0] ?? '')) {
    const { readVersion } = await import('./version.ts')
    process.stdout.write(`${readVersion()}\n`)
    return exitCode.done
  }
  const { buildProgram } = await import('./program.ts')
  const { CommanderError } = await import('commander')
  try {
    await buildProgram().parseAsync(argv, { from: 'user' })
    return exitCode.done
  } catch (error) {
    // Commander has printed its own message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage
    const { describeFailure } = await import('./failure.ts')
    const { message, code } = describeFailure(error)
    const { say } = await import('./output/printer.ts')
    say(message)
    if (argv.includes('--debug')) {
      const { debugLines } = await import('./failure.ts')
      for (const line of debugLines(error)) say(`debug: ${line}`)
    }
    return code
  }
}

// A reader that has seen enough (`… | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2))
// The program ends by itself once its work is done; only a keychain that never answers would keep it, and that is cut off.
setTimeout(() => process.exit(), STRAGGLERS_MS).unref()
