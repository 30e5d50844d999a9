import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#server/db/pool.ts'
import type { ClaimRow } from './repository.ts'

type Due = { claim: ClaimRow; amountCents: number; eventID: string; now: Date }

/** What was reserved for a task is owed to the holder of its claim. */
export const writeDue = async (tx: Tx, { claim, amountCents, eventID, now }: Due): Promise<void> => {
  await sql`
    insert into ledger_entries (id, project_id, task_id, claim_id, user_id, from_account, to_account, amount_cents, currency,
      kind, event_id, created_at)
    values (${uuidv7()}, ${claim.project_id}, ${claim.task_id}, ${claim.id}, ${claim.user_id}, ${`reserved:${claim.task_id}`},
      ${`due:${claim.id}`}, ${amountCents}, ${claim.terms.currency}, 'due', ${eventID}, ${now})`.execute(tx)
}
