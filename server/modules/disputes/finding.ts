import { decimalsOf } from '#shared/rules/money.ts'
import type { Side } from '#shared/rules/reward-state.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { conflict, invalid, notFound } from '#server/http/errors.ts'
import * as repository from './repository.ts'
import type { DisputeRow } from './repository.ts'

/** What sides and administrators ask of a dispute alike. */

export const unknownDispute = () => notFound('There is no such dispute.')
export const requireDispute = async (db: DbOrTx, id: string): Promise<DisputeRow> => {
  const row = await repository.findDispute(db, id)
  if (!row) throw unknownDispute()
  return row
}

const ended: Readonly<Partial<Record<DisputeRow['state'], string>>> = {
  agreed: 'Both sides have agreed already.',
  ruled: 'This dispute is ruled already.',
  withdrawn: 'This dispute was withdrawn.',
}
/** Errors: 409 for one that has ended. */
export const requireOpen = ({ state }: DisputeRow): void => {
  const text = ended[state]
  if (text !== undefined) throw conflict('CONFLICT', text)
}

/** Errors: 422 for a part of a unit, where the currency has none. */
export const requireWhole = (field: string, cents: number, currency: string): void => {
  if (decimalsOf(currency) === 0 && cents % 100 !== 0) throw invalid(field, `Please enter whole units of ${currency}.`)
}

export const eventOf = (
  kind: 'dispute.opened' | 'dispute.stated' | 'dispute.read',
  row: DisputeRow,
  actorID: string,
  side: Side,
) => ({
  kind,
  ...{ actorID, projectID: row.project_id, taskID: row.task_id, subjectID: row.holder_id },
  data: { disputeID: row.id, claimID: row.claim_id, side, reason: row.reason },
})
