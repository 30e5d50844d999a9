import { RULE_DAYS } from '#shared/contract/disputes.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { tell } from '../notifications/service.ts'
import * as repository from './repository.ts'
import { beginRuling } from './ruling-begins.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
const AT_ONCE = 200

/** Lets administrators rule what the other side has not stated in time. */
const endStating = async ({ db, clock }: Deps): Promise<void> => {
  for (;;) {
    const found = await repository.findUnstated(db, clock.now(), AT_ONCE)
    for (const { id, project_id: projectID } of found)
      await withTx(db, async (tx) => {
        await holdProjectToChange(tx, projectID)
        await beginRuling(tx, id, clock.now())
      })
    if (found.length < AT_ONCE) return
  }
}

/** Reminds administrators at half of the time to rule and on its last day. Nothing is ruled by the clock. */
const remindOfRulings = async ({ db, clock }: Deps): Promise<void> => {
  while (await repository.hasReminders(db, clock.now(), RULE_DAYS / 2))
    await withTx(db, async (tx) => {
      const now = clock.now()
      for (const { id, reminder } of await repository.noteReminders(tx, now, RULE_DAYS / 2, AT_ONCE))
        await tell(tx, now, { kind: 'dispute.reminded', actorID: null, data: { disputeID: id, reminder } })
    })
}

/** What time does to disputes: each takes effect once, whichever process does it, and however late. */
export const runDisputeClock = async (deps: Deps): Promise<void> => {
  await endStating(deps)
  await remindOfRulings(deps)
}
