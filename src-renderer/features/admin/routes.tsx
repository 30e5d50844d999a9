import type { RouteObject } from 'react-router-dom'
import { routePatterns } from '../../lib/paths.ts'

export const adminRoutes: RouteObject[] = [
  { path: routePatterns.admin, lazy: async () => ({ Component: (await import('./AdminPage.tsx')).AdminPage }) },
]
