import { z } from 'zod'
import { brand } from '../../../shared/brand.ts'
import { paths } from '../../../shared/rules/addresses.ts'
import { appLink, composeMail } from '../../mail/compose.ts'
import { defineMailJob } from '../../mail/mail-job.ts'
import type { Mail } from '../../mail/mailer.ts'
import { hashToken, invitationToken } from '../../tokens.ts'
import { failForgottenMails, noteMail, renewToken } from './repository.ts'

/** How long an invitation's link is good. */
export const INVITATION_DAYS = 30

export const composeInvitation = (origin: string, email: string, token: string): Mail =>
  composeMail({
    kind: 'invitation',
    to: email,
    subject: `You are invited to ${brand.name}`,
    lines: ['Hello,', `your place at ${brand.name} is ready. ${brand.tagline}`],
    action: { label: 'Create my account', url: appLink(origin, paths.register({ token, email })) },
    footer: [`The link is good for ${INVITATION_DAYS} days and for this address only.`],
  })

const states = { done: 'sent', nothing: null, waiting: 'queued', failed: 'failed' } as const

/**
 * To an invited address; nothing when its link is of no use any more: a newer one has replaced it, it was used, or its days are
 * over. Administrators see on the waitlist what became of it.
 */
export const waitlistMail = defineMailJob({
  kind: 'waitlist-mail',
  schema: z.object({ entryID: z.uuid(), invitationID: z.uuid() }),
  compose: async ({ db, clock, secret, publicOrigin }, invitation) => {
    const token = invitationToken(secret(), invitation.invitationID)
    // The link is kept as it is sent, also when the server's secret has changed since it was made.
    const email = await renewToken(db, invitation, hashToken(token), clock.now())
    return email === null ? null : composeInvitation(publicOrigin(), email, token)
  },
  noteOutcome: (db, invitation, outcome) =>
    noteMail(db, invitation, states[outcome.state], 'reason' in outcome ? outcome.reason : null),
  onForgotten: failForgottenMails,
})

export const waitlistJobs = [waitlistMail]
