import type { RouteObject } from 'react-router-dom'
import { pages } from '#lib/paths.ts'

export const landingOpenRoutes: RouteObject[] = [
  { path: pages.landing.at, lazy: async () => ({ Component: (await import('./LandingPage.tsx')).LandingPage }) },
]
