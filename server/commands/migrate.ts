import { openDatabase, openDatabaseBeside } from '../process/database.ts'
import { migrateToLatest, pendingMigrations } from '../db/migrate.ts'
import { createLogger } from '../process/log.ts'
import { counted } from './counted.ts'
import type { CommandInput, Outcome } from './index.ts'

const UP_TO_DATE = 'The database is up to date.'

/**
 * `guildhall-server migrate`: migrates the database as a start of this release does, without serving. With --dry-run it
 * lists what it would run, also beside a running server, and changes nothing.
 */
export const migrate = async ({ config, options }: Pick<CommandInput, 'config' | 'options'>): Promise<Outcome> => {
  const logger = createLogger('silent')
  const how = { isOwner: true, leavesSchema: true }
  const isDry = options.has('dry-run')
  const database = await (isDry
    ? openDatabaseBeside(config, logger, how)
    : openDatabase(config, logger, (error) => logger.fatal(error), how))
  try {
    const names = await (isDry ? pendingMigrations(database.db) : migrateToLatest(database.db))
    if (names.length === 0) return { says: UP_TO_DATE }
    const list = counted(names.length, 'migration')
    const what = isDry ? `The database lacks ${list}, which a start of this release runs` : `Ran ${list}`
    return { says: `${what}: ${names.join(', ')}.` }
  } finally {
    await database.close()
  }
}
