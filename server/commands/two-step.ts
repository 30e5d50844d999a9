import { canonicalEmail } from '#shared/rules/account.ts'
import { withTx } from '../db/pool.ts'
import { systemClock } from '../deps.ts'
import { logSecurityEvent } from '../process/log.ts'
import { findAccount } from '../modules/auth/repository.ts'
import { switchOffNow } from '../modules/auth/two-step.ts'
import { addressOf, BY, eventLog, withDatabase } from './database-command.ts'
import type { CommandInput, Outcome } from './index.ts'

/**
 * Switches two-step sign-in off for an account whose app and recovery codes are lost, or whose key the server has lost,
 * and notifies the person. Errors: one sentence when no account has the address, or it has no two-step sign-in.
 */
export const off = ({ config, argument }: CommandInput, log: object = eventLog(config)): Promise<Outcome> =>
  withDatabase(config, async (db, where) => {
    const email = addressOf(argument)
    const account = await findAccount(db, canonicalEmail(email))
    if (!account) throw new Error(`No account with the address ${email} exists${where}.`)
    const isSwitchedOff = await withTx(db, (tx) =>
      switchOffNow(tx, systemClock.now(), { userID: account.id, actorID: null, data: {} }),
    )
    if (!isSwitchedOff) throw new Error(`The account of ${email} has no two-step sign-in.`)
    logSecurityEvent(log, 'two-step sign-in off', { account: account.id, ...BY })
    return {
      says: `The account of ${email} signs in with the password alone from now on${where}; a mail tells its owner.`,
    }
  })
