import type { Config } from '../config.ts'
import type { Clock } from '../deps.ts'
import { createLocalMailbox, type LocalMailbox } from './local-mailbox.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** Mail leaves through the SMTP URL; without one an embedded server keeps it, and any other cannot send it. */
export const createMailer = (
  { smtpUrl, mailFrom }: Config,
  isEmbedded: boolean,
  clock: Clock,
): { mailer: Mailer; mailbox?: LocalMailbox } => {
  if (smtpUrl) return { mailer: createSmtpMailer(smtpUrl, mailFrom) }
  if (isEmbedded) {
    const mailbox = createLocalMailbox(clock)
    return { mailer: mailbox, mailbox }
  }
  const send = () => Promise.reject(new Error('No mail server is configured (GUILDHALL_SMTP_URL).'))
  return { mailer: { send, isAbsent: true } }
}
