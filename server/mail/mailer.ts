import { unavailable } from '../http/errors.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** What it is about, for tests and the local mailbox: no two sorts of mail have the same. */
  kind: string
  /** The same for every try to send one mail, so that receivers can tell a repeated one. */
  id?: string
}

/** The port that all mail leaves through. */
export interface Mailer {
  /** Hands one mail over. Errors: whatever the transport says, when it did not take the mail. */
  send(mail: Mail): Promise<void>
  /** Lets go of connections. */
  close?(): void
  /** Nothing is set up that mail could leave through: every `send` fails. */
  readonly isAbsent?: true
}

/** Before anything is done that is in vain without its mail. Errors: 503. */
export const requireMailer = ({ mailer }: { mailer: Mailer }): void => {
  if (mailer.isAbsent)
    throw unavailable('This server cannot send mail, and this needs one. Please tell its administrator.')
}
