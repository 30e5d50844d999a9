import type { Config } from '../settings/config.ts'
import type { Clock } from '../deps.ts'
import { isLocalOnly } from '../settings/local-only.ts'
import { createLocalMailbox, type LocalMailbox } from './local-mailbox.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/**
 * Sends through the SMTP URL. Without one, an embedded server that only this machine can reach keeps mails in a local
 * mailbox; any other cannot send mail, because on a public server everybody could read that mailbox.
 */
export const createMailer = (
  config: Config,
  isEmbedded: boolean,
  clock: Clock,
): { mailer: Mailer; mailbox?: LocalMailbox } => {
  const { smtpUrl, mailFrom } = config
  if (smtpUrl) return { mailer: createSmtpMailer(smtpUrl, mailFrom) }
  if (isEmbedded && isLocalOnly(config)) {
    const mailbox = createLocalMailbox(clock)
    return { mailer: mailbox, mailbox }
  }
  const send = () => Promise.reject(new Error('No mail server is configured (GUILDHALL_SMTP_URL).'))
  return { mailer: { send, isAbsent: true } }
}
