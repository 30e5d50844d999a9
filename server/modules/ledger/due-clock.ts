import { holdProjectToChange } from '#server/access/locks.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { tell } from '../notifications/service.ts'
import * as repository from './due-clock-repository.ts'

const AT_ONCE = 200

/**
 * Reminds owners and admins of what they owe, at half of its time and on its last day. Each once, whichever process does it
 * and however late: under the lock of the project's row a second process finds it done, and so does one after a payment.
 */
export const runDueClock = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  for (;;) {
    const found = await repository.findDuesToRemind(db, clock.now(), AT_ONCE)
    for (const { claimID, projectID } of found)
      await withTx(db, async (tx) => {
        await holdProjectToChange(tx, projectID)
        const now = clock.now()
        const due = await repository.findDueToRemind(tx, claimID, now)
        if (!due) return
        await repository.noteDueReminded(tx, due, now)
        const { taskID, userID, cents: amountCents, currency, reminder } = due
        const about = { actorID: null, projectID, taskID, subjectID: userID }
        await tell(tx, now, { kind: 'reward.reminded', ...about, data: { amountCents, currency, claimID, reminder } })
      })
    if (found.length < AT_ONCE) return
  }
}
