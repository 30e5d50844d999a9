#!/usr/bin/env node
import { exitCode } from './exit-codes.ts'

/** Milliseconds after the command's end for which work may go on that nobody waits for any more. */
const STRAGGLERS_MS = 2000

const run = async (argv: string[]): Promise<number> => {
  // Shell prompts may ask for the version often, so it is answered without loading the program.
  if (argv.length === 1 && ['--version', '-V', 'version'].includes(argv[0] ?? '')) {
    const { readVersion } = await import('./version.ts')
    process.stdout.write(`${readVersion()}\n`)
    return exitCode.done
  }
  const { runCommand } = await import('./run-command.ts')
  return runCommand(argv)
}

// It is no failure when the reader has seen enough and closes the pipe (`… | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  // The program ends by itself once its work is done. Only a keychain that never answers would keep it running, so this
  // ends it.
  setTimeout(() => process.exit(), STRAGGLERS_MS).unref()
})
