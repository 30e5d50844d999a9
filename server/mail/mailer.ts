import { unavailable } from '../http/errors.ts'

/** Each sort of mail has its own word. */
export const MAIL_KINDS = [
  'appeal-decided',
  'application-decided',
  'deletion-asked',
  'deletion-put-off',
  'deletion-taken-back',
  'digest',
  'email-changed',
  'email-given-back',
  'email-left',
  'export-ready',
  'invitation',
  'new-address',
  'new-device',
  'notices',
  'password-changed',
  'password-reset',
  'payout-changed',
  'payout-removed',
  'project-invitation',
  'request-answered',
  'suspended',
  'task-assigned',
  'token-made',
  'two-step-off',
  'two-step-on',
  'verification',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** For tests, the local mailbox and the figures. */
  kind: MailKind
  /** Where a press in the mail program ends mails of this sort, without opening anything. */
  unsubscribeUrl?: string
  /** The same for every try to send one mail, so that receivers can recognise a repeated one. */
  id?: string
}

/** The interface through which all mail leaves. */
export interface Mailer {
  /** Sends one mail. Errors: those of the transport, when it did not accept the mail. */
  send(mail: Mail): Promise<void>
  /** Closes the connections. */
  close?(): void
  /** Set when no way to send mail is configured, so that every `send` fails. */
  readonly isAbsent?: true
}

/** To be called before anything that is useless without its mail. Errors: 503. */
export const requireMailer = ({ mailer }: { mailer: Mailer }): void => {
  if (mailer.isAbsent)
    throw unavailable('This server cannot send mail, and this needs one. Please tell its administrator.')
}
