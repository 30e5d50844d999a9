import { brand } from '../shared/brand.ts'
import { beginDatabase } from './process/begin-database.ts'
import { type CommandOption, commandOptions } from './process/command-options.ts'
import { findCommand } from './commands/index.ts'
import { type Config, ConfigError, loadConfig, unknownNames, unknownNameText } from './settings/config.ts'
import { helpText } from './process/help.ts'
import { maskSecrets } from './process/mask-secrets.ts'
import { readVersion } from './process/version.ts'

/** The port on which Electron lets a utility process speak to its parent; no other program has one. */
type ParentPort = {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}
const parentPort = (process as { parentPort?: ParentPort }).parentPort

const main = async (): Promise<void> => {
  const { config, words, options, origins, asksForHelp, asksForVersion } = loadConfig(
    process.argv.slice(2),
    process.env,
  )
  if (asksForHelp) return say(helpText())
  if (asksForVersion) return say(`${brand.server} ${readVersion()}\n`)
  if (words.length === 0) {
    requireKnown(options, '')
    return run(config)
  }
  const { command, argument } = findCommand(words)
  requireKnown(options, command.words)
  // A person reads the sentence; the audit log has what was done. An operator who gathers logs names a level, and gets the line too.
  const log = origins.has('logLevel') ? {} : { logLevel: 'silent' as const }
  const {
    says,
    isOutputTaken = false,
    code = 0,
  } = await command.run({ config: { ...config, ...log }, argument, options }, origins)
  await say(`${says}\n`, isOutputTaken ? process.stderr : process.stdout)
  process.exitCode = code
}

/** Refuses an option of another command, because somebody would believe that it had an effect. Errors: ConfigError. */
const requireKnown = (options: ReadonlySet<CommandOption>, words: string): void => {
  for (const option of options)
    if (!commandOptions[option].commands.some((known) => known === words))
      throw new ConfigError(
        words === ''
          ? `--${option} belongs to the command ${commandOptions[option].commands.join(', ')}; see ${brand.server} --help.`
          : `--${option} means nothing to ${brand.server} ${words}; see ${brand.server} --help.`,
      )
}

/**
 * Ctrl-C in a terminal reaches this process directly, and once more through the program that started it; two signals
 * within this time are one request.
 */
const SAME_WISH_MS = 1000

const run = async (config: Config): Promise<void> => {
  isServing = true
  let stoppingSince: number | undefined
  const waiting = new AbortController()
  const stop = (code: number) => {
    if (stoppingSince !== undefined) {
      // A later second request means "now". The database's watchdog stops what is left.
      if (Date.now() - stoppingSince > SAME_WISH_MS) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    waiting.abort()
    process.exitCode = code
    // The server is still starting; it is stopped once the start is complete.
    void starting.then((server) => server.stop()).then(() => process.exit(), fail)
  }
  const onFatal = (error: Error) => {
    void tell('fatal', error.message).then(() => stop(1))
  }
  const start = async () => {
    const begun = await beginDatabase(config, onFatal)
    const { serve } = await import('./process/serve.ts')
    return serve(config, onFatal, { signal: waiting.signal, begun })
  }
  const starting = start()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  // The program that started this one is gone, so nobody is left to stop it.
  process.on('disconnect', () => stop(0))
  parentPort?.on('close', () => stop(0))
  parentPort?.on('message', ({ data }) => {
    if ((data as { type?: unknown } | null)?.type === 'stop') stop(0)
  })
  // The reader of our output may end before us.
  process.stdout.on('error', () => {})

  const server = await starting
  if (stoppingSince !== undefined) return
  await say(`${brand.name} is ready at ${server.origin}\n`)
  for (const warning of [...unknownNames(process.env).map(unknownNameText), ...server.warnings])
    await tell('warn', warning)
}

/**
 * Reports a sentence of a running server, at every log level: as it is on a terminal, else as a line of the log, so
 * that programs that read the log find JSON in every line.
 */
const tell = async (level: 'warn' | 'fatal', sentence: string): Promise<void> => {
  if (process.stderr.isTTY) return say(`${sentence}\n`, process.stderr)
  const { createLogger } = await import('./process/log.ts')
  createLogger(level, { write: (line) => void process.stderr.write(line) })[level](sentence)
}

const say = (text: string, to: NodeJS.WriteStream = process.stdout): Promise<void> =>
  new Promise((resolve) => to.write(text, () => resolve()))

/** Prints one sentence for a person and exits, with code 2 for a wrong setting and 1 for anything else. */
const fail = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof ConfigError ? 2 : 1)
}

/**
 * Prints the stack of an error of our own, because its place helps more than one sentence. The database's watchdog
 * stops what is left.
 */
const crash = (error: unknown): void => {
  const stack = maskSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error))
  void (isServing ? tell('fatal', stack) : say(`${stack}\n`, process.stderr)).finally(() => process.exit(1))
}
let isServing = false

process.on('uncaughtException', crash)
process.on('unhandledRejection', crash)
await main().catch(fail)
