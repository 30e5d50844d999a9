import { email } from '#shared/contract/common.ts'
import { type Config, ConfigError } from '../settings/config.ts'
import { openDatabaseBeside } from '../process/database.ts'
import type { Db } from '../db/pool.ts'
import { createLogger } from '../process/log.ts'
import type { Outcome } from './index.ts'

/**
 * The log for a command's security events: JSON on standard error, as the server writes those of its calls. Only the
 * machine knows who ran the command.
 */
export const eventLog = ({ logLevel }: Config) => createLogger(logLevel)
export const BY = { by: 'command line' } as const

/** `where` is the end of a sentence, and says which database was used when the settings named none. */
export const withDatabase = async (
  config: Config,
  work: (db: Db, where: string) => Promise<Outcome>,
): Promise<Outcome> => {
  const database = await openDatabaseBeside(config, createLogger('silent'))
  try {
    return await work(database.db, database.isEmbedded ? ` in the embedded database of ${config.dataDir}` : '')
  } finally {
    await database.close()
  }
}

/** The e-mail address that was typed. Errors: ConfigError when it is not one. */
export const addressOf = (typed: string): string => {
  const parsed = email.safeParse(typed)
  if (!parsed.success) throw new ConfigError(`${JSON.stringify(typed)} is no e-mail address.`)
  return parsed.data
}
