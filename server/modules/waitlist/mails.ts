import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { ADDRESS_INVITATION_DAYS } from '#shared/contract/address-invitations.ts'
import { paths } from '#shared/rules/addresses.ts'
import { personText } from '#shared/rules/person.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { hashToken, invitationToken } from '#server/util/tokens.ts'
import { findWishes } from './address-repository.ts'
import { failForgottenMails, noteMail, renewToken } from './repository.ts'

/** How many days an invitation's link is valid. */
export const INVITATION_DAYS = 30

/** Who wants the address in a project, and what they write. */
type Wish = { username: string; name: string; title: string; message: string | null }

export const composeInvitation = (origin: string, email: string, token: string, wish?: Wish): Mail => {
  // The username is added because only one person can have it; a name alone may be anybody's.
  const by = wish && personText(wish)
  return composeMail({
    kind: 'invitation',
    to: email,
    subject: wish ? `${by} invites you to ${wish.title}` : `You are invited to ${brand.name}`,
    lines: [
      'Hello,',
      wish
        ? `${by} invites you to the project “${wish.title}” at ${brand.name}. ${brand.tagline}`
        : `Your place at ${brand.name} is ready. ${brand.tagline}`,
    ],
    ...(wish?.message && { quote: { by: `${by} writes:`, text: wish.message } }),
    action: { label: 'Create my account', url: appLink(origin, paths.register({ token, email })) },
    footer: [
      `The link is good for ${INVITATION_DAYS} days and for this address only.`,
      ...(wish ? [`The invitation to the project ends after ${ADDRESS_INVITATION_DAYS} days.`] : []),
    ],
  })
}

const states = { done: 'sent', nothing: null, waiting: 'queued', failed: 'failed' } as const

/**
 * The mail to an invited address. Not sent when its link is useless by now: replaced by a newer one, used, or expired.
 * Administrators see the result on the waitlist.
 */
export const waitlistMail = defineMailJob({
  kind: 'waitlist-mail',
  schema: z.object({ entryID: z.uuid(), invitationID: z.uuid() }),
  compose: async ({ db, clock, secret, publicOrigin }, invitation) => {
    const token = invitationToken(secret(), invitation.invitationID)
    // The hash of the sent link is stored now, since the server's secret may have changed after the invitation was
    // made.
    const email = await renewToken(db, invitation, hashToken(token), clock.now())
    if (email === null) return null
    const [wish] = await findWishes(db, [email.toLowerCase()], clock.now())
    return composeInvitation(publicOrigin(), email, token, wish)
  },
  noteOutcome: (db, invitation, outcome) =>
    noteMail(db, invitation, states[outcome.state], 'reason' in outcome ? outcome.reason : null),
  onForgotten: failForgottenMails,
})

export const waitlistJobs = [waitlistMail]
