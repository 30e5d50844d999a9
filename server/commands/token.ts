import { brand } from '#shared/brand.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { type Scope, TOKEN_DAYS_MAX } from '#shared/contract/index.ts'
import { systemClock } from '../deps.ts'
import { logSecurityEvent } from '../process/log.ts'
import { findPersonRow } from '../modules/auth/administration-repository.ts'
import { findAccount } from '../modules/auth/repository.ts'
import { createToken } from '../modules/auth/tokens.ts'
import { addressOf, BY, eventLog, withDatabase } from './database-command.ts'
import type { CommandInput, Outcome } from './index.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Makes an access token for the account with that address, for scripts on machines where nobody can sign in, and
 * notifies the owner. Errors: one sentence when no account has the address, or it has too many tokens or may not have
 * that scope.
 */
export const create = ({ config, argument, options }: CommandInput, log: object = eventLog(config)): Promise<Outcome> =>
  withDatabase(config, async (db, where) => {
    const email = addressOf(argument)
    const account = await findAccount(db, canonicalEmail(email))
    const person = account?.is_email_verified ? await findPersonRow(db, account.id) : undefined
    if (!person) throw new Error(`No account with a verified address ${email} exists${where}.`)
    if (person.suspended_at !== null) throw new Error(`The account of ${email} is suspended.`)
    const scopes: Scope[] = ['read', ...(['work', 'manage', 'admin'] as const).filter((scope) => options.has(scope))]
    const endsAt = new Date(systemClock.now().getTime() + TOKEN_DAYS_MAX * DAY_MS - 1000).toISOString()
    const made = await createToken(
      { db, clock: systemClock },
      { userID: person.id, sessionID: null, isAdministrator: person.is_administrator },
      { body: { name: `Made by ${brand.server}`, scopes, endsAt } },
      { ip: null },
    )
    logSecurityEvent(log, 'access token made', { account: person.id, token: made.id, ...BY })
    return {
      says: [
        `This access token of ${email} may ${scopes.join(', ')} and works until ${endsAt.slice(0, 10)}. It is shown only now:`,
        made.token,
      ].join('\n'),
    }
  })
