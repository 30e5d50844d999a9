import { sql } from 'kysely'
import type { MailState } from '../../shared/contract/index.ts'
import type { DbOrTx } from '../db/pool.ts'
import type { Mail } from '../mail/mailer.ts'
import { invitationMail } from '../modules/waitlist/mails.ts'
import type { Secret } from '../secret.ts'
import { hashToken, invitationToken } from '../tokens.ts'

export const INVITATION_DAYS = 30

type Invitation = { entryID: string; invitationID: string }

/**
 * The mail of an invitation from the waitlist; null when its link is of no use any more: a newer one has replaced it, it was
 * used, or its days are over. The link is kept as it is sent, also when the server's secret has changed since it was made.
 */
export const waitlistMail = async (
  { db, secret }: { db: DbOrTx; secret: Secret },
  origin: string,
  { entryID, invitationID }: Invitation,
  now: Date,
): Promise<Mail | null> => {
  const token = invitationToken(secret(), invitationID)
  const { rows } = await sql<{ email: string }>`
    update waitlist_entries set invited_token_hash = ${hashToken(token)}
    where id = ${entryID} and invitation_id = ${invitationID} and invited_token_hash is not null
      and invitation_expires_at > ${now}
    returning email`.execute(db)
  const [row] = rows
  if (!row) return null
  return invitationMail(origin, row.email, token, INVITATION_DAYS)
}

/** What became of a try to send it, for administrators to see; `state` is null when there was nothing to send any more. */
export const noteWaitlistMail = async (
  db: DbOrTx,
  { entryID, invitationID }: Invitation,
  state: MailState | null,
  reason: string | null,
): Promise<void> => {
  // A worker that was too slow must not speak against the one that has sent it.
  await sql`update waitlist_entries set mail_state = ${state}, mail_error = ${reason}
    where id = ${entryID} and invitation_id = ${invitationID} and (mail_state = 'queued' or ${state} = 'sent')`.execute(
    db,
  )
}

/** Jobs of long ago are forgotten; who waits for the mail of one is to see that it never left. */
export const failForgottenMails = async (db: DbOrTx, before: Date): Promise<void> => {
  await sql`update waitlist_entries set mail_state = 'failed', mail_error = coalesce(mail_error, 'No mail server was there for it.')
    where mail_state = 'queued' and last_invited_at < ${before}`.execute(db)
}
