import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/db/pool.ts'

type Planted = { claimID: string; by: string; at: Date; later: Date }

/** Rows of this person's payout details, of a change of them, and of somebody who has read them for the claim. */
const plantPayout = async (db: Db, { claimID, by, at }: Omit<Planted, 'later'>): Promise<void> => {
  await db
    .insertInto('payout_details')
    .values({ user_id: by, sealed: Buffer.from('x'), key_id: 'k', given_at: at, changed_at: at })
    .execute()
  await db.insertInto('payout_changes').values({ id: uuidv7(), user_id: by, created_at: at, expires_at: at }).execute()
  await db.insertInto('payout_questions').values({ user_id: by, closed_at: at }).execute()
  await db
    .insertInto('payout_readings')
    .values({ id: uuidv7(), user_id: by, read_by: by, claim_id: claimID, read_at: at })
    .execute()
}

/** Rows of a dispute that this person has opened, stated, read and ruled, and of payout details that were read for the claim. */
export const plantDispute = async (db: Db, { claimID, by, at, later }: Planted): Promise<void> => {
  const dispute = { id: uuidv7(), claim_id: claimID, side: 'holder', opened_by: by, reason: 'other' }
  await db
    .insertInto('disputes')
    .values({
      ...{ ...dispute, ask_cents: 300, most_cents: 300, opened_at: at, state_by: later, rule_by: later },
      ...{ state: 'ruled', amount_cents: 300, ruling: 'All of it.', ended_at: at, ended_by: by },
    })
    .execute()
  await plantPayout(db, { claimID, by, at })
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
