import { openDatabaseBeside } from '../process/database.ts'
import { beginHistory } from '../process/history.ts'
import { createLogger } from '../process/log.ts'
import type { CommandInput, Outcome } from './index.ts'

/** `guildhall-server log begin`: begins a new log of events, also while servers run. */
export const begin = async ({ config }: Pick<CommandInput, 'config'>): Promise<Outcome> => {
  const database = await openDatabaseBeside(config, createLogger('silent'), { isOwner: true })
  try {
    await beginHistory(database.db)
    return { says: 'A new log of events has begun: clients read everything again, and no event is lost.' }
  } finally {
    await database.close()
  }
}
