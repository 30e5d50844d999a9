import { counted } from '../commands/counted.ts'
import type { CommandInput, Outcome } from '../commands/index.ts'
import { checkLedger } from '../commands/ledger.ts'
import { openDatabase, openDatabaseBeside } from '../process/database.ts'
import { migrateToLatest, SchemaAheadError } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { systemClock } from '../deps.ts'
import { arrivalDir, createFileStore } from '../files/file-store.ts'
import { createLogger } from '../process/log.ts'
import { encrypting } from './encryption.ts'
import { isPassphraseGiven, passphraseOf } from './passphrase.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeLines, writeToFile } from './sink.ts'
import { openBackup, openBackupFile } from './source.ts'
import { verifyBackup } from './verify-backup.ts'
import { backupLines } from './write-backup.ts'

const STANDARD_STREAM = '-'

/** `guildhall-server backup FILE`, also beside a running server. */
export const backup = async ({ config, argument: path, options }: CommandInput): Promise<Outcome> => {
  const isOutputTaken = path === STANDARD_STREAM
  if (isOutputTaken && process.stdout.isTTY)
    throw new Error('A backup cannot be shown on a terminal: send it into a file or a program.')
  const isEncrypted = options.has('encrypt') || isPassphraseGiven(config)
  const seal = isEncrypted ? encrypting(await passphraseOf(config, 'encrypt')) : undefined
  const database = await openDatabaseBeside(config, createLogger('silent'))
  try {
    const { lines, counts } = backupLines({ db: database.db, store: createFileStore(config), clock: systemClock })
    if (isOutputTaken) await writeLines(process.stdout, lines, seal)
    else await writeToFile(path, lines, seal)
    const where = isOutputTaken ? 'standard output' : path
    const done = `Backed up ${counted(counts.rows, 'row')} and ${counted(counts.files, 'file')} to ${where}${isEncrypted ? ', encrypted' : ''}.`
    if (counts.missing === 0) return { says: done, isOutputTaken }
    const were = counts.missing === 1 ? 'was' : 'were'
    const isAllowed = options.has('allow-missing-files')
    return {
      says: `${done} ${counted(counts.missing, 'file')} ${were} not in the store${isAllowed ? '.' : ': run it where the uploaded files are, or say --allow-missing-files.'}`,
      isOutputTaken,
      code: isAllowed ? 0 : 1,
    }
  } finally {
    await database.close()
  }
}

/** Whether the database's schema is newer than the backup's, and this program knows both. */
const isPast = (error: unknown): boolean =>
  error instanceof SchemaAheadError && migrations.some(({ name }) => name === error.migration)
/**
 * A schema cannot be taken back to an older one, and the rows of an older release need the migrations that follow it.
 */
const tooNew = (name: string) =>
  `${name} is of an older release, and this database has been brought up to date already: restore it into a data directory or database that no server has been started with. It is brought up to date there.`

const open = ({ config, argument: path }: CommandInput) => {
  const ask = () => passphraseOf(config, 'decrypt')
  return path === STANDARD_STREAM ? openBackup('Standard input', process.stdin, ask) : openBackupFile(path, ask)
}

/** `guildhall-server backup verify FILE`: reads a backup to its end, without a database. */
export const verify = async (input: CommandInput): Promise<Outcome> => {
  const opened = await open(input)
  const { rows, tables, files, missing } = await verifyBackup(opened)
  const { name = 'no migration' } = opened.migrations.at(-1) ?? {}
  const done = `${opened.name} is whole: ${counted(rows, 'row')} in ${counted(tables, 'table')} and ${counted(files, 'file')}, made on ${opened.createdAt} from a database at ${name}.`
  return missing === 0 ? { says: done } : { says: `${done} It lacks ${counted(missing, 'file')}.`, code: 1 }
}

/** `guildhall-server restore FILE`, into an empty data directory or database; exit code 1 where the ledger in it disagrees. */
export const restore = async (input: CommandInput): Promise<Outcome> => {
  const { config, argument: path } = input
  const isInput = path === STANDARD_STREAM
  const opened = await open(input)
  const logger = createLogger('silent')
  // The rows are loaded into the schema they were saved from, and the migrations then bring that schema up to date.
  const database = await openDatabase(config, logger, (error) => logger.fatal(error), {
    migrations: opened.migrations,
    isOwner: true,
  }).catch((error: unknown) => {
    throw isPast(error) ? new Error(tooNew(opened.name), { cause: error }) : error
  })
  try {
    const deps = { db: database.db, store: createFileStore(config), arrivals: arrivalDir(config), clock: systemClock }
    const { rows, files, missing } = await restoreBackup(deps, opened)
    await migrateToLatest(database.db)
    const from = isInput ? 'standard input' : path
    const done = `Restored ${counted(rows, 'row')} and ${counted(files, 'file')} from ${from}. Everybody has to sign in again, and to make new access tokens.`
    const lacks = missing === 0 ? '' : ` The backup lacks ${counted(missing, 'file')}.`
    const ledger = await checkLedger(database.db)
    return { ...ledger, says: `${done}${lacks}\n${ledger.says}` }
  } finally {
    await database.close()
  }
}
