import { LRUCache } from 'lru-cache'
import type { Config } from '../settings/config.ts'
import { inBatches } from '../db/batch.ts'
import type { AppDeps } from '../deps.ts'
import { rateLimited } from '../http/errors.ts'
import { type Limit, limitOf } from './limit-table.ts'
import { countCalls, type LimitCount, waitAfter } from './limits.ts'

/** What this process has counted reaches the others after this time. */
const TELL_MS = 1000
/** The most people whose counts are kept in memory; others' are read from the database again. */
const KNOWN_MAX = 10_000

/** What is known of a person's count: what the database has told, and what was counted in memory since. */
type BudgetCount = LimitCount & { uncounted: number }

/**
 * Counts each person's writes across all processes: in memory, added to the database every second. What the database has counted is
 * read with the session of a person's first call at a process. A process that dies loses a second of counts, and several together may let a
 * second's excess pass.
 */
export const createWriteBudget = ({
  db,
  clock,
  config,
}: Pick<AppDeps, 'db' | 'clock'> & { config: Pick<Config, 'writeLimit'> }) => {
  const known = new LRUCache<string, BudgetCount>({ max: KNOWN_MAX })
  const untold = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const limitFor = (userID: string): Limit => ({ ...limitOf('write', userID), limit: config.writeLimit })

  /** Adds what was counted in memory to the database, and learns what all processes have counted. */
  const tellNow = async (asked: readonly string[]): Promise<BudgetCount[]> => {
    const people = [...new Set([...asked, ...untold.keys()])]
    const told = people.map((userID) => ({ userID, calls: untold.get(userID) ?? 0 }))
    untold.clear()
    try {
      const counts = await countCalls(
        db,
        clock.now(),
        told.map(({ userID, calls }) => ({ limit: limitFor(userID), calls })),
      )
      told.forEach(({ userID }, at) => {
        const count = counts[at]
        if (count) known.set(userID, { ...count, uncounted: untold.get(userID) ?? 0 })
      })
    } catch (error) {
      for (const { userID, calls } of told) add(userID, calls)
      throw error
    }
    return asked.map((userID) => known.get(userID) ?? { count: 0, expires_at: clock.now(), uncounted: 0 })
  }
  // One after the other: what an answer does not count yet is what is untold then.
  let last: Promise<unknown> = Promise.resolve()
  const tell = (asked: readonly string[]): Promise<BudgetCount[]> => {
    const mine = last.then(() => tellNow(asked))
    last = mine.catch(() => undefined)
    return mine
  }
  const ask = inBatches(tell)
  const add = (userID: string, calls: number) => {
    if (calls === 0) return
    untold.set(userID, (untold.get(userID) ?? 0) + calls)
    timer ??= setTimeout(() => {
      timer = undefined
      // What cannot be sent now goes with the next.
      void tell([]).catch(() => undefined)
    }, TELL_MS).unref()
  }
  const isWithin = (now: Date, { count, expires_at, uncounted }: BudgetCount) =>
    expires_at > now && count + uncounted < config.writeLimit

  const isKnown = (userID: string) => (known.get(userID)?.expires_at ?? new Date(0)) > clock.now()
  return {
    /** The key of a person's count that is not known yet: its reader hands the count to `spend`. */
    keyToRead: (userID: string): string | undefined => (isKnown(userID) ? undefined : limitFor(userID).key),
    /** Counts a write of this person. Undefined when it is within the budget, as is known without the database. Errors: 429. */
    spend: (userID: string, read?: LimitCount | null): undefined | Promise<void> => {
      if (read !== undefined && !isKnown(userID)) {
        const now = clock.now()
        const begun = { count: 0, expires_at: new Date(now.getTime() + limitFor(userID).seconds * 1000) }
        const count = read && read.expires_at > now ? read : begun
        known.set(userID, { ...count, uncounted: untold.get(userID) ?? 0 })
      }
      const at = known.get(userID)
      if (at && isWithin(clock.now(), at)) {
        at.uncounted += 1
        add(userID, 1)
        return undefined
      }
      return ask(userID).then((answered) => {
        const now = clock.now()
        // A later answer may have come.
        const asked = known.get(userID) ?? answered
        if (!isWithin(now, asked)) {
          const limit = limitFor(userID)
          throw rateLimited(waitAfter(now, limit, { ...asked, count: limit.limit + 1 }) ?? 1, limit.reason)
        }
        asked.uncounted += 1
        add(userID, 1)
      })
    },
    /** Tells the database what is left in memory. */
    stop: async (): Promise<void> => {
      clearTimeout(timer)
      if (untold.size > 0) await tell([]).catch(() => undefined)
    },
  }
}
export type WriteBudget = ReturnType<typeof createWriteBudget>
