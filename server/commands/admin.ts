import { canonicalEmail } from '../../shared/rules/account.ts'
import { openDatabaseBeside } from '../database.ts'
import { createLogger } from '../log.ts'
import { grantAdministrator } from '../modules/auth/repository.ts'
import type { CommandInput, Outcome } from './index.ts'

/** Errors: one sentence when nobody has that address. */
export const grant = async ({ config, argument }: CommandInput): Promise<Outcome> => {
  const database = await openDatabaseBeside(config, createLogger('silent'))
  try {
    if (!(await grantAdministrator(database.db, canonicalEmail(argument))))
      throw new Error(`No account with a verified address ${argument} exists: have it registered first.`)
    return { says: `${argument} is an administrator now.` }
  } finally {
    await database.close()
  }
}
