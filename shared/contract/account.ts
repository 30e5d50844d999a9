import { z } from 'zod'
import { email, enveloped, id, idOf, messageOnly, newPassword, otp, time, token } from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { passwordTries } from './limits.ts'
import { secondCode } from './two-step.ts'

/** How long a session counts as confirmed after its person has proved who they are. */
export const CONFIRMED_MINUTES = 10

export const ownSession = z
  .object({
    id,
    device: z.string().meta({
      description: 'The program and system that signed in, as they named themselves; empty if they did not.',
      examples: ['Firefox on Linux'],
    }),
    network: z
      .string()
      .nullable()
      .meta({
        description: 'The network it was last used from, without the machine; null where it is not known.',
        examples: ['203.0.113.0/24'],
      }),
    createdAt: time.meta({ description: 'When it began.' }),
    lastSeenAt: time.meta({
      description: 'When it was last renewed, which programs in use do every quarter of an hour.',
    }),
    isCurrent: z.boolean().meta({ description: 'Whether it is the session of this call.', examples: [true] }),
  })
  .meta({ id: 'OwnSession', description: 'A session of the viewer: one sign-in on one device.' })
export type OwnSession = z.output<typeof ownSession>

export const passwordChange = z.strictObject({
  oldPassword: z
    .string()
    .min(1, 'Please enter your password.')
    .max(1024)
    .meta({ description: 'The password until now.', examples: ['correct horse battery'] }),
  newPassword,
})

export const emailChange = z.strictObject({
  email,
  password: z
    .string()
    .min(1, 'Please enter your password.')
    .max(1024)
    .meta({ description: 'The password of the account.', examples: ['correct horse battery'] }),
})

const confirmation = z.strictObject({
  password: z
    .string()
    .min(1, 'Please enter your password.')
    .max(1024)
    .meta({ description: 'The password of the account.', examples: ['correct horse battery'] }),
  code: secondCode.optional(),
})

export const account = noun("The signed-in person's own password, address and sessions.", {
  confirm: endpoint({
    method: 'POST',
    path: '/users/confirm',
    summary: `Confirms that it is the viewer who acts, for ${CONFIRMED_MINUTES} minutes of this session: by the password and, with two-step sign-in, a code. A wrong password counts as a failed login.`,
    policy: 'user',
    scope: null,
    since: 'confirmation',
    body: confirmation,
    response: enveloped(z.object({ until: time.meta({ description: 'Until when the session counts as confirmed.' }) })),
    fails: { 422: ['INVALID_INPUT', 'INVALID_OTP'] },
    leaves: [],
    stale: [],
    failure: serverMessageOr('Failed to confirm that it is you'),
  }),
  passwordRules: endpoint({
    method: 'GET',
    path: '/users/password-rules',
    summary: 'What this server wants of a new password.',
    policy: 'public',
    scope: null,
    since: 'account',
    response: enveloped(
      z.object({
        min: z.int().meta({ description: 'Its least length in characters.', examples: [6] }),
      }),
    ),
    failure: serverMessageOr('Failed to ask what a password must be'),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/users/password',
    summary:
      "Changes the viewer's password and ends their other sessions. A wrong old password counts as a failed login.",
    policy: 'user',
    scope: null,
    since: 'account',
    confirms: 'secondStep',
    handlesOwn403: true,
    body: passwordChange,
    response: messageOnly,
    limits: passwordTries,
    leaves: ['account.passwordChanged'],
    stale: ['account.sessions', ...reads.inbox],
    failure: serverMessageOr('Failed to change the password'),
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/users/email/confirm',
    summary: "Changes the viewer's address to the one that got the code, and notifies the old one.",
    policy: 'user',
    scope: null,
    since: 'account',
    body: z.strictObject({ code: otp }),
    response: enveloped(
      z.object({ email: z.string().meta({ description: 'The address from now on.', examples: ['ada@example.org'] }) }),
    ),
    fails: { 422: ['INVALID_INPUT', 'INVALID_OTP'] },
    limits: ['otp', 'verify'],
    leaves: ['account.emailChanged'],
    stale: ['users.profile', ...reads.inbox],
    failure: serverMessageOr('Failed to change the address'),
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/users/email',
    summary:
      "Mails a code to a new address for the viewer's account. The answer is the same for addresses of other accounts.",
    policy: 'user',
    scope: null,
    since: 'account',
    confirms: 'secondStep',
    handlesOwn403: true,
    body: emailChange,
    response: messageOnly,
    limits: [...passwordTries, 'code-mail', 'mail'],
    leaves: [],
    stale: [],
    failure: serverMessageOr('Failed to change the address'),
  }),
  takeBackEmail: endpoint({
    method: 'POST',
    path: '/users/email/take-back',
    summary:
      'Gives an account the address back that it had before a change, by the mailed link, and ends all its sessions.',
    policy: 'public',
    scope: null,
    since: 'account',
    body: z.strictObject({ token }),
    response: messageOnly,
    fails: { 409: 'EMAIL_TAKEN', 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    limits: ['link'],
    // The person who takes an address back is not signed in.
    leaves: ['account.emailChanged', 'account.twoStepOff'],
    stale: [],
    failure: serverMessageOr('Failed to take the address back'),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/users/sessions',
    summary: "The viewer's sessions, last used first (at most 100).",
    policy: 'user',
    scope: null,
    since: 'account',
    response: enveloped(z.array(ownSession)),
    failure: serverMessageOr('Failed to load your sessions'),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/users/sessions/:id',
    summary: "Ends one of the viewer's own sessions.",
    policy: 'user',
    scope: null,
    since: 'account',
    params: z.strictObject({ id: idOf('the session') }),
    response: messageOnly,
    fails: { 404: 'NOT_FOUND' },
    leaves: ['account.signedOut'],
    stale: ['account.sessions'],
    failure: serverMessageOr('Failed to end the session'),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/users/sessions',
    summary: "Ends all of the viewer's own sessions but this one.",
    policy: 'user',
    scope: null,
    since: 'account',
    response: messageOnly,
    leaves: ['account.signedOut'],
    stale: ['account.sessions'],
    failure: serverMessageOr('Failed to end your sessions'),
  }),
})
