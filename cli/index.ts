#!/usr/bin/env node
import { exitCode } from './exit-codes.ts'

/** Milliseconds after the command's end for which work may go on that nobody waits for any more. */
const STRAGGLERS_MS = 2000

/** Runs the command. This is the one place that prints failures and chooses the exit code. */
const run = async (argv: string[]): Promise<number> => {
  // Shell prompts may ask for the version often, so it is answered without loading the program.
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

// It is no failure when the reader has seen enough and closes the pipe (`… | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2))
// The program ends by itself once its work is done. Only a keychain that never answers would keep it running, so this
// ends it.
setTimeout(() => process.exit(), STRAGGLERS_MS).unref()
