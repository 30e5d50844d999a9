import { z } from 'zod'
import { brand } from '../brand.ts'
import { enveloped, id, messageOnly, time, token } from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { passwordTries, secondStepTries } from './limits.ts'

/** How many recovery codes a person gets at once. */
export const RECOVERY_CODES = 10

/** A code of the second step, as people type it: spaces and dashes do not matter. */
export const secondCode = z
  .string()
  .trim()
  .min(1, 'Please enter the code.')
  .max(40, 'A code has at most 40 characters.')
  .meta({
    description: 'Six digits of the authenticator app, or a recovery code; spaces and dashes do not matter.',
    examples: ['123456'],
  })
const password = z
  .string()
  .min(1, 'Please enter your password.')
  .max(1024)
  .meta({ description: 'The password of the account.', examples: ['correct horse battery'] })
const recoveryCodes = enveloped(
  z.object({
    recoveryCodes: z
      .array(z.string().meta({ description: 'Good for one second step.', examples: ['K3QF-7M2P-XR4T-9WBC'] }))
      .meta({ description: 'Only this answer has them. They replace all earlier ones.' }),
  }),
)

/** What `auth.login` answers in place of tokens where the account has two-step sign-in. Like those, it has no envelope. */
export const signInChallenge = z
  .object({
    challenge: z.string().meta({
      description: 'Proves the password to `auth.secondStep`, within ten minutes and for five codes.',
      examples: ['Zb8tq0Rk'],
    }),
    challengeEndsAt: time.meta({ description: 'When the challenge ends.' }),
    userID: id,
  })
  .meta({ id: 'SignInChallenge', description: 'The password was right; the second step is still to come.' })
export type SignInChallenge = z.output<typeof signInChallenge>

export const secondStep = z.strictObject({ challenge: token, code: secondCode })
export const twoStepSetUp = z.strictObject({ password })
export const twoStepProof = z.strictObject({ password, code: secondCode })

export const twoStepState = z
  .object({
    isOn: z.boolean().meta({ description: 'Whether signing in takes a second step.', examples: [true] }),
    since: time.nullable().meta({ description: 'Since when; null while it is off.' }),
    recoveryCodesLeft: z.int().meta({ description: 'How many recovery codes are not used yet.', examples: [9] }),
    isRequired: z.boolean().meta({
      description: "Whether this server lets the viewer make administrators' calls only with two-step sign-in.",
      examples: [false],
    }),
    unavailable: z
      .string()
      .nullable()
      .meta({
        description: 'Why this server offers no two-step sign-in; null where it does.',
        examples: [
          'Two-step sign-in is not available on this server until the people who run it set GUILDHALL_SECRET.',
        ],
      }),
  })
  .meta({ id: 'TwoStepState', description: "The viewer's own two-step sign-in." })
export type TwoStepState = z.output<typeof twoStepState>

export const twoStep = noun(
  "The signed-in person's own two-step sign-in: switching it on and off, and recovery codes.",
  {
    state: endpoint({
      method: 'GET',
      path: '/users/two-step',
      summary: "Whether the viewer's own two-step sign-in is on.",
      policy: 'user',
      scope: null,
      since: 'twoStep',
      response: enveloped(twoStepState),
      failure: serverMessageOr('Failed to load your two-step sign-in'),
    }),
    setUp: endpoint({
      method: 'POST',
      path: '/users/two-step/set-up',
      summary: 'Makes the key for an authenticator app. It takes effect with its first right code, within 30 minutes.',
      policy: 'user',
      scope: null,
      since: 'twoStep',
      body: twoStepSetUp,
      response: enveloped(
        z.object({
          key: z.string().meta({
            description: 'For typing into the app (base32). Only this answer has it.',
            examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
          }),
          uri: z.string().meta({
            description: 'The same for a QR code.',
            examples: [`otpauth://totp/${brand.name}:ada?issuer=${brand.name}&secret=JBSWY3DP`],
          }),
        }),
      ),
      fails: { 409: 'CONFLICT' },
      limits: passwordTries,
      leaves: [],
      stale: [],
      failure: serverMessageOr('Failed to set up two-step sign-in'),
    }),
    confirm: endpoint({
      method: 'POST',
      path: '/users/two-step/confirm',
      summary: 'Switches two-step sign-in on with the first code of the app, and returns the recovery codes.',
      policy: 'user',
      scope: null,
      since: 'twoStep',
      body: z.strictObject({ code: secondCode }),
      response: recoveryCodes,
      fails: { 409: 'CONFLICT', 422: ['INVALID_INPUT', 'INVALID_OTP'] },
      limits: secondStepTries,
      leaves: ['account.twoStepOn'],
      stale: ['twoStep.state', ...reads.inbox],
      failure: serverMessageOr('Failed to switch two-step sign-in on'),
    }),
    switchOff: endpoint({
      method: 'POST',
      path: '/users/two-step/off',
      summary: 'Switches two-step sign-in off, with the password and a code.',
      policy: 'user',
      scope: null,
      since: 'twoStep',
      body: twoStepProof,
      response: messageOnly,
      fails: { 409: 'CONFLICT', 422: ['INVALID_INPUT', 'INVALID_OTP'] },
      limits: [...passwordTries, ...secondStepTries],
      leaves: ['account.twoStepOff'],
      stale: ['twoStep.state', ...reads.inbox],
      failure: serverMessageOr('Failed to switch two-step sign-in off'),
    }),
    renewCodes: endpoint({
      method: 'POST',
      path: '/users/two-step/recovery-codes',
      summary: 'Makes ten new recovery codes, with the password and a code. The earlier ones end.',
      policy: 'user',
      scope: null,
      since: 'twoStep',
      body: twoStepProof,
      response: recoveryCodes,
      fails: { 409: 'CONFLICT', 422: ['INVALID_INPUT', 'INVALID_OTP'] },
      limits: [...passwordTries, ...secondStepTries],
      leaves: [],
      stale: ['twoStep.state'],
      failure: serverMessageOr('Failed to make new recovery codes'),
    }),
  },
)
