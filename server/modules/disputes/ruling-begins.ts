import { RULE_DAYS } from '#shared/contract/disputes.ts'
import { daysAfter } from '#shared/rules/lease.ts'
import type { Tx } from '#server/db/pool.ts'
import { tell } from '../notifications/service.ts'
import * as repository from './repository.ts'

/** It waits for a ruling from now on, and administrators hear of it. The project's row is held to be changed. */
export const beginRuling = async (tx: Tx, id: string, now: Date): Promise<void> => {
  if (!(await repository.beginRuling(tx, id, daysAfter(now, RULE_DAYS)))) return
  const data = { disputeID: id, reminder: 'toRule' as const }
  await tell(tx, now, { kind: 'dispute.reminded', actorID: null, data })
}
