import { sql } from 'kysely'
import type { ProfileChanges } from '#shared/contract/index.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

/** The person's fields as they are, held until the transaction ends. */
export const holdProfile = (tx: Tx, userID: string) =>
  tx
    .selectFrom('users')
    .select(['name', 'headline', 'bio', 'skills', 'links', 'hours_per_week as hoursPerWeek'])
    .where('id', '=', userID)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Changes the fields that are given. */
export const updateProfile = async (tx: Tx, userID: string, changes: ProfileChanges, now: Date): Promise<void> => {
  const { name, headline, bio, skills, links, hoursPerWeek: hours_per_week } = changes
  await send(
    tx,
    tx
      .updateTable('users')
      // An undefined value leaves a column unchanged.
      .set({ name, headline, bio, skills, links, hours_per_week, updated_at: now })
      .where('id', '=', userID),
  )
}

/** Notes that the person was led to their profile; answers whether that was the first time. */
export const markWelcomed = async (db: DbOrTx, userID: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ welcomed_at: now })
    .where('id', '=', userID)
    .where('welcomed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the person's picture in place of any before. */
export const savePicture = async (tx: Tx, userID: string, picture: Buffer, now: Date): Promise<void> => {
  await send(
    tx,
    sql`
    insert into profile_pictures (user_id, picture, updated_at) values (${userID}, ${picture}, ${now})
    on conflict (user_id) do update set picture = excluded.picture, updated_at = excluded.updated_at`,
  )
}

/** Removes the person's picture; answers whether there was one. */
export const deletePicture = async (tx: Tx, userID: string): Promise<boolean> => {
  const { numDeletedRows } = await tx.deleteFrom('profile_pictures').where('user_id', '=', userID).executeTakeFirst()
  return numDeletedRows === 1n
}
