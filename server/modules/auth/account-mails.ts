import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { paths } from '#shared/rules/addresses.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import { hello } from '#server/mail/phrases.ts'
import { signedID } from '#server/util/tokens.ts'
import { findLeft, findRecovery } from './email-changes-repository.ts'
import { findPerson } from './repository.ts'
import { findSignIn } from './sessions-repository.ts'
import { findMadeToken } from './tokens-repository.ts'

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The mail about a sign-in from a device or a network that the account did not know. No setting switches it off. */
export const signInMail = defineMailJob({
  kind: 'sign-in-mail',
  schema: z.object({ sessionID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { sessionID }) => {
    const row = await findSignIn(db, sessionID)
    if (!row) return null
    return composeMail({
      kind: 'new-device',
      to: row.email,
      subject: `A new device signed in to your ${brand.name} account`,
      lines: [
        hello(row),
        `Somebody signed in to your account from a device or a network that we had not seen before: ${row.device || 'an unknown device'}, ` +
          `from the network ${row.network ?? 'that we could not see'}, on ${moment.format(row.created_at)} UTC.`,
      ],
      action: { label: 'Look at my sessions', url: appLink(publicOrigin(), paths.settings('account')) },
      footer: [
        'If that was you, there is nothing to do.',
        'If it was not, end that session and change your password at once.',
      ],
    })
  },
})

/** The mail that a password was changed. No setting switches it off. */
export const passwordChangedMail = defineMailJob({
  kind: 'password-changed-mail',
  schema: z.object({ userID: z.uuid() }),
  compose: async ({ db }, { userID }) => {
    const person = await findPerson(db, userID)
    if (!person) return null
    return composeMail({
      kind: 'password-changed',
      to: person.email,
      subject: `Your ${brand.name} password was changed`,
      lines: [hello(person), 'Your password was changed, and you were signed out everywhere else.'],
      footer: ["If that was not you, choose 'Forgot password?' on the login page at once."],
    })
  },
})

/** The mail to the address that an account had before, with a way back for an owner who did not change it. */
export const emailChangedMail = defineMailJob({
  kind: 'email-changed-mail',
  schema: z.object({ recoveryID: z.uuid() }),
  compose: async ({ db, publicOrigin, secret }, { recoveryID }) => {
    const row = await findRecovery(db, recoveryID)
    if (!row) return null
    return composeMail({
      kind: 'email-changed',
      to: row.old_email,
      subject: `The address of your ${brand.name} account was changed`,
      lines: [
        hello(row),
        'Your account has another email address now. If you did that, there is nothing to do.',
        'If it was not you, take the address back: this ends all sessions of the account, and you can choose a new password.',
      ],
      action: {
        label: 'This was not me',
        url: appLink(publicOrigin(), paths.notMe({ token: signedID(secret(), 'email-recovery', recoveryID) })),
      },
      footer: ['The link is good for 7 days and works once.'],
    })
  },
})

/** The mail that an account has its old address again. */
export const emailGivenBackMail = defineMailJob({
  kind: 'email-given-back-mail',
  // Jobs of the release before do not say whether the second step was switched off.
  schema: z.object({ userID: z.uuid(), isStepOff: z.boolean().default(false) }),
  compose: async ({ db, publicOrigin }, { userID, isStepOff }) => {
    const person = await findPerson(db, userID)
    if (!person) return null
    return composeMail({
      kind: 'email-given-back',
      to: person.email,
      subject: `Your ${brand.name} account has this address again`,
      lines: [
        hello(person),
        'Your account has this email address again, and all its sessions have ended.',
        'The person who changed it knew your password, so choose a new one now.',
        ...(isStepOff
          ? [
              'Two-step sign-in was switched on not long before, maybe by them, so it is off now: set it up again after that.',
            ]
          : []),
      ],
      action: { label: 'Choose a new password', url: appLink(publicOrigin(), paths.forgotPassword()) },
      footer: ['Until then, the person who changed the address can sign in again.'],
    })
  },
})

/** The mail to the address that an account has left because the old one was taken back. It has no link: it may be a thief's. */
export const emailLeftMail = defineMailJob({
  kind: 'email-left-mail',
  schema: z.object({ recoveryID: z.uuid() }),
  compose: async ({ db }, { recoveryID }) => {
    const row = await findLeft(db, recoveryID)
    if (!row?.left_email) return null
    return composeMail({
      kind: 'email-left',
      to: row.left_email,
      subject: `Your ${brand.name} account has its old address again`,
      lines: [
        hello(row),
        'Your account has the email address again that it had before this one, and all its sessions have ended.',
        'Somebody who reads the mail of the old address has asked for that, by the link that we sent there.',
      ],
      footer: [
        'If that was not you, somebody else reads the mail of your old address: tell the people who run this server.',
      ],
    })
  },
})

/** The mail that an access token was made. No setting switches it off. */
export const tokenMadeMail = defineMailJob({
  kind: 'token-made-mail',
  schema: z.object({ tokenID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { tokenID }) => {
    const row = await findMadeToken(db, tokenID)
    if (!row) return null
    return composeMail({
      kind: 'token-made',
      to: row.email,
      subject: `An access token was made for your ${brand.name} account`,
      lines: [
        hello(row),
        `An access token named “${row.token_name}” was made for your account. It may ${row.scopes.join(', ')}, and works until ${moment.format(row.ends_at)} UTC.`,
      ],
      action: { label: 'Look at my access tokens', url: appLink(publicOrigin(), paths.settings('tokens')) },
      footer: [
        'If that was you, there is nothing to do.',
        'If it was not, revoke the token and change your password at once.',
      ],
    })
  },
})

/** The mail that signing in takes a second step from now on. No setting switches it off. */
export const twoStepOnMail = defineMailJob({
  kind: 'two-step-on-mail',
  schema: z.object({ userID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { userID }) => {
    const person = await findPerson(db, userID)
    if (!person) return null
    return composeMail({
      kind: 'two-step-on',
      to: person.email,
      subject: `Two-step sign-in is on for your ${brand.name} account`,
      lines: [
        hello(person),
        'Signing in to your account takes a code of your authenticator app from now on.',
        'Keep your recovery codes where you find them without your phone: each is good for one sign-in.',
      ],
      action: { label: 'Look at my account', url: appLink(publicOrigin(), paths.settings('account')) },
      footer: [
        'If that was you, there is nothing to do.',
        'If it was not, somebody knows your password: tell the people who run this server at once.',
      ],
    })
  },
})

/** The mail that signing in takes the password alone again. No setting switches it off. */
export const twoStepOffMail = defineMailJob({
  kind: 'two-step-off-mail',
  schema: z.object({ userID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { userID }) => {
    const person = await findPerson(db, userID)
    if (!person) return null
    return composeMail({
      kind: 'two-step-off',
      to: person.email,
      subject: `Two-step sign-in is off for your ${brand.name} account`,
      lines: [hello(person), 'Signing in to your account takes the password alone from now on.'],
      action: { label: 'Look at my account', url: appLink(publicOrigin(), paths.settings('account')) },
      footer: [
        'If that was you, there is nothing to do.',
        'If it was not, change your password and switch two-step sign-in on again at once.',
      ],
    })
  },
})

/** The mail to a person who was suspended, with the reason; none when they have been restored since. */
export const suspendedMail = defineMailJob({
  kind: 'suspended-mail',
  schema: z.object({ userID: z.uuid() }),
  compose: async ({ db }, { userID }) => {
    const person = await findPerson(db, userID)
    if (!person?.suspension_reason) return null
    return composeMail({
      kind: 'suspended',
      to: person.email,
      subject: `Your ${brand.name} account is suspended`,
      lines: [hello(person), 'An administrator has suspended your account. You are signed out and cannot sign in.'],
      quote: { by: 'The reason:', text: person.suspension_reason },
      footer: ['If you think this is a mistake, reply to this mail.'],
    })
  },
})

export const accountJobs = [
  signInMail,
  passwordChangedMail,
  emailChangedMail,
  emailGivenBackMail,
  emailLeftMail,
  tokenMadeMail,
  twoStepOnMail,
  twoStepOffMail,
  suspendedMail,
]
