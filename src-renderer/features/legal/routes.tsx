import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'

export const legalOpenRoutes: RouteObject[] = [
  { path: pages.terms.at, lazy: async () => ({ Component: (await import('./TermsPage.tsx')).TermsPage }) },
  { path: pages.privacy.at, lazy: async () => ({ Component: (await import('./PrivacyPage.tsx')).PrivacyPage }) },
]
