import { sql } from 'kysely'
import type { DisputeReason, DisputeState } from '#shared/contract/disputes.ts'
import type { Side } from '#shared/rules/reward-state.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

/** Whether a dispute about the claim is open. */
export const isDisputed = async (db: DbOrTx, claimID: string): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from disputes where claim_id = ${claimID} and ended_at is null) as is`.execute(db)
  return rows[0]?.is === true
}

export type Ending = {
  state: Exclude<DisputeState, 'stating' | 'ruling'>
  by: string | null
  now: Date
  ruling?: { amountCents: number; text: string } | undefined
}
export type EndedDispute = { id: string; side: Side; reason: DisputeReason }

/**
 * Ends the open dispute about a claim, and lets lease, review and a pay date that was not over go on with the time that they
 * had left. Undefined where none is open; the trigger `disputes_final` refuses to change one that has ended.
 */
export const endDispute = async (
  tx: Tx,
  claimID: string,
  { state, by, now, ruling }: Ending,
): Promise<EndedDispute | undefined> => {
  const { rows } = await sql<EndedDispute>`
    update disputes set state = ${state}, ended_at = ${now}::timestamptz, ended_by = ${by}::uuid,
      amount_cents = ${ruling?.amountCents ?? null}::numeric, ruling = ${ruling?.text ?? null}::text
    where claim_id = ${claimID} and ended_at is null
    returning id, side, reason`.execute(tx)
  const [ended] = rows
  if (!ended) return undefined
  await send(
    tx,
    sql`
    update claims c set lease_until = coalesce(d.lease_until + (d.ended_at - d.opened_at), c.lease_until),
      pay_by = case when c.pay_by = d.pay_by then c.pay_by + (d.ended_at - d.opened_at) else c.pay_by end
    from disputes d where d.id = ${ended.id} and c.id = d.claim_id
      and c.state in ('active', 'finished') and num_nonnulls(d.lease_until, d.pay_by) > 0`,
  )
  await send(
    tx,
    sql`
    update submissions s set review_by = d.review_by + (d.ended_at - d.opened_at)
    from disputes d where d.id = ${ended.id} and s.claim_id = d.claim_id and s.state = 'open' and d.review_by is not null`,
  )
  return ended
}

/** Stops the time of lease and review of a claim: neither is over as long as the dispute is open. */
export const stopTime = async (tx: Tx, claimID: string): Promise<void> => {
  await send(tx, sql`update claims set lease_until = null where id = ${claimID} and lease_until is not null`)
  await send(tx, sql`update submissions set review_by = null where claim_id = ${claimID} and state = 'open'`)
}
