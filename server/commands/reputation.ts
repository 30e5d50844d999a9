import { openDatabaseBeside } from '../process/database.ts'
import { createLogger } from '../process/log.ts'
import { countPeople, findDifferences } from '../modules/reputation/service.ts'
import type { CommandInput, Outcome } from './index.ts'

const number = (points: number) => points.toLocaleString('en-US')

/**
 * `guildhall-server reputation check`: adds up everybody's reputation lines and lists each person whose number differs;
 * exit code 1 if any.
 */
export const check = async ({ config }: Pick<CommandInput, 'config'>): Promise<Outcome> => {
  const database = await openDatabaseBeside(config, createLogger('silent'))
  try {
    const differences = await findDifferences(database.db)
    if (differences.length === 0)
      return {
        says: `The reputation of all ${number(await countPeople(database.db))} people is what its lines add up to.`,
      }
    return {
      says: differences
        .map(
          ({ username, reputation, evidence }) =>
            `${username} has ${number(reputation)}, but the lines add up to ${number(evidence)}.`,
        )
        .join('\n'),
      code: 1,
    }
  } finally {
    await database.close()
  }
}
