import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

/** Public: a profile needs no session. */
export const profileRoutes: RouteObject[] = [
  { path: routePatterns.profile, lazy: async () => ({ Component: (await import('./ProfilePage.tsx')).ProfilePage }) },
]
