import type { Kysely } from 'kysely'
import type { DB } from '#server/db/schema.generated.ts'

/** Does something while a project has another currency, as before currencies of projects could be chosen. */
export const inCurrency = async <T>(
  db: Kysely<DB>,
  projectID: string,
  currency: string,
  act: () => Promise<T>,
): Promise<T> => {
  const set = (code: string) => db.updateTable('projects').set({ currency: code }).where('id', '=', projectID).execute()
  const { currency: before } = await db
    .selectFrom('projects')
    .select('currency')
    .where('id', '=', projectID)
    .executeTakeFirstOrThrow()
  await set(currency)
  try {
    return await act()
  } finally {
    await set(before)
  }
}
