import type { Tx } from '#server/db/pool.ts'
import { countUnderBoth } from '#server/limits/limits.ts'

const HOUR_SECONDS = 3600
/** The most mails that one person's acts may cause in an hour; beyond them the inbox has the notice, and no mail leaves. */
const ALL_MAX = 60
/** The most of them that may go to one person. */
const SAME_MAX = 10

/**
 * Counts a mail to a person that somebody's act causes, and returns whether it may leave. To be called last in a transaction,
 * after `tell`: a count is held until the end, so a transaction that waits for it must hold nothing that the other waits for. What
 * nobody else has caused is not counted.
 */
export const mayCauseMail = async (
  tx: Tx,
  now: Date,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> => {
  if (from === null || from === to) return true
  const same = { key: `mails-to-same:${from}:${to}`, limit: SAME_MAX, seconds: HOUR_SECONDS }
  const all = { key: `mails:${from}`, limit: ALL_MAX, seconds: HOUR_SECONDS }
  return countUnderBoth(tx, now, same, all)
}
