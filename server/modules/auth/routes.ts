import { refuseDemoAccount } from '#server/demo/access.ts'
import type { AppDeps } from '#server/deps.ts'
import { requireViewer, type Handlers } from '#server/http/handlers.ts'
import { requireWithin } from '#server/limits.ts'
import { limitOf } from '#server/limit-table.ts'
import { changePassword, endOneSession, endOtherSessions, listSessions } from './account.ts'
import { listPeople, restore, revokeAdmin, signOutPerson, suspend } from './administration.ts'
import { confirmSession } from './confirmation.ts'
import { askForEmail, confirmEmail, takeBackEmail } from './email-change.ts'
import { noted } from './noted.ts'
import { takeSecondStep } from './second-step.ts'
import * as service from './service.ts'
import { endSession, refreshSession } from './sessions.ts'
import { createToken, listTokens, revokeOwnToken } from './tokens.ts'
import * as twoStep from './two-step.ts'
import { codeMailState, codeReceipt, registrationOf, resendCode, verifyCode, verifyLink } from './verification.ts'

export const authRoutes = (deps: AppDeps): Handlers['auth'] => ({
  register: async ({ body }, context) => {
    const userID = await service.register(deps, body, context)
    const message = 'We are sending a code to your email address.'
    return { userID, isEmailVerified: false, receipt: codeReceipt(deps, userID), message }
  },
  codeMail: async ({ body }) => ({ data: await codeMailState(deps, body.receipt) }),
  login: async ({ body }, context) => {
    await refuseDemoAccount(deps, body.emailID)
    return noted(deps, body.emailID, context, service.login(deps, body, context))
  },
  secondStep: ({ body }, context) => takeSecondStep(deps, body, context),
  verifyOtp: ({ body }, context) => noted(deps, body.email, context, verifyCode(deps, body, context)),
  verifyEmailToken: ({ body }, context) => verifyLink(deps, body, context),
  registrationOfLink: async ({ body }, context) => ({ data: await registrationOf(deps, body, context) }),
  resendOtp: async ({ body }, context) => {
    await resendCode(deps, body.email, context)
    return { message: 'If the address awaits verification, a new code is on its way.' }
  },
  forgotPassword: async ({ body }, context) => {
    await service.forgotPassword(deps, body.email, context)
    return { message: 'If the address has an account, a reset link is on its way.' }
  },
  verifyResetToken: async ({ body }, context) => {
    await service.requireResetLink(deps, body, context)
    return { data: { isValid: true } }
  },
  resetPassword: async ({ body }, context) => {
    await service.resetPassword(deps, body, context)
    return { message: 'Your password was changed. Please log in.' }
  },
  refreshToken: async ({ body }, context) => {
    await requireWithin(deps.db, deps.clock.now(), limitOf('refresh', context.ip))
    return refreshSession(deps, body.refreshToken, context)
  },
  logout: async ({ body }, { ip }) => {
    await endSession(deps, body.refreshToken, ip)
    return { message: 'Logged out' }
  },
})

export const accountRoutes = (deps: AppDeps): Handlers['account'] => ({
  passwordRules: async () => ({ data: { min: deps.config.passwordMin } }),
  confirm: async ({ body }, context) => {
    const until = await confirmSession(deps, requireViewer(context), body, context)
    return { data: { until: until.toISOString() } }
  },
  changePassword: async ({ body }, context) => {
    await changePassword(deps, requireViewer(context), body, context)
    return { message: 'Your password was changed.' }
  },
  changeEmail: async ({ body }, context) => {
    await askForEmail(deps, requireViewer(context), body, context)
    return { message: 'We are sending a code to the new address.' }
  },
  confirmEmail: async ({ body }, context) => ({
    data: { email: await confirmEmail(deps, requireViewer(context), body.code, context) },
  }),
  takeBackEmail: async ({ body }, context) => {
    await takeBackEmail(deps, body.token, context)
    return { message: 'Your account has its old address again.' }
  },
  sessions: (_, context) => listSessions(deps, requireViewer(context)),
  endSession: async ({ params }, context) => {
    await endOneSession(deps, requireViewer(context), params.id, context)
    return { message: 'The session has ended.' }
  },
  endOtherSessions: async (_, context) => {
    await endOtherSessions(deps, requireViewer(context), context)
    return { message: 'All other sessions have ended.' }
  },
})

export const tokensRoutes = (deps: AppDeps): Handlers['tokens'] => ({
  list: (_, context) => listTokens(deps, requireViewer(context).userID),
  create: async ({ body }, context) => ({ data: await createToken(deps, requireViewer(context), body, context) }),
  revoke: async ({ params }, context) => {
    await revokeOwnToken(deps, requireViewer(context).userID, params.id, context)
    return { message: 'The access token is revoked.' }
  },
})

export const twoStepRoutes = (deps: AppDeps): Handlers['twoStep'] => ({
  state: async (_, context) => ({ data: await twoStep.stateOf(deps, requireViewer(context)) }),
  setUp: async ({ body }, context) => ({ data: await twoStep.setUp(deps, requireViewer(context), body, context) }),
  confirm: async ({ body }, context) => ({
    data: { recoveryCodes: await twoStep.confirm(deps, requireViewer(context), body.code, context) },
  }),
  switchOff: async ({ body }, context) => {
    await twoStep.switchOff(deps, requireViewer(context), body, context)
    return { message: 'Two-step sign-in is off.' }
  },
  renewCodes: async ({ body }, context) => ({
    data: { recoveryCodes: await twoStep.renewCodes(deps, requireViewer(context), body, context) },
  }),
})

export const administrationRoutes = (deps: AppDeps): Handlers['administration'] => ({
  people: ({ query }) => listPeople(deps, query),
  suspend: async ({ params, body }, context) => ({
    data: await suspend(deps, requireViewer(context), { ...params, ...body }, context),
  }),
  restore: async ({ params }, context) => ({ data: await restore(deps, requireViewer(context), params.id, context) }),
  signOut: async ({ params }, context) => ({
    data: await signOutPerson(deps, requireViewer(context), params.id, context),
  }),
  revokeAdmin: async ({ params }, context) => ({
    data: await revokeAdmin(deps, requireViewer(context), params.id, context),
  }),
})
