import { openDatabaseBeside } from '../process/database.ts'
import { createLogger } from '../process/log.ts'
import { tierLabels, tierOf } from '#shared/rules/tiers.ts'
import { countPeople, type Difference, findDifferences } from '../modules/reputation/service.ts'
import type { CommandInput, Outcome } from './index.ts'

const number = (points: number) => points.toLocaleString('en-US')

const textOf = ({ username, reputation, evidence, creators, counted }: Difference): string => {
  const numbers = `${username} has ${number(reputation)}, but the lines add up to ${number(evidence)}.`
  if (creators === counted) return numbers
  const [is, ought] = [tierOf({ reputation, creators }), tierOf({ reputation: evidence, creators: counted })]
  return [
    ...(reputation === evidence ? [] : [numbers]),
    `${username} has points from ${number(creators)} creators, but the lines are from ${number(counted)}${is === ought ? '.' : `: ${tierLabels[ought]}, not ${tierLabels[is]}.`}`,
  ].join('\n')
}

/**
 * `guildhall-server reputation check`: adds up everybody's reputation lines and creators, and lists each person whose number or
 * tier differs; exit code 1 if any.
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
      says: differences.map(textOf).join('\n'),
      code: 1,
    }
  } finally {
    await database.close()
  }
}
