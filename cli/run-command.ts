import { CommanderError } from 'commander'
import { exitCode } from './exit-codes.ts'
import { buildProgram } from './program.ts'

/** Runs a command. This is the one place that prints failures and chooses the exit code. */
export const runCommand = async (argv: string[]): Promise<number> => {
  try {
    await buildProgram(argv[0]).parseAsync(argv, { from: 'user' })
    return exitCode.done
  } catch (error) {
    // Commander has printed its own message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage
    const { debugLines, describeFailure } = await import('./failure.ts')
    const { message, code } = describeFailure(error)
    const { say } = await import('./output/printer.ts')
    say(message)
    if (argv.includes('--debug')) for (const line of debugLines(error)) say(`debug: ${line}`)
    return code
  }
}
