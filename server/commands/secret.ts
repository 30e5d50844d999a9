import { openDatabaseBeside } from '../process/database.ts'
import { createLogger } from '../process/log.ts'
import { rotateSecret } from '../settings/secret.ts'
import type { CommandInput, Outcome } from './index.ts'

/**
 * Replaces the secret that signs access tokens. Errors: one sentence when the settings give the secret, so that it is
 * not ours to replace.
 */
export const rotate = async ({ config }: CommandInput): Promise<Outcome> => {
  if (config.secret !== undefined)
    throw new Error(
      'The secret is the one of GUILDHALL_SECRET: change it there, keep the one before it in GUILDHALL_OLD_SECRET so that two-step sign-in goes on, and start every server process again.',
    )
  const database = await openDatabaseBeside(config, createLogger('silent'))
  try {
    await rotateSecret(database.db)
    return {
      says: 'The signing secret is new. Access tokens of the old one end within 5 seconds, and programs ask for new ones by themselves: nobody is signed out. Open codes have to be asked for again.',
    }
  } finally {
    await database.close()
  }
}
