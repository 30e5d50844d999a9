import type { InputOf } from '#data/operations.ts'
import { useCall } from '#data/use-call.ts'
import { track } from '#lib/analytics.ts'
import { sessionData } from '#lib/browser-storage.ts'
import { useSession } from '#lib/session.ts'

type SignedIn = { userID: string; isEmailVerified: boolean }

/** Records the time of the login. The platform keeps the tokens; the answer for an unverified address has none. */
const recordLogin = ({ userID, isEmailVerified }: SignedIn, method: 'password' | 'code' | 'link' | 'two-step') => {
  if (!isEmailVerified) return
  sessionData.set('loginTime', String(Date.now()))
  useSession.setState({ userID })
  track('login', { method })
}

export const useLogin = () =>
  useCall('auth.login', {
    input: (credentials: { emailID: string; password: string }) => ({ body: credentials }),
    onSuccess: (answer) => 'challenge' in answer || recordLogin(answer, 'password'),
  })

export const useSecondStep = () =>
  useCall('auth.secondStep', {
    input: (step: { challenge: string; code: string }) => ({ body: step }),
    onSuccess: (answer) => recordLogin(answer, 'two-step'),
  })

export const useVerifyOtp = () =>
  useCall('auth.verifyOtp', {
    input: (code: { email: string; otp: string }) => ({ body: code }),
    onSuccess: (answer) => recordLogin(answer, 'code'),
  })

export const useVerifyEmailToken = () =>
  useCall('auth.verifyEmailToken', {
    input: (link: { token: string; email: string }) => ({ body: link }),
    onSuccess: (answer) => recordLogin(answer, 'link'),
  })

export const useResendOtp = () => useCall('auth.resendOtp', { input: (email: string) => ({ body: { email } }) })

export const useForgotPassword = () =>
  useCall('auth.forgotPassword', { input: (email: string) => ({ body: { email } }) })

export const useRegister = () =>
  useCall('auth.register', { input: (registration: InputOf<'auth.register'>['body']) => ({ body: registration }) })

export const useResetPassword = () =>
  useCall('auth.resetPassword', {
    input: (reset: { email: string; token: string; password: string }) => ({ body: reset }),
  })
