import type { OwnDebt } from '#shared/contract/own-data.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { type DbOrTx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { findClaim } from '../claims/service.ts'
import { forgive } from './agreement.ts'
import * as repository from './leaving-repository.ts'

/** What the deletion of an account means for debts. */

const toDebt = ({ projectID, title, person, cents, currency }: repository.DebtRow): OwnDebt => ({
  project: { id: projectID, title },
  person,
  amountCents: cents,
  currency,
})

/** What a person is owed, and would give up, and what nobody else could pay if they left. */
export const findDebtsOf = async (
  db: DbOrTx,
  userID: string,
): Promise<{ owedToMe: OwnDebt[]; owedByMe: OwnDebt[] }> => ({
  owedToMe: (await repository.findOwedTo(db, userID)).map(toDebt),
  owedByMe: (await repository.findOwedByAlone(db, userID)).map(toDebt),
})

/**
 * Gives up all that a person is owed, who deletes their account, and tells owners and admins. A transaction for each
 * due; repeating it is safe.
 */
export const giveUpDues = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, userID: string): Promise<void> => {
  for (const { id, projectID } of await repository.findOwedClaims(db, userID))
    await withTx(db, async (tx) => {
      await holdProjectToChange(tx, projectID)
      // It may have been paid while this waited.
      const claim = await findClaim(tx, id)
      if (claim) await forgive(tx, clock.now(), { claim, amountCents: 0, by: userID, isGivenUp: true })
    })
}
