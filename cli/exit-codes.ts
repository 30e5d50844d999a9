/** The meaning of each exit code, for scripts; --help prints this table too. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  refused: 4,
  someFailed: 5,
  interrupted: 130,
} as const
export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

export const exitCodesHelp = `Exit codes:
  0    done
  1    failed
  2    wrong usage, or input is missing and there is no terminal to ask on
  3    not signed in
  4    refused: the account may not do that
  5    some of many failed
  130  interrupted (Ctrl-C)`

/** A failure with the sentence that the person reads and the exit code that the script reads. */
export class CliError extends Error {
  override name = 'CliError'
  readonly exitCode: ExitCode

  constructor(message: string, code: ExitCode = exitCode.failed, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = code
  }
}

export const usageError = (message: string, options?: ErrorOptions) => new CliError(message, exitCode.usage, options)
