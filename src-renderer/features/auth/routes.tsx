import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

/** For guests only: each screen is its own piece of code. */
export const authRoutes: RouteObject[] = [
  { path: routePatterns.login, lazy: async () => ({ Component: (await import('./LoginPage.tsx')).LoginPage }) },
  {
    path: routePatterns.register,
    lazy: async () => ({ Component: (await import('./RegisterPage.tsx')).RegisterPage }),
  },
  {
    path: routePatterns.resetPassword,
    lazy: async () => ({ Component: (await import('./ResetPasswordPage.tsx')).ResetPasswordPage }),
  },
]

/** The mailed link works whoever is signed in. */
export const verifyEmailRoutes: RouteObject[] = [
  {
    path: routePatterns.verifyEmail,
    lazy: async () => ({ Component: (await import('./VerifyEmailPage.tsx')).VerifyEmailPage }),
  },
]
