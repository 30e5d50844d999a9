import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'

/** The routes for guests only; each screen is loaded apart. */
export const authGuestRoutes: RouteObject[] = [
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

/** The mailed link works whether somebody is signed in or not. */
export const verifyEmailOpenRoutes: RouteObject[] = [
  {
    path: pages.verifyEmail.at,
    lazy: async () => ({ Component: (await import('./VerifyEmailPage.tsx')).VerifyEmailPage }),
  },
]
