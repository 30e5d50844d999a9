import type { Db } from '../db/pool.ts'
import { putAway, splitByMonth } from '../events/months.ts'
import { openDatabaseBeside } from '../process/database.ts'
import { beginHistory } from '../process/history.ts'
import { createLogger } from '../process/log.ts'
import { ConfigError } from '../settings/config.ts'
import type { CommandInput, Outcome } from './index.ts'

const withOwner = async (config: CommandInput['config'], work: (db: Db) => Promise<string>): Promise<Outcome> => {
  const database = await openDatabaseBeside(config, createLogger('silent'), { isOwner: true })
  try {
    return { says: await work(database.db) }
  } finally {
    await database.close()
  }
}

/** `guildhall-server log begin`: begins a new log of events, also while servers run. */
export const begin = ({ config }: Pick<CommandInput, 'config'>): Promise<Outcome> =>
  withOwner(config, async (db) => {
    await beginHistory(db)
    return 'A new log of events has begun: clients read everything again, and no event is lost.'
  })

/** `guildhall-server log months`: splits the log by month, also while servers run. */
export const months = ({ config }: Pick<CommandInput, 'config'>): Promise<Outcome> =>
  withOwner(config, async (db) => {
    const tables = await splitByMonth(db, new Date())
    if (!tables) return 'The log is split by month already: each start makes the tables of the coming twelve.'
    return `The log is split by month. Its tables: ${tables.join(', ')}, and events_rest for dates beyond them.`
  })

/** `guildhall-server log detach MONTH`: puts away the months before. Errors: ConfigError for what is no month. */
export const detach = ({ config, argument }: Pick<CommandInput, 'config' | 'argument'>): Promise<Outcome> => {
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(argument) ? new Date(`${argument}-01T00:00:00Z`) : null
  if (!month) throw new ConfigError(`${JSON.stringify(argument)} is no month: write it as 2026-01.`)
  return withOwner(config, async (db) => {
    const tables = await putAway(db, month, new Date())
    if (tables.length === 0) return `No month of the log ends before ${argument}.`
    return `Put away: ${tables.join(', ')}. The audit reads them until they are dropped; a backup leaves them out, so dump them first.`
  })
}
