import { brand } from '../../../shared/brand.ts'
import { paths } from '../../../shared/rules/addresses.ts'
import { appLink, composeMail } from '../../mail/compose.ts'
import type { Mail } from '../../mail/mailer.ts'

type Recipient = { email: string; username: string }

export const verificationMail = (origin: string, to: Recipient, code: string, token: string): Mail =>
  composeMail({
    kind: 'verification',
    to: to.email,
    subject: `Your ${brand.name} code is ${code}`,
    lines: [`Hello ${to.username},`, 'enter this code to verify your email address:'],
    code,
    action: {
      label: 'Verify my email',
      // The page shows this username, and asks before it verifies the address.
      url: appLink(origin, paths.verifyEmail({ token, email: to.email, username: to.username })),
    },
    footer: [
      'The code is good for 10 minutes.',
      // The stranger who chose the username has chosen the password, too.
      `If it was not you who registered as ${to.username}, use neither code nor link: you can still register with the link ` +
        "in your invitation, or choose a password of your own with 'Forgot password?'.",
    ],
  })

export const resetMail = (origin: string, to: Recipient, token: string): Mail =>
  composeMail({
    kind: 'password-reset',
    to: to.email,
    subject: `Reset your ${brand.name} password`,
    lines: [`Hello ${to.username},`, 'choose a new password with this link:'],
    action: { label: 'Reset my password', url: appLink(origin, paths.resetPassword({ token, email: to.email })) },
    footer: [
      'The link is good for 30 minutes and works once.',
      'If you did not ask for it, you can ignore this mail: your password stays as it is.',
    ],
  })

export const newAddressMail = (to: Recipient, code: string): Mail =>
  composeMail({
    kind: 'new-address',
    to: to.email,
    subject: `Your ${brand.name} code is ${code}`,
    lines: [`Hello ${to.username},`, `enter this code to use this address for your ${brand.name} account:`],
    code,
    footer: [
      'The code is good for 10 minutes.',
      'If you did not ask for it, somebody has mistyped an address, and you can ignore this mail.',
    ],
  })
