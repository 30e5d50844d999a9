import { type RawBuilder, sql } from 'kysely'

/**
 * A condition or expression of the list of tables as SQL, with the person's ID for each `:me`. The text is ours; the ID
 * is inlined because a cursor's statement does not take parameters everywhere. Errors: for an ID that is no UUID.
 */
export const exactly = (text: string, userID: string): RawBuilder<boolean> => {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(userID)) throw new Error('An ID of a person is no UUID.')
  return sql.raw(`(${text.replaceAll(':me', `'${userID}'::uuid`)})`)
}
