import { brand } from '#shared/brand.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { paths } from '#shared/rules/addresses.ts'
import type { Config } from '../settings/config.ts'
import { withTx } from '../db/pool.ts'
import { systemClock } from '../deps.ts'
import { logSecurityEvent } from '../process/log.ts'
import { appLink } from '../mail/compose.ts'
import { mailFault } from '../mail/mail-fault.ts'
import { createSmtpMailer } from '../mail/smtp-mailer.ts'
import {
  grantAdministrator,
  listAdministrators,
  listInvitedAdministrators,
  revokeAdministrator,
} from '../modules/auth/administrators-repository.ts'
import { inviteAdministrator } from '../modules/auth/invite-administrator.ts'
import { composeInvitation, INVITATION_DAYS } from '../modules/waitlist/mails.ts'
import { addressOf, BY, eventLog, withDatabase } from './database-command.ts'
import type { CommandInput, Outcome } from './index.ts'

/** Invites an address to be an administrator's. Errors: one sentence when the address has an account already. */
export const invite = ({ config, argument }: CommandInput, log: object = eventLog(config)): Promise<Outcome> =>
  withDatabase(config, async (db, where) => {
    const email = addressOf(argument)
    const invited = await inviteAdministrator(db, email, systemClock.now())
    if (invited === null)
      throw new Error(
        `${email} has an account already: ${brand.server} admin grant ${email} makes it an administrator.`,
      )
    const { token, entry } = invited
    logSecurityEvent(log, 'administrator invited', { entry, ...BY })
    const origin = config.publicUrl ?? ownOrigin(config)
    const link = appLink(origin, paths.register({ token, email: canonicalEmail(email) }))
    const [mailed, isMailed] = await mail(config, origin, { email, token })
    const hint = config.publicUrl
      ? []
      : [
          `It leads to port ${config.port} of this computer (--port names another) until GUILDHALL_PUBLIC_URL says where people reach the server.`,
        ]
    return {
      says: [
        `${email} is invited${where}. Who registers with this link and verifies the address is an administrator; it is good for ${INVITATION_DAYS} days:`,
        link,
        ...hint,
        mailed,
      ].join('\n'),
      code: isMailed ? 0 : 1,
    }
  })

/** Says whether the mail was sent, and whether that is as it should be. The link is printed in any case. */
const mail = async (
  { smtpUrl, mailFrom }: Config,
  origin: string,
  { email, token }: { email: string; token: string },
): Promise<[sentence: string, isFine: boolean]> => {
  if (!smtpUrl) return ['It was not mailed: GUILDHALL_SMTP_URL names no mail server. Hand it over yourself.', true]
  const mailer = createSmtpMailer(smtpUrl, mailFrom)
  try {
    await mailer.send(composeInvitation(origin, canonicalEmail(email), token))
    return [`It was mailed to ${email}, too.`, true]
  } catch (error) {
    return [`It could not be mailed (the mail server: ${mailFault(error)}). Hand it over yourself.`, false]
  } finally {
    mailer.close?.()
  }
}

export const list = ({ config }: CommandInput): Promise<Outcome> =>
  withDatabase(config, async (db, where) => {
    const administrators = await listAdministrators(db)
    const invited = await listInvitedAdministrators(db, systemClock.now())
    const lines = [
      ...administrators.map(({ email, username }) => `${email}  ${username}`),
      ...invited.map(({ email, until }) => `${email}  invited, until ${until.toISOString().slice(0, 10)}`),
    ]
    return { says: lines.length > 0 ? lines.join('\n') : `There is no administrator${where}.` }
  })

/** Makes an account an administrator's. Errors: one sentence when no account has that address. */
export const grant = ({ config, argument }: CommandInput, log: object = eventLog(config)): Promise<Outcome> =>
  withDatabase(config, async (db, where) => {
    const email = addressOf(argument)
    const granted = await withTx(db, (tx) => grantAdministrator(tx, canonicalEmail(email), systemClock.now()))
    if (!granted)
      throw new Error(
        `No account with a verified address ${email} exists${where}: ${brand.server} admin invite ${email} has it registered first.`,
      )
    if (granted.isChanged) logSecurityEvent(log, 'administrator made', { account: granted.account, ...BY })
    return { says: `${email} is an administrator now${where}.` }
  })

/** Takes an administrator's rights or invitation away. Errors: one sentence when the address has neither. */
export const revoke = ({ config, argument }: CommandInput, log: object = eventLog(config)): Promise<Outcome> =>
  withDatabase(config, async (db, where) => {
    const email = addressOf(argument)
    const { account, entry } = await withTx(db, (tx) =>
      revokeAdministrator(tx, canonicalEmail(email), systemClock.now()),
    )
    if (account !== undefined) logSecurityEvent(log, 'administrator removed', { account, ...BY })
    if (entry !== undefined) logSecurityEvent(log, 'administrator invitation withdrawn', { entry, ...BY })
    if (account === undefined && entry === undefined)
      throw new Error(`${email} is no administrator${where}, and not invited to be one.`)
    const isConfigured = config.adminEmail !== undefined && canonicalEmail(config.adminEmail) === canonicalEmail(email)
    const left = (await listAdministrators(db)).length
    return {
      says: [
        `${email} is no longer an administrator${where}.`,
        ...(isConfigured ? ['GUILDHALL_ADMIN_EMAIL still names it: the next start makes it one again.'] : []),
        ...(left === 0 ? ['Nobody is one now.'] : []),
      ].join(' '),
    }
  })

const ownOrigin = ({ host, port }: Config): string => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
