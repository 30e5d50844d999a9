import type { Db } from '../db/pool.ts'
import { openDatabaseBeside } from '../process/database.ts'
import { createLogger } from '../process/log.ts'
import { addUpLedger, countEntries, findStateDifferences } from '../modules/ledger/service.ts'
import type { CommandInput, Outcome } from './index.ts'

const figure = (cents: number) => (cents / 100).toFixed(2)

/** Adds up the ledger of a database, and says what disagrees; exit code 1 if anything does. */
export const checkLedger = async (db: Db): Promise<Outcome> => {
  const [differences, states] = await Promise.all([addUpLedger(db), findStateDifferences(db, new Date())])
  if (differences.length === 0 && states.length === 0) {
    const entries = (await countEntries(db)).toLocaleString('en-US')
    return { says: `The ledger is sound: balances, rewards, debts and payments agree with all ${entries} entries.` }
  }
  return {
    says: [
      ...differences.map(
        ({ project, what, is, shouldBe }) =>
          `Project ${project}: ${what} is ${figure(is)}, but should be ${figure(shouldBe)}.`,
      ),
      ...states.map(({ project, what, says }) => `Project ${project}: ${what}, but the entries say that ${says}.`),
    ].join('\n'),
    code: 1,
  }
}

/**
 * `guildhall-server ledger check`: adds up the ledger, and lists each balance, reward, debt and payment that disagrees with
 * its entries, and each task whose state is another one than they say; exit code 1 if any.
 */
export const check = async ({ config }: Pick<CommandInput, 'config'>): Promise<Outcome> => {
  const database = await openDatabaseBeside(config, createLogger('silent'))
  try {
    return await checkLedger(database.db)
  } finally {
    await database.close()
  }
}
