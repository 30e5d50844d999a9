import type { DbOrTx } from '../../db/pool.ts'

/** A person as mails about their account need them. */
export const findPerson = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('users')
    .select(['email', 'username', 'name', 'suspension_reason'])
    .where('id', '=', userID)
    .executeTakeFirst()
