import { beginOwnLog } from './own-log.ts'
import type { DbOrTx } from './pool.ts'
import { grantServing, provideServingRole } from './roles.ts'

/** What an embedded database needs, once it is migrated, before a server serves it: the role that serves, with a new password, and a log of its own. */
export const prepareServing = async (db: DbOrTx): Promise<{ name: string; password: string }> => {
  const role = await provideServingRole(db)
  await grantServing(db, role.name)
  await beginOwnLog(db)
  return role
}
