import { z } from 'zod'
import { email, enveloped, id, messageOnly, newPassword, otp, token, typedAddress, username } from './common.ts'
import { alwaysText, endpoint, serverMessageOr, noun } from './endpoint.ts'
import { passwordTries, secondStepTries } from './limits.ts'
import { secondStep, signInChallenge } from './two-step.ts'

const receipt = token.optional().meta({
  description: 'Where a code was mailed: what `auth.codeMail` takes to say what became of that mail.',
  examples: ['01890a5d-ac96-774b-bcce-b302099a8057.q3v1nB2s'],
})
export const codeMailState = z
  .object({
    state: z.enum(['waiting', 'delayed', 'sent', 'failed']).meta({
      description: 'Whether the mail is to be sent, is tried again, was taken by the mail server, or was given up.',
      examples: ['sent'],
    }),
    reason: z
      .string()
      .meta({ description: 'Why a try has failed; empty if none has.', examples: ['550 5.1.1 No such mailbox'] }),
  })
  .meta({ id: 'CodeMailState', description: 'What became of the mail with a code.' })
export type CodeMailState = z.output<typeof codeMailState>

/** This body has no envelope. Both tokens are empty while the e-mail is not verified. */
export const tokenPair = z
  .object({
    accessToken: z.string().meta({
      description: 'Sent with calls as `Authorization: Bearer …`; good for 15 minutes.',
      examples: ['eyJhbGciOi'],
    }),
    refreshToken: z.string().meta({ description: 'Exchanged once for a new pair.', examples: ['Zb8tq0Rk'] }),
    userID: id,
    isEmailVerified: z
      .boolean()
      .meta({ description: 'False when a code must be entered first; then both tokens are empty.', examples: [true] }),
    receipt,
  })
  .meta({ id: 'TokenPair' })
export type TokenPair = z.output<typeof tokenPair>

/** What a right password is answered with: tokens, or the challenge of a second step. */
export const signInAnswer = z.union([tokenPair, signInChallenge])
export type SignInAnswer = z.output<typeof signInAnswer>

/** What a person types on /register. The page checks the password, and the server checks it again. */
export const registration = z.strictObject({
  email,
  password: newPassword,
  username,
  invitationToken: token.optional().meta({
    description: "From the invitation's link; not needed where registration is open.",
    examples: ['q3v1nB2s'],
  }),
})
export const credentials = z.strictObject({
  emailID: z
    .string()
    .overwrite(typedAddress)
    .min(1, 'Please enter your email.')
    .max(254)
    .meta({ description: 'The e-mail address of the account.', examples: ['ada@example.org'] }),
  password: z
    .string()
    .min(1, 'Please enter your password.')
    .max(1024)
    .meta({ description: 'The password of the account.', examples: ['correct horse battery'] }),
})

export const auth = noun('Accounts, signing in, codes, passwords and tokens.', {
  register: endpoint({
    method: 'POST',
    path: '/users/register',
    summary: 'Creates an account for an invited address and mails it a code.',
    policy: 'public',
    scope: null,
    body: registration,
    response: z.object({
      userID: id,
      isEmailVerified: z.boolean().meta({ description: 'False until the mailed code was entered.', examples: [false] }),
      receipt,
      message: z.string().meta({ description: 'What happens next, in words.', examples: ['We have sent you a code.'] }),
    }),
    status: 201,
    checksCredentials: true,
    fails: {
      403: 'INVITATION_REQUIRED',
      409: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'ACCOUNT_TAKEN', 'CONFLICT'],
    },
    limits: ['register'],
    // Signing in and out empties the cache (lib/session.ts), so nothing is left to go stale.
    leaves: [],
    stale: [],
    failure: serverMessageOr('Registration failed'),
  }),
  login: endpoint({
    method: 'POST',
    path: '/users/login',
    summary: 'Signs in with e-mail and password; returns a challenge if the account has two-step sign-in.',
    policy: 'public',
    scope: null,
    body: credentials,
    response: signInAnswer,
    checksCredentials: true,
    issuesTokens: true,
    fails: { 401: 'INVALID_CREDENTIALS', 403: 'FORBIDDEN' },
    limits: passwordTries,
    leaves: ['account.signedIn'],
    stale: [],
    failure: serverMessageOr('Login failed'),
  }),
  secondStep: endpoint({
    method: 'POST',
    path: '/users/two-step',
    summary: 'Completes a sign-in that got a challenge, by a code of the app or a recovery code.',
    policy: 'public',
    scope: null,
    since: 'twoStep',
    body: secondStep,
    response: tokenPair,
    issuesTokens: true,
    fails: { 403: 'FORBIDDEN', 422: ['INVALID_INPUT', 'INVALID_OTP', 'INVALID_TOKEN'] },
    limits: [...secondStepTries, 'verify'],
    leaves: ['account.signedIn'],
    stale: [],
    failure: serverMessageOr('Login failed'),
  }),
  verifyOtp: endpoint({
    method: 'POST',
    path: '/users/verify-otp',
    summary: 'Verifies the e-mail address with the mailed 6-digit code and signs in.',
    policy: 'public',
    scope: null,
    body: z.strictObject({ email, otp }),
    response: tokenPair,
    checksCredentials: true,
    issuesTokens: true,
    fails: { 403: 'FORBIDDEN', 422: ['INVALID_INPUT', 'INVALID_OTP'] },
    limits: ['otp', 'verify'],
    leaves: ['account.signedIn', 'account.adminGranted', 'request.invited'],
    stale: [],
    failure: serverMessageOr('OTP verification failed'),
  }),
  verifyEmailToken: endpoint({
    method: 'POST',
    path: '/users/verify-email-token',
    summary: 'Verifies the e-mail address with the link in the mail and signs in; same effect as the code.',
    policy: 'public',
    scope: null,
    body: z.strictObject({ token, email }),
    response: tokenPair,
    checksCredentials: true,
    issuesTokens: true,
    fails: { 403: 'FORBIDDEN', 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    limits: ['link'],
    leaves: ['account.signedIn', 'account.adminGranted', 'request.invited'],
    stale: [],
    failure: serverMessageOr('OTP verification failed'),
  }),
  codeMail: endpoint({
    method: 'POST',
    path: '/users/code-mail',
    summary: 'Whether the newest code of an account was mailed. The receipt stays valid for later codes.',
    policy: 'public',
    scope: null,
    since: 'codeMail',
    body: z.strictObject({ receipt: token }),
    response: enveloped(codeMailState),
    fails: { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    leaves: [],
    stale: [],
    failure: serverMessageOr('Failed to ask what became of the mail'),
  }),
  registrationOfLink: endpoint({
    method: 'POST',
    path: '/users/verify-email-token/registration',
    summary: 'Whose registration a verification link finishes; does not use the link up.',
    policy: 'public',
    scope: null,
    since: 'confirmation',
    body: z.strictObject({ token, email }),
    response: enveloped(
      z.object({
        username: z.string().meta({ description: 'The name that was registered.', examples: ['ada'] }),
        email: z.string().meta({ description: 'The address that the link confirms.', examples: ['ada@example.org'] }),
      }),
    ),
    fails: { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    limits: ['link'],
    leaves: [],
    stale: [],
    failure: alwaysText('OTP verification failed'),
  }),
  resendOtp: endpoint({
    method: 'POST',
    path: '/users/resend-otp',
    summary: 'Mails a new code, at most once in 60 seconds per address. The answer is the same for unknown addresses.',
    policy: 'public',
    scope: null,
    body: z.strictObject({ email }),
    response: messageOnly,
    limits: ['code-mail', 'mail'],
    leaves: [],
    stale: [],
    failure: serverMessageOr('Failed to resend OTP'),
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/users/forgot-password',
    summary: 'Mails a reset link. The answer is the same for unknown addresses.',
    policy: 'public',
    scope: null,
    body: z.strictObject({ email }),
    response: messageOnly,
    limits: ['mail', 'reset-mail'],
    leaves: [],
    stale: [],
    failure: alwaysText('Forgot password failed'),
  }),
  verifyResetToken: endpoint({
    method: 'POST',
    path: '/users/verify-reset-token',
    summary: 'Says whether a reset link is still good.',
    policy: 'public',
    scope: null,
    body: z.strictObject({ token, email }),
    response: enveloped(
      z.object({
        isValid: z.literal(true).meta({ description: 'A link that is no longer valid gets a 422.' }),
      }),
    ),
    fails: { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    limits: ['link'],
    leaves: [],
    stale: [],
    failure: alwaysText('Verify reset password token failed'),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/users/reset-password',
    summary: 'Sets a new password with a reset link and ends all sessions of the account.',
    policy: 'public',
    scope: null,
    body: z.strictObject({ email, password: newPassword, token }),
    response: messageOnly,
    fails: { 422: ['INVALID_INPUT', 'INVALID_TOKEN'] },
    limits: ['link'],
    leaves: ['account.passwordChanged'],
    stale: [],
    failure: alwaysText('Failed to reset password. Please try again.'),
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/users/refresh-token',
    summary: 'Exchanges a refresh token for a new pair. Using an old one revokes the session.',
    policy: 'public',
    scope: null,
    body: z.strictObject({ refreshToken: token }),
    response: tokenPair,
    fails: { 401: 'INVALID_TOKEN' },
    limits: ['refresh'],
    leaves: [],
    stale: [],
    failure: serverMessageOr('Your session has ended. Please log in again.'),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/users/logout',
    summary: 'Ends the session that the refresh token belongs to.',
    policy: 'public',
    scope: null,
    // Screens send an empty text: the session layer fills in the token, which no screen ever sees.
    body: z.strictObject({
      refreshToken: z
        .string()
        .max(1024)
        .meta({ description: 'The session to end; empty ends none.', examples: ['Zb8tq0Rk'] }),
    }),
    response: messageOnly,
    endsSession: true,
    leaves: ['account.signedOut'],
    stale: [],
    failure: serverMessageOr('Failed to log out'),
  }),
})
