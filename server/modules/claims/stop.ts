import { rewardText } from '#shared/rules/reward-money.ts'
import { stopText } from '#shared/rules/why-not-take.ts'
import type { Tx } from '#server/db/pool.ts'
import { conflict } from '#server/http/errors.ts'
import { findStop, type Stop } from './facts-repository.ts'

/** What must be settled first: '$400.00 to Ana'. */
export const unsettledText = ({ cents, currency, payee }: Stop): string => `${rewardText(cents, currency)} to ${payee}`

/** Refuses while a due of one of the project's owners is long late, in whatever project of theirs. Errors: 409. */
export const requireNoStop = async (tx: Tx, projectID: string, now: Date): Promise<void> => {
  const late = await findStop(tx, projectID, now)
  if (late) throw conflict('CONFLICT', stopText(unsettledText(late)))
}
