import { useMutation } from '@tanstack/react-query'
import { track } from '../../lib/analytics.ts'
import { api } from '../../lib/api.ts'
import { sessionData } from '../../lib/browser-storage.ts'
import { useSession } from '../../lib/session.ts'

type SignedIn = { userID: string; isEmailVerified: boolean }

/** Notes when the session began. The tokens are kept by the platform; an unverified answer carries none. */
const recordLogin = ({ userID, isEmailVerified }: SignedIn, method: 'password' | 'code' | 'link') => {
  if (!isEmailVerified) return
  sessionData.set('loginTime', String(Date.now()))
  useSession.setState({ userID })
  track('login', { method })
}

export const useLogin = () =>
  useMutation({
    mutationFn: (credentials: { emailID: string; password: string }) => api.auth.login({ body: credentials }),
    onSuccess: (answer) => recordLogin(answer, 'password'),
  })

export const useVerifyOtp = () =>
  useMutation({
    mutationFn: (code: { email: string; otp: string }) => api.auth.verifyOtp({ body: code }),
    onSuccess: (answer) => recordLogin(answer, 'code'),
  })

export const useVerifyEmailToken = () =>
  useMutation({
    mutationFn: (link: { token: string; email: string }) => api.auth.verifyEmailToken({ body: link }),
    onSuccess: (answer) => recordLogin(answer, 'link'),
  })

export const useResendOtp = () =>
  useMutation({ mutationFn: (email: string) => api.auth.resendOtp({ body: { email } }) })

export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => api.auth.forgotPassword({ body: { email } }) })

export const useRegister = () =>
  useMutation({
    mutationFn: (registration: Parameters<typeof api.auth.register>[0]['body']) =>
      api.auth.register({ body: registration }),
  })

export const useResetPassword = () =>
  useMutation({
    mutationFn: (reset: { email: string; token: string; password: string }) => api.auth.resetPassword({ body: reset }),
  })
