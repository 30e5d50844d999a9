import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

export const landingRoutes: RouteObject[] = [
  { path: routePatterns.landing, lazy: async () => ({ Component: (await import('./LandingPage.tsx')).LandingPage }) },
]
