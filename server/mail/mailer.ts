import { unavailable } from '../http/errors.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The sort of mail, for tests and the local mailbox; each sort has its own word. */
  kind: string
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
