import type { Config } from '../settings/config.ts'
import type { Embedded, EmbeddedLogger, startEmbedded } from '../db/embedded/index.ts'

/** An embedded database whose start has begun. */
export type BegunDatabase = {
  /** The database when it is ready. Errors: those of startEmbedded. */
  embedded: Promise<Embedded>
  /** Writes the log lines of the time before there was a log, and all later ones, to `logger`. */
  logTo: (logger: EmbeddedLogger) => void
}

/**
 * Starts the embedded PostgreSQL, unless another database is configured, and returns as soon as its process runs: it
 * gets ready while this process loads the server's code. Keep this module's imports few, because they load before
 * PostgreSQL starts. `template` is that of startEmbedded.
 */
export const beginDatabase = async (
  { databaseUrl, dataDir }: Config,
  onFatal: (error: Error) => void,
  { template }: Pick<Parameters<typeof startEmbedded>[0], 'template'> = {},
): Promise<BegunDatabase | undefined> => {
  if (databaseUrl) return undefined
  const embedded = await import('../db/embedded/index.ts')
  const early: [level: keyof EmbeddedLogger, message: string][] = []
  let log = (level: keyof EmbeddedLogger, message: string): void => void early.push([level, message])
  const say = (level: keyof EmbeddedLogger) => (message: string) => log(level, message)
  const logger = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') }
  const logTo: BegunDatabase['logTo'] = (to) => {
    log = (level, message) => to[level](message)
    for (const [level, message] of early.splice(0)) log(level, message)
  }
  return new Promise((resolve) => {
    const onSpawn = () => resolve(begun)
    const options = { dataDir, logger, onFatal, onSpawn, ...(template !== undefined && { template }) }
    const begun = { embedded: embedded.startEmbedded(options), logTo }
    // Its failure is reported to the code that waits for the database.
    begun.embedded.catch(() => resolve(begun))
  })
}
