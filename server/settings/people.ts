import { z } from 'zod'
import { email, PASSWORD_MAX, PASSWORD_MIN } from '#shared/contract/common.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { wholeNumber } from './kinds.ts'
import type { Setting } from './setting.ts'

/** The settings for who may register, for secrets, and for contacts. */
export const peopleSettings = {
  registration: {
    option: 'registration',
    environment: ['GUILDHALL_REGISTRATION'],
    help: 'Who may register: invitation or open (invitation).',
    must: '"invitation" or "open"',
    schema: z.enum(['invitation', 'open']).default('invitation'),
  },
  membersInvite: {
    option: 'members-invite',
    environment: ['GUILDHALL_MEMBERS_INVITE'],
    help: 'Whether projects invite addresses without an account: ask (an administrator lets each in), on or off (ask).',
    must: '"ask", "on" or "off"',
    schema: z.enum(['ask', 'on', 'off']).default('ask'),
  },
  creators: {
    option: 'creators',
    environment: ['GUILDHALL_CREATORS'],
    help: 'Who becomes a creator: approved (an administrator answers each application) or everyone (approved).',
    must: '"approved" or "everyone"',
    schema: z.enum(['approved', 'everyone']).default('approved'),
  },
  creatorDays: {
    option: 'creator-days',
    environment: ['GUILDHALL_CREATOR_DAYS'],
    help: 'Days within which a creator application is answered, 1 to 60 (7). Administrators are reminded; nothing is decided by itself.',
    must: 'a whole number from 1 to 60',
    schema: wholeNumber.pipe(z.int().min(1).max(60)).default(7),
  },
  disputes: {
    option: 'disputes',
    environment: ['GUILDHALL_DISPUTES'],
    help: 'Whether administrators rule disputes about rewards: on or off (on). Off, amounts are settled by proposal alone.',
    must: '"on" or "off"',
    schema: z.enum(['on', 'off']).default('on'),
  },
  passwordMin: {
    option: 'password-min',
    environment: ['GUILDHALL_PASSWORD_MIN'],
    help: `The least length of new passwords, from ${PASSWORD_MIN} (${PASSWORD_MIN}). Passwords in use keep working.`,
    must: `a whole number from ${PASSWORD_MIN} to ${PASSWORD_MAX}`,
    schema: wholeNumber.pipe(z.int().min(PASSWORD_MIN).max(PASSWORD_MAX)).default(PASSWORD_MIN),
  },
  adminEmail: {
    option: 'admin-email',
    environment: ['GUILDHALL_ADMIN_EMAIL'],
    help: 'E-mail address that may register without an invitation, and whose account becomes an administrator.',
    must: 'an e-mail address',
    schema: email.transform(canonicalEmail).optional(),
  },
  secret: {
    environment: ['GUILDHALL_SECRET'],
    help: 'Secret that signs access tokens and seals two-step sign-in, at least 32 characters (made at the first start, kept in the database; the key of two-step sign-in in the data directory).',
    must: 'at least 32 characters long',
    isSecret: true,
    schema: z.string().min(32).optional(),
  },
  oldSecret: {
    environment: ['GUILDHALL_OLD_SECRET'],
    help: 'The GUILDHALL_SECRET before this one, so that two-step sign-in that was sealed under it goes on (none).',
    must: 'at least 32 characters long',
    isSecret: true,
    schema: z.string().min(32).optional(),
  },
  adminTwoStep: {
    option: 'admin-2fa',
    environment: ['GUILDHALL_ADMIN_2FA'],
    help: 'Whether administrators need two-step sign-in for their calls: required or optional (optional).',
    must: '"required" or "optional"',
    schema: z.enum(['required', 'optional']).default('optional'),
  },
  securityContact: {
    option: 'security-contact',
    environment: ['GUILDHALL_SECURITY_CONTACT'],
    help: 'Where to report security weaknesses, for /.well-known/security.txt (mailto:security@ and our host).',
    must: 'an address like mailto:security@example.org or https://example.org/report',
    schema: z.union([z.url({ protocol: /^https$/ }), z.string().regex(/^mailto:[^\s@]+@[^\s@]+$/)]).optional(),
  },
} as const satisfies Record<string, Setting>
