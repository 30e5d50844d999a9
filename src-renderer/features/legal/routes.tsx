import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

export const legalRoutes: RouteObject[] = [
  { path: routePatterns.terms, lazy: async () => ({ Component: (await import('./TermsPage.tsx')).TermsPage }) },
  { path: routePatterns.privacy, lazy: async () => ({ Component: (await import('./PrivacyPage.tsx')).PrivacyPage }) },
]
