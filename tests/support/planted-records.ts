import type { Db } from '#server/db/pool.ts'

/** Rows of what is counted about this person. */
export const plantRecords = async (db: Db, userID: string): Promise<void> => {
  await db
    .insertInto('answer_records')
    .values({ user_id: userID })
    .onConflict((c) => c.doNothing())
    .execute()
  await db.insertInto('tier_falls').values({ user_id: userID, from_level: 2, to_level: 1 }).execute()
}
