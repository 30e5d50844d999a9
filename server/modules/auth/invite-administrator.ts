import { canonicalEmail } from '../../../shared/rules/account.ts'
import { type Db, withTx } from '../../db/pool.ts'
import { renewInvitation } from '../waitlist/service.ts'
import { promiseAdministrator } from './administrators-repository.ts'
import { findAccount } from './repository.ts'

/**
 * Invites an address whose account is to be an administrator as soon as its owner has verified it. Answers the token of the
 * registration link and the ID of its waitlist entry; null when it has a verified account already. For commands on the server:
 * no call leads here.
 */
export const inviteAdministrator = (
  db: Db,
  typedEmail: string,
  now: Date,
): Promise<{ token: string; entry: string } | null> =>
  withTx(db, async (tx) => {
    const email = canonicalEmail(typedEmail)
    if ((await findAccount(tx, email))?.is_email_verified) return null
    const { token, ends } = await renewInvitation(tx, email, now)
    return { token, entry: await promiseAdministrator(tx, email, ends) }
  })
