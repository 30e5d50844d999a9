#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { exitCode } from './exit-codes.ts'
import type { runCommand } from './run-command.ts'

/** The hash of the file beside this one that has all commands; only the bundle has one (scripts/build.mjs). */
declare const __COMMANDS_HASH__: string
/** Milliseconds after the command's end for which work may go on that nobody waits for any more. */
const STRAGGLERS_MS = 2000

type Program = { runCommand: typeof runCommand }
type LoadedProgram = Program & { keep?: () => void }

/** All commands: in the bundle with the code that was compiled at an earlier start. */
const load = async (command: string | undefined): Promise<LoadedProgram> => {
  if (typeof __COMMANDS_HASH__ === 'undefined') return import('./run-command.ts')
  const [{ cliFolder }, { requireKept }] = await Promise.all([import('./folders.ts'), import('./kept-code.ts')])
  const folder = cliFolder('cache')
  const { exports, keep } = requireKept({
    file: fileURLToPath(new URL('run-command.js', import.meta.url)),
    hash: __COMMANDS_HASH__,
    folder,
    command,
  })
  return { runCommand: (exports as Program).runCommand, keep }
}

const run = async (argv: string[]): Promise<number> => {
  // Shell prompts may ask for the version often, so it is answered without loading the program.
  if (argv.length === 1 && ['--version', '-V', 'version'].includes(argv[0] ?? '')) {
    const { readVersion } = await import('./version.ts')
    process.stdout.write(`${readVersion()}\n`)
    return exitCode.done
  }
  const program = await load(argv[0])
  const code = await program.runCommand(argv)
  if (code === exitCode.done) program.keep?.()
  return code
}

// It is no failure when the reader has seen enough and closes the pipe (`… | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  // The program ends by itself once its work is done. Only a keychain that never answers would keep it running, so this
  // ends it.
  setTimeout(() => process.exit(), STRAGGLERS_MS).unref()
})
