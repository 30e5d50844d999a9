import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openDatabase, openDatabaseBeside } from '../database.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { systemClock } from '../deps.ts'
import { arrivalDir, createFileStore } from '../files/file-store.ts'
import { migrationsOf, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** `guildhall-server backup FILE`, also beside a running server. Answers a sentence for a person. */
export const backup = async (config: Config, logger: Logger, path: string): Promise<string> => {
  const database = await openDatabaseBeside(config, logger)
  try {
    const deps = { db: database.db, store: createFileStore(config), clock: systemClock }
    const { rows, files, lost } = await writeBackup(deps, path)
    const missing = lost > 0 ? ` ${lost} files were not in the store any more.` : ''
    return `Backed up ${rows} rows and ${files} files to ${path}.${missing}`
  } finally {
    await database.close()
  }
}

/** `guildhall-server restore FILE`, into an empty data directory or database. Answers a sentence for a person. */
export const restore = async (config: Config, logger: Logger, path: string): Promise<string> => {
  // Loaded into the schema it was made with, which is then brought to the newest like any other database.
  const migrations = await migrationsOf(path)
  const database = await openDatabase(config, logger, (error) => logger.fatal(error), migrations)
  try {
    const deps = { db: database.db, store: createFileStore(config), arrivals: arrivalDir(config) }
    const { rows, files } = await restoreBackup(deps, path)
    await migrateToLatest(database.db)
    return `Restored ${rows} rows and ${files} files from ${path}.`
  } finally {
    await database.close()
  }
}
