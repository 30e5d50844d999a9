import { systemClock } from '../deps.ts'
import { retryGivenUp, summarizeJobs } from '../jobs/queue.ts'
import { counted } from './counted.ts'
import { withDatabase } from './database-command.ts'
import type { CommandInput, Outcome } from './index.ts'

type Input = Pick<CommandInput, 'config'>

/**
 * `guildhall-server jobs list`: the work that waits, such as mails, and what was given up, with the last error. Exits with 1 where
 * something was given up.
 */
export const list = ({ config }: Input): Promise<Outcome> =>
  withDatabase(config, async (db) => {
    const kinds = await summarizeJobs(db)
    if (kinds.length === 0) return { says: 'No job waits, and none was given up.' }
    const says = kinds.map(
      ({ kind, waiting, givenUp, oldest, lastError }) =>
        `${kind}: ${waiting} waiting, ${givenUp} given up; the oldest is of ${oldest.toISOString()}${lastError === null ? '' : `; last error: ${lastError}`}`,
    )
    return { says: says.join('\n'), code: kinds.some(({ givenUp }) => givenUp > 0) ? 1 : 0 }
  })

/** `guildhall-server jobs retry`: lets the running server try once more what was given up. */
export const retry = ({ config }: Input): Promise<Outcome> =>
  withDatabase(config, async (db) => {
    const count = await retryGivenUp(db, systemClock.now())
    if (count === 0) return { says: 'No job was given up.' }
    return { says: `${counted(count, 'job')} will be tried again as soon as a server runs.` }
  })
