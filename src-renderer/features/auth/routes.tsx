import type { RouteObject } from 'react-router-dom'
import { pages } from '../../lib/paths.ts'

/** For guests only: each screen is its own piece of code. */
export const authRoutes: RouteObject[] = [
  { path: pages.login.at, lazy: async () => ({ Component: (await import('./LoginPage.tsx')).LoginPage }) },
  {
    path: pages.register.at,
    lazy: async () => ({ Component: (await import('./RegisterPage.tsx')).RegisterPage }),
  },
  {
    path: pages.resetPassword.at,
    lazy: async () => ({ Component: (await import('./ResetPasswordPage.tsx')).ResetPasswordPage }),
  },
]

/** The mailed link works whoever is signed in. */
export const verifyEmailRoutes: RouteObject[] = [
  {
    path: pages.verifyEmail.at,
    lazy: async () => ({ Component: (await import('./VerifyEmailPage.tsx')).VerifyEmailPage }),
  },
]
