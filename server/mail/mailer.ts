/** What a mail is about; tests and the local mailbox tell them apart by it. */
export type MailKind =
  | 'verification'
  | 'password-reset'
  | 'password-changed'
  | 'invitation'
  | 'project-invitation'
  | 'request-answered'
  | 'task-assigned'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  kind: MailKind
  /** The same for every try to send one mail, so that receivers can tell a repeated one. */
  id?: string
}

/** The port that all mail leaves through. */
export interface Mailer {
  /** Hands one mail over. Errors: whatever the transport says, when it did not take the mail. */
  send(mail: Mail): Promise<void>
  /** Lets go of connections. */
  close?(): void
}
