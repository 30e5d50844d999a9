import type { Dispute, DisputeRow as ListedDispute } from '#shared/contract/disputes.ts'
import { isLate, otherSideOf, type Side } from '#shared/rules/reward-state.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { findClaim } from '../claims/service.ts'
import { findDisputedAmounts } from '../ledger/service.ts'
import * as repository from './repository.ts'
import type { DisputeRow, StatementRow } from './repository.ts'

/** Disputes as their readers see them. */

/** How many readings by administrators are listed. */
const READINGS_MAX = 50

const isOpen = ({ state }: DisputeRow) => state === 'stating' || state === 'ruling'
const waitsFor = ({ state, side }: DisputeRow): ListedDispute['waitsFor'] => {
  if (state === 'stating') return otherSideOf(side)
  return state === 'ruling' ? 'administrators' : null
}

export const toListed = (row: DisputeRow, now: Date): ListedDispute => ({
  id: row.id,
  claimID: row.claim_id,
  taskID: row.task_id,
  title: row.title,
  side: row.side,
  reason: row.reason,
  state: row.state,
  openedAt: row.opened_at.toISOString(),
  waitsFor: waitsFor(row),
  by: isOpen(row) ? (row.rule_by ?? row.state_by).toISOString() : null,
  isLate: row.state === 'ruling' && isLate(row.rule_by, now),
  endedAt: row.ended_at?.toISOString() ?? null,
})

/**
 * Which part a side can say now: its statement, while it is asked for that, or what it adds once before the ruling; null for
 * none.
 */
export const partOf = (
  row: DisputeRow,
  { side, statements, now }: { side: Side; statements: readonly StatementRow[]; now: Date },
): 1 | 2 | null => {
  if (!isOpen(row)) return null
  const said = statements.filter((one) => one.side === side).map(({ part }) => part)
  if (!said.includes(1) && row.state === 'stating' && row.state_by > now) return 1
  return said.includes(2) ? null : 2
}

/** A dispute for a reader on that side, or for an administrator. */
export const toDispute = async (
  db: DbOrTx,
  row: DisputeRow,
  { side, now }: { side: Side | null; now: Date },
): Promise<Dispute> => {
  const [claim, statements, readings] = await Promise.all([
    findClaim(db, row.claim_id),
    repository.findStatements(db, row.id),
    repository.findReadings(db, row.id, READINGS_MAX),
  ])
  if (!claim) throw new Error('The claim of a dispute is not there.')
  const { dueCents, paidCents } = await findDisputedAmounts(db, claim)
  return {
    ...toListed(row, now),
    askCents: row.ask_cents,
    mostCents: row.most_cents,
    dueCents,
    paidCents,
    currency: row.currency,
    holder: { id: row.holder_id, username: row.holder_username },
    ownSide: side,
    mayState: side !== null && partOf(row, { side, statements, now }) !== null,
    mayWithdraw: side === row.side && isOpen(row),
    statements: statements.map((one) => ({
      side: one.side,
      username: one.username,
      name: one.name,
      text: one.text,
      files: one.files,
      createdAt: one.created_at.toISOString(),
    })),
    ruling: row.amount_cents === null ? null : { amountCents: row.amount_cents, text: row.ruling ?? '' },
    readings: readings.map(({ username, name, read_at }) => ({ username, name, at: read_at.toISOString() })),
  }
}
