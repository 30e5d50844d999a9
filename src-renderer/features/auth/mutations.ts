import { track } from '../../lib/analytics.ts'
import { api } from '../../lib/api.ts'
import { sessionData } from '../../lib/browser-storage.ts'
import { useSession } from '../../lib/session.ts'
import { useWrite } from '../../lib/use-write.ts'

type SignedIn = { userID: string; isEmailVerified: boolean }

/** Notes when the session began. The tokens are kept by the platform; an unverified answer carries none. */
const recordLogin = ({ userID, isEmailVerified }: SignedIn, method: 'password' | 'code' | 'link') => {
  if (!isEmailVerified) return
  sessionData.set('loginTime', String(Date.now()))
  useSession.setState({ userID })
  track('login', { method })
}

export const useLogin = () =>
  useWrite({
    mutationFn: (credentials: { emailID: string; password: string }) => api.auth.login({ body: credentials }),
    onSuccess: (answer) => recordLogin(answer, 'password'),
  })

export const useVerifyOtp = () =>
  useWrite({
    mutationFn: (code: { email: string; otp: string }) => api.auth.verifyOtp({ body: code }),
    onSuccess: (answer) => recordLogin(answer, 'code'),
  })

export const useVerifyEmailToken = () =>
  useWrite({
    mutationFn: (link: { token: string; email: string }) => api.auth.verifyEmailToken({ body: link }),
    onSuccess: (answer) => recordLogin(answer, 'link'),
  })

export const useResendOtp = () => useWrite({ mutationFn: (email: string) => api.auth.resendOtp({ body: { email } }) })

export const useForgotPassword = () =>
  useWrite({ mutationFn: (email: string) => api.auth.forgotPassword({ body: { email } }) })

export const useRegister = () =>
  useWrite({
    mutationFn: (registration: Parameters<typeof api.auth.register>[0]['body']) =>
      api.auth.register({ body: registration }),
  })

export const useResetPassword = () =>
  useWrite({
    mutationFn: (reset: { email: string; token: string; password: string }) => api.auth.resetPassword({ body: reset }),
  })
