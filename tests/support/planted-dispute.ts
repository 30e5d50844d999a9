import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/db/pool.ts'

type Planted = { claimID: string; by: string; at: Date; later: Date }

/** Rows of a dispute that this person has opened, stated, read and ruled. */
export const plantDispute = async (db: Db, { claimID, by, at, later }: Planted): Promise<void> => {
  const dispute = { id: uuidv7(), claim_id: claimID, side: 'holder', opened_by: by, reason: 'other' }
  await db
    .insertInto('disputes')
    .values({
      ...{ ...dispute, ask_cents: 300, most_cents: 300, opened_at: at, state_by: later, rule_by: later },
      ...{ state: 'ruled', amount_cents: 300, ruling: 'All of it.', ended_at: at, ended_by: by },
    })
    .execute()
  const of = { dispute_id: dispute.id }
  await db
    .insertInto('dispute_statements')
    .values({ id: uuidv7(), ...of, side: 'holder', part: 1, written_by: by, text: 'Nobody answers.', created_at: at })
    .execute()
  await db
    .insertInto('dispute_readings')
    .values({ id: uuidv7(), ...of, read_by: by, read_at: at })
    .execute()
}
