import { canonicalEmail } from '#shared/rules/account.ts'
import { type Db, withTx } from '#server/db/pool.ts'
import { renewInvitation } from '../waitlist/service.ts'
import { promiseAdministrator } from './administrators-repository.ts'
import { findAccount } from './repository.ts'

/**
 * Invites an address whose account becomes an administrator once it is verified. Returns the registration link's token
 * and the waitlist entry's ID; null when the address already has a verified account. For commands on the server only.
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
