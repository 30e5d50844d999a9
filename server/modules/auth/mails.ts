import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { paths } from '#shared/rules/addresses.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { codeOf, linkTokenOf } from '#server/util/tokens.ts'
import { renewProof } from './proofs-repository.ts'
import { findAccount } from './repository.ts'

/** How long a code is good after the mail with it was sent. */
export const CODE_MINUTES = 10
export const RESET_MINUTES = 30
/**
 * Seconds between tries for a person who waits before the screen. The last try comes after seven and a half minutes.
 */
const WAITS = [15, 60, 120, 240]
const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

type Recipient = { email: string; username: string }

const verificationMail = (origin: string, to: Recipient, code: string, token: string): Mail =>
  composeMail({
    kind: 'verification',
    to: to.email,
    subject: `Your ${brand.name} code is ${code}`,
    lines: [`Hello ${to.username},`, 'Enter this code to verify your email address:'],
    code,
    action: {
      label: 'Verify my email',
      // The page shows this username, and asks before it verifies the address.
      url: appLink(origin, paths.verifyEmail({ token, email: to.email })),
    },
    footer: [
      'The code is good for 10 minutes.',
      // The stranger who chose the username has chosen the password, too.
      `If you did not register as ${to.username}, ignore this mail.`,
    ],
  })

const resetMail = (origin: string, to: Recipient, token: string): Mail =>
  composeMail({
    kind: 'password-reset',
    to: to.email,
    subject: `Reset your ${brand.name} password`,
    lines: [`Hello ${to.username},`, 'Choose a new password with this link:'],
    action: { label: 'Reset my password', url: appLink(origin, paths.resetPassword({ token, email: to.email })) },
    footer: [
      'The link is good for 30 minutes and works once.',
      'If you did not ask for it, you can ignore this mail: your password stays as it is.',
    ],
  })

const newAddressMail = (to: Recipient, code: string): Mail =>
  composeMail({
    kind: 'new-address',
    to: to.email,
    subject: `Your ${brand.name} code is ${code}`,
    lines: [`Hello ${to.username},`, `Enter this code to use this address for your ${brand.name} account:`],
    code,
    footer: [
      'The code is good for 10 minutes.',
      'If you did not ask for it, somebody has mistyped an address, and you can ignore this mail.',
    ],
  })

/**
 * The mails with a code or a link, both derived from a row's ID (decision 65). A row that was replaced, used or has
 * expired gets no mail; the others' lifetime begins when the mail is sent.
 */
export const codeMail = defineMailJob({
  kind: 'code-mail',
  schema: z.object({ codeID: z.uuid() }),
  waits: WAITS,
  compose: async ({ db, clock, secret, publicOrigin }, { codeID }) => {
    const now = clock.now()
    const to = await renewProof(db, 'one_time_codes', codeID, { now, ends: inMinutes(now, CODE_MINUTES) })
    return to ? verificationMail(publicOrigin(), to, codeOf(secret(), codeID), linkTokenOf(secret(), codeID)) : null
  },
})

export const resetLinkMail = defineMailJob({
  kind: 'reset-link-mail',
  schema: z.object({ resetID: z.uuid() }),
  waits: WAITS,
  compose: async ({ db, clock, secret, publicOrigin }, { resetID }) => {
    const now = clock.now()
    const to = await renewProof(db, 'reset_tokens', resetID, { now, ends: inMinutes(now, RESET_MINUTES) })
    return to ? resetMail(publicOrigin(), to, linkTokenOf(secret(), resetID)) : null
  },
})

/** No code leaves to an address of another account. */
export const newAddressCodeMail = defineMailJob({
  kind: 'new-address-code-mail',
  schema: z.object({ changeID: z.uuid() }),
  waits: WAITS,
  compose: async ({ db, clock, secret }, { changeID }) => {
    const now = clock.now()
    const to = await renewProof(db, 'email_changes', changeID, { now, ends: inMinutes(now, CODE_MINUTES) })
    return to && !(await findAccount(db, to.email)) ? newAddressMail(to, codeOf(secret(), changeID)) : null
  },
})

export const codeJobs = [codeMail, resetLinkMail, newAddressCodeMail]
